// All examples of the contract with the names of their schemas: a client's types must read and write them without loss.

/**
 * Examples of components, those of requests and replies whose schema is a component, and each event of each stream: the values of `document`,
 * the schemas of `profile`, which has none.
 */
export function contractExamples(document, profile) {
  const found = Object.entries(document.components.schemas)
    .filter(([, schema]) => schema.example !== undefined)
    .map(([schema, { example }]) => ({ schema, value: example }))
  // Where the profile has one of several kinds of object, the examples of the others are left out.
  const add = (schema, written, values) => {
    for (const value of values)
      if (schema === written || hasRequired(profile, profile.components.schemas[schema], value)) found.push({ schema, value })
  }
  for (const [path, item] of Object.entries(profile.paths))
    for (const [method, operation] of Object.entries(item)) {
      const written = document.paths[path][method]
      const bodies = [
        [operation.requestBody, written.requestBody],
        ...Object.entries(operation.responses).map(([status, body]) => [body, written.responses[status]]),
      ]
      for (const [body, { content = {} } = {}] of bodies) {
        const { 'application/json': plain, 'text/event-stream': stream } = content
        add(nameOf(body?.content?.['application/json']?.schema), nameOf(plain?.schema), valuesOf(plain))
        add(nameOf(operation['x-event-schema']), nameOf(stream?.schema.contentSchema), valuesOf(stream).flatMap(eventsIn))
      }
    }
  const seen = new Set()
  return found.filter((example) => {
    if (!isType(profile.components.schemas[example.schema])) return false
    const text = JSON.stringify(example)
    return seen.has(text) ? false : seen.add(text)
  })
}

function hasRequired(profile, schema, value) {
  if (schema?.$ref) return hasRequired(profile, profile.components.schemas[nameOf(schema)], value)
  const { required = [], properties = {} } = schema ?? {}
  return (
    required.every((name) => name in value) &&
    Object.entries(properties).every(
      ([name, member]) => typeof value[name] !== 'object' || value[name] === null || hasRequired(profile, member, value[name]),
    )
  )
}

/** Generators make no type of their own for a list or for an object without members. */
const isType = (schema) => schema?.oneOf !== undefined || schema?.properties !== undefined || schema?.enum !== undefined

const nameOf = (schema) => schema?.$ref?.split('/').at(-1)
const valuesOf = (content) =>
  [content?.example, ...Object.values(content?.examples ?? {}).map((example) => example.value)].filter((value) => value !== undefined)
const eventsIn = (text) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)))
