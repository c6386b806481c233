// Null as OpenAPI 3.0 writes it, `nullable: true`; a member that may be null may be left out: to the gateway both mean the same.
import { mapSchemas, resolver, texts, pick, unionOf } from './schemas.mjs'

export function nullable(document) {
  const resolve = resolver(document)
  const acceptsNull = (schema) => {
    const shape = resolve(schema)
    if (shape === undefined || shape === true) return false
    if (shape.nullable === true) return true
    return isNull(shape) || [shape.type].flat().includes('null') || shape.enum?.includes(null) || (unionOf(shape) ?? []).some(acceptsNull)
  }
  return mapSchemas(document, (schema) => {
    const written = schema.required ? optionalMembers(schema) : schema
    if (Array.isArray(written.type)) return ofTypes(written)
    if (written.enum?.includes(null)) return { ...written, enum: written.enum.filter((value) => value !== null), nullable: true }
    const branches = unionOf(written)
    return branches?.some(isNull) ? withoutNull(written, branches) : written
  })

  function optionalMembers(schema) {
    const required = schema.required.filter((name) => !acceptsNull(schema.properties?.[name]))
    const { required: _, ...rest } = schema
    return required.length > 0 ? { ...rest, required } : rest
  }
}

const isNull = (schema) => schema.type === 'null'

/** `type: [string, null]` is a nullable string, `type: [integer, string]` a union. */
function ofTypes({ type, ...schema }) {
  const types = type.filter((name) => name !== 'null')
  const also = types.length < type.length ? { nullable: true } : {}
  const own = { ...schema, ...(schema.enum ? { enum: schema.enum.filter((value) => value !== null) } : {}) }
  if (types.length === 1) return { ...own, type: types[0], ...also }
  return { ...pick(own, texts), oneOf: types.map((name) => ({ type: name, ...pick(own, keywordsOf[name]) })), ...also }
}
const keywordsOf = {
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items'],
  string: [],
  integer: [],
  number: [],
  boolean: [],
}

function withoutNull({ oneOf: _one, anyOf: _any, ...schema }, branches) {
  const rest = branches.filter((branch) => !isNull(branch))
  if (rest.length > 1) return { ...schema, oneOf: rest, nullable: true }
  return { ...rest[0], ...pick(schema, texts), nullable: true }
}
