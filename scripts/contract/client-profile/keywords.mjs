// OpenAPI 3.0 without the keywords of validators: bounds, patterns, defaults and formats are checked by the gateway, in one place.
import { mapSchemas, nameOf, pick, texts } from './schemas.mjs'

export function knownKeywords(document) {
  const { schemas } = document.components
  const written = mapSchemas(
    mapSchemas(document, (schema) => mapInPlace(schema, schemas)),
    known,
  )
  const { license, ...info } = document.info
  return { ...written, openapi: '3.0.3', info: { ...pick(info, ['title', 'version', 'description']), license: pick(license, ['name']) } }
}

/** Some generators have no type for a map by reference that may be null. */
function mapInPlace(schema, schemas) {
  const map = schema.$ref && schema.nullable ? schemas[nameOf(schema)] : undefined
  return map?.type === 'object' && !map.properties ? { ...map, ...pick(schema, [...texts, 'nullable']) } : schema
}

function known(schema) {
  if (schema === true) return {}
  const own = pick(schema, [...texts, 'nullable', 'x-open-enum'])
  // In OpenAPI 3.0 nothing may stand beside `$ref`.
  if (schema.$ref) return Object.keys(own).length === 0 ? { $ref: schema.$ref } : { ...own, allOf: [{ $ref: schema.$ref }] }
  if (schema.oneOf) return { ...own, ...pick(schema, ['oneOf', 'discriminator', 'x-open', 'x-default-tag']) }
  const type = typeOf(schema)
  switch (type) {
    case 'object':
      return { ...own, type, ...members(schema) }
    case 'array':
      return { ...own, type, items: schema.items ?? {} }
    // Widths that hold every value: some generators take 32 bits where none is named.
    case 'integer':
      return { ...own, type, format: 'int64' }
    case 'number':
      return { ...own, type, format: 'double' }
    case 'string':
      return { ...own, type, ...values(schema), ...(schema.format === 'binary' ? { format: 'binary' } : {}) }
    case 'boolean':
      return { ...own, type }
    default:
      return own
  }
}

/** Without members it is a map; beside known members unknown ones may always come, which needs no words in OpenAPI. */
function members({ properties = {}, required = [], additionalProperties }) {
  if (Object.keys(properties).length === 0)
    return { additionalProperties: typeof additionalProperties === 'object' ? additionalProperties : {} }
  return { properties, ...(required.length > 0 ? { required } : {}) }
}

function values(schema) {
  const listed = schema.const === undefined ? schema.enum : [schema.const]
  return listed === undefined ? {} : { enum: listed, ...pick(schema, ['x-enum-descriptions']) }
}

function typeOf({ type, properties, items, enum: listed, const: constant }) {
  if (type !== undefined) return type
  if (properties) return 'object'
  if (items) return 'array'
  const value = constant ?? listed?.[0]
  return value === undefined ? undefined : typeof value
}
