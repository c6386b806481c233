// How the steps of the client profile look at a document: its schemas one after the other, references resolved.
import { atPointer } from '../documents.mjs'

/** The document with each schema replaced by `change(schema, name)`, inner ones first. `name` is that of a component, else undefined. */
export function mapSchemas(document, change) {
  const visit = (schema, name) => {
    if (schema === null || typeof schema !== 'object') return change(schema)
    const written = { ...schema }
    for (const word of ['items', 'additionalProperties', 'not', 'contentSchema']) if (word in written) written[word] = visit(written[word])
    for (const word of ['oneOf', 'anyOf', 'allOf']) if (written[word]) written[word] = written[word].map((branch) => visit(branch))
    if (written.properties) written.properties = mapValues(written.properties, (property) => visit(property))
    return change(written, name)
  }
  return {
    ...document,
    paths: mapValues(document.paths, (item) => mapValues(item, (operation) => withSchemas(operation, (schema) => visit(schema)))),
    components: { ...document.components, schemas: mapValues(document.components.schemas, visit) },
  }
}

function withSchemas(operation, visit) {
  const content = (media) => mapValues(media, (one) => ({ ...one, schema: visit(one.schema) }))
  const body = (value) => (value?.content === undefined ? value : { ...value, content: content(value.content) })
  return {
    ...operation,
    ...(operation['x-event-schema'] ? { 'x-event-schema': visit(operation['x-event-schema']) } : {}),
    parameters: operation.parameters.map((parameter) => ({ ...parameter, schema: visit(parameter.schema) })),
    ...(operation.requestBody ? { requestBody: body(operation.requestBody) } : {}),
    responses: mapValues(operation.responses, body),
  }
}

/** The schema that a reference leads to, whether over one component or several. */
export function resolver(document) {
  const resolve = (schema) => (schema?.$ref ? resolve(atPointer(document, schema.$ref)) : schema)
  return resolve
}

export const reference = (name) => ({ $ref: `#/components/schemas/${name}` })
export const nameOf = ({ $ref }) => $ref.split('/').at(-1)
export const unionOf = (schema) => schema.oneOf ?? schema.anyOf
export const mapValues = (object, change) => Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))
export const pick = (object, names) =>
  Object.fromEntries(names.filter((name) => object[name] !== undefined).map((name) => [name, object[name]]))
export const texts = ['title', 'description']
