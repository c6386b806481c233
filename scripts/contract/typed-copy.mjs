// Writes the copy of a document for the type generator: the same meaning, with only the constructs from which openapi-generator makes exact
// TypeScript, and without keywords for validators. The documents themselves stay as written.
import { atPointer } from './documents.mjs'

export function typedCopy(document) {
  const schemas = document.components?.schemas ?? {}
  const isOpen = (schema) => (schema?.$ref ? isOpen(atPointer(document, schema.$ref)) : schema?.['x-open'] === true)
  const resolve = (schema) => (schema?.$ref ? resolve(atPointer(document, schema.$ref)) : schema)

  const rewrite = (value) => {
    if (Array.isArray(value)) return value.map(rewrite)
    if (value === null || typeof value !== 'object') return value
    return rewriteSchema({ ...value })
  }

  const rewriteSchema = (schema) => {
    if (schema.$ref) return { $ref: schema.$ref }
    for (const word of validationOnly) delete schema[word]
    const union = unionOf(schema)
    if (union) return rewriteUnion(schema, union)
    if (schema.allOf) return rewriteAllOf(schema)
    if (schema.const !== undefined) {
      const { const: constant, ...rest } = schema
      return { ...rest, ...typed(constant), enum: [constant] }
    }
    if (schema.enum && !schema.type) return { ...schema, ...typed(schema.enum[0]) }
    return Object.fromEntries(
      Object.entries(schema).map(([name, value]) => [name, name === 'properties' ? mapValues(value, rewrite) : rewrite(value)]),
    )
  }

  // anyOf becomes oneOf (the generator merges the members of an anyOf into one empty interface); open branches are
  // removed, so that `switch` on the tag narrows; "one of these or any other string" becomes a string.
  const rewriteUnion = (schema, union) => {
    const members = union.filter((member) => !isOpen(member))
    const { anyOf: _any, oneOf: _one, discriminator, ...rest } = Array.isArray(schema.type) ? {} : schema
    const shapes = members.map(resolve)
    const nullable = shapes.some((shape) => shape?.type === 'null')
    const values = members.filter((_, index) => shapes[index]?.type !== 'null')
    const plain = values.map(resolve)
    const anyString = plain.some((shape) => shape?.type === 'string' && !shape.enum && shape.const === undefined)
    const kept = anyString ? values.filter((_, index) => !isStringEnum(plain[index])) : values
    if (rest.properties || rest.allOf) return mergeIntoBranches(rest, kept)
    if (kept.length === 1 && !nullable) return { ...rewrite(kept[0]), ...describe(rest, kept[0]) }
    if (kept.length === 1 && !kept[0].$ref && typeof kept[0].type === 'string') {
      const only = rewrite(kept[0])
      return { ...only, type: [only.type, 'null'], ...describe(rest, kept[0]) }
    }
    const oneOf = [...kept.map(rewrite), ...(nullable ? [{ type: 'null' }] : [])]
    return { ...pick(rest, ['title', 'description']), oneOf, ...(discriminator && kept.length === union.length ? { discriminator } : {}) }
  }

  // An object with own members and a union of `required` alternatives becomes that object; branches with members are merged with it.
  const mergeIntoBranches = (own, branches) => {
    const inline = branches.map(resolve).filter((branch) => branch?.properties)
    return rewriteAllOf({ ...own, allOf: [...(own.allOf ?? []), ...inline.map((branch) => ({ ...branch, required: [] }))] })
  }

  // allOf of plain objects becomes one object: the generator drops inline members beside a $ref.
  const rewriteAllOf = (schema) => {
    const { allOf, ...own } = schema
    const parts = [...allOf.map(flatten), own]
    const objects = parts.every((part) => part && !part.oneOf && !part.anyOf && !part.$ref)
    if (!objects)
      return { ...pick(own, ['title', 'description']), allOf: [...allOf.map(rewrite), ...(own.properties ? [rewrite(own)] : [])] }
    const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {}))
    const required = [...new Set(parts.flatMap((part) => part.required ?? []))].filter((name) => name in properties)
    const last = Object.assign({}, ...parts)
    return rewrite({
      ...last,
      ...(Object.keys(properties).length > 0 ? { type: 'object', properties, required } : {}),
      ...pick(own, ['title', 'description']),
    })
  }

  const flatten = (schema) => {
    const shape = resolve(schema)
    if (!shape?.allOf) return shape
    const parts = [...shape.allOf.map(flatten), shape]
    return {
      ...shape,
      allOf: undefined,
      properties: Object.assign({}, ...parts.map((part) => part?.properties ?? {})),
      required: [...new Set(parts.flatMap((part) => part?.required ?? []))],
    }
  }

  return {
    openapi: document.openapi,
    info: document.info,
    paths: {},
    components: { schemas: mapValues(schemas, (schema) => named(rewrite(schema))) },
  }
}

const unionOf = (schema) => {
  if (Array.isArray(schema.oneOf)) return schema.oneOf
  if (Array.isArray(schema.anyOf)) return schema.anyOf
  const types = Array.isArray(schema.type) ? schema.type.filter((type) => type !== 'null') : []
  return types.length > 1 ? schema.type.map((type) => ({ ...schema, type })) : undefined
}
const validationOnly = [
  'not',
  'if',
  'then',
  'else',
  'examples',
  'example',
  'default',
  'dependentRequired',
  'patternProperties',
  'propertyNames',
]
// A component that only refers to another one: the generator writes an alias only for an allOf.
const named = (schema) => (schema.$ref ? { allOf: [schema] } : schema)
const isStringEnum = (shape) => Array.isArray(shape?.enum) || typeof shape?.const === 'string'
const mapValues = (object, change) => Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
const pick = (object, names) => Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name]]))
const describe = (schema, reference) => (reference.$ref ? {} : pick(schema, ['title', 'description']))
const typed = (value) =>
  typeof value === 'string'
    ? { type: 'string' }
    : typeof value === 'boolean'
      ? { type: 'boolean' }
      : typeof value === 'number'
        ? { type: Number.isInteger(value) ? 'integer' : 'number' }
        : {}
