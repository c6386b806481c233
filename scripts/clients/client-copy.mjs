// Writes the copy of the served contract for client generators of typed languages (Python, Go, Java): OpenAPI 3.0 with only the constructs
// from which all of them make code that compiles and reads every reply. Why: docs/decisions/clients-from-a-simpler-copy.md.
import { atPointer } from '../contract/documents.mjs'
import { clientOperations } from './client-operations.mjs'

export function clientCopy(document) {
  const schemas = document.components.schemas
  const resolve = (schema) => (schema?.$ref ? resolve(atPointer(document, schema.$ref)) : schema)
  const isOpen = (schema) => resolve(schema)?.['x-open'] === true

  const rewrite = (schema) => {
    if (schema === true || schema === undefined) return {}
    if (schema.$ref) return { $ref: schema.$ref }
    const union = unionOf(schema)
    if (union) return rewriteUnion(schema, union)
    if (schema.allOf) return rewrite(merged(schema))
    const { description, title } = schema
    const type = typeOf(schema)
    return { ...without({ title, description }), ...rewritePlain(schema, type) }
  }

  const rewritePlain = (schema, type) => {
    if (type === 'object') return rewriteObject(schema)
    if (type === 'array') return { type, items: withNull(schema.items) }
    // Widths for all values: Go's default is 32 bits.
    if (type === 'integer') return { type, format: 'int64' }
    if (type === 'number') return { type, format: 'double' }
    if (type === 'boolean') return { type }
    if (type !== 'string') return {}
    const values = schema.const === undefined ? schema.enum : [schema.const]
    const known = values && oneSpelling(values.filter((value) => typeof value === 'string'))
    return { type, ...(known?.length > 0 ? { enum: known } : {}), ...(schema.format === 'binary' ? { format: 'binary' } : {}) }
  }

  const rewriteObject = (schema) => {
    const spellings = oneSpelling(Object.keys(schema.properties ?? {}).toSorted((a, b) => Number(/_/.test(a)) - Number(/_/.test(b))))
    const properties = Object.fromEntries(spellings.map((name) => [name, rewrite(schema.properties[name])]))
    const required = (schema.required ?? []).filter((name) => name in properties && !acceptsNull(schema.properties[name]))
    const rest = schema.additionalProperties
    const values = rest !== undefined && typeof rest === 'object' ? { additionalProperties: withNull(rest) } : {}
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
      // Without members it is a free map; with members, unknown ones are kept.
      ...(Object.keys(properties).length === 0 && !values.additionalProperties ? { additionalProperties: {} } : values),
    }
  }

  // A nullable member becomes an optional one: the gateway treats null and absence alike.
  const rewriteUnion = (schema, union) => {
    const branches = union.filter((branch) => resolve(branch)?.type !== 'null')
    const { title, description } = schema
    if (schema.properties)
      return rewrite({ ...without({ title, description }), ...merged({ ...schema, oneOf: undefined, anyOf: undefined }, branches) })
    const shapes = branches.map(resolve)
    const anyString = shapes.some((shape) => shape.type === 'string' && !shape.enum && shape.const === undefined)
    const kept = anyString ? branches.filter((_, index) => !isStringEnum(shapes[index])) : branches
    if (kept.length === 1) return kept[0].$ref ? { $ref: kept[0].$ref } : { ...without({ title, description }), ...rewrite(kept[0]) }
    return { ...without({ title, description }), anyOf: firstMatchOrder(kept).map(rewrite) }
  }

  // Generated readers use the first branch that matches: those without required members come late, the one for unknown tags last.
  const firstMatchOrder = (branches) => {
    const rank = (branch) => (isOpen(branch) ? 2 : resolve(branch).type === 'object' && !(resolve(branch).required?.length > 0) ? 1 : 0)
    return branches.toSorted((a, b) => rank(a) - rank(b))
  }

  /** One object of all parts of an allOf; members of alternatives become optional members. */
  const merged = ({ allOf = [], ...own }, alternatives = []) => {
    const parts = [...allOf.map((part) => flat(part)), own]
    const optional = alternatives.map((part) => flat(part))
    return {
      ...Object.assign({}, ...parts),
      allOf: undefined,
      properties: Object.assign({}, ...[...parts, ...optional].map((part) => part.properties ?? {})),
      required: [...new Set(parts.flatMap((part) => part.required ?? []))],
    }
  }
  const flat = (part) => {
    const shape = resolve(part)
    return shape.allOf ? merged(shape) : shape
  }

  const withNull = (schema) => {
    const written = rewrite(schema ?? {})
    if (!acceptsNull(schema)) return written
    // The Go generator has no type for a nullable map.
    if (written.$ref && !resolve(written).properties) return {}
    return written.$ref ? { allOf: [written], nullable: true } : { ...written, nullable: true }
  }

  const acceptsNull = (schema) => {
    const shape = resolve(schema)
    if (shape === undefined || shape === true) return false
    if (Array.isArray(shape.type)) return shape.type.includes('null')
    return shape.type === 'null' || (shape.oneOf ?? shape.anyOf ?? []).some(acceptsNull)
  }

  return {
    openapi: '3.0.3',
    info: { ...document.info, summary: undefined, license: { name: document.info.license.name } },
    servers: document.servers,
    tags: document.tags,
    paths: clientOperations(document.paths, rewrite),
    components: { securitySchemes: document.components.securitySchemes, schemas: named(mapValues(schemas, rewrite)) },
  }
}

/** Names inline enums, such as a union's tags: Go checks only named ones, and without the check the first branch always matches. */
export function withNamedEnums(copy) {
  const added = {}
  const rename = (name, schema) => {
    if (!schema.properties) return schema
    const properties = Object.fromEntries(
      Object.entries(schema.properties).map(([member, value]) => {
        if (value.type !== 'string' || !value.enum) return [member, value]
        const title = `${name}${pascal(member)}`
        const { description, ...shape } = value
        added[title] = shape
        return [member, { ...(description === undefined ? {} : { description }), allOf: [{ $ref: `#/components/schemas/${title}` }] }]
      }),
    )
    return { ...schema, properties }
  }
  const schemas = Object.fromEntries(Object.entries(copy.components.schemas).map(([name, schema]) => [name, rename(name, schema)]))
  for (const name of Object.keys(added)) if (name in schemas) throw new Error(`the enum's name ${name} is taken`)
  return { ...copy, components: { ...copy.components, schemas: { ...schemas, ...added } } }
}

/** Of several spellings that become one name in code (`mime_type` and `mimeType`, `image` and `image[]`) the first is kept, of a list the one with `[]`. */
const oneSpelling = (names) => {
  const plain = (name) => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
  const kept = new Map()
  for (const name of names) if (!kept.has(plain(name)) || name.endsWith('[]')) kept.set(plain(name), name)
  return [...kept.values()]
}
const unionOf = (schema) => {
  if (Array.isArray(schema.oneOf)) return withoutSingle(schema.oneOf)
  if (Array.isArray(schema.anyOf)) return withoutSingle(schema.anyOf)
  const types = Array.isArray(schema.type) ? schema.type.filter((type) => type !== 'null') : []
  return types.length > 1 ? types.map((type) => ({ ...schema, type })) : undefined
}
/** Where the contract allows one object in place of a list, clients write the list. */
const withoutSingle = (union) => {
  const lists = union.filter(({ type, items }) => type === 'array' && items?.$ref !== undefined).map(({ items }) => items.$ref)
  return lists.length === 0 ? union : union.filter(({ $ref }) => $ref === undefined || !lists.includes($ref))
}
const typeOf = (schema) => {
  const { type, properties, items, enum: values, const: constant } = schema
  if (Array.isArray(type)) return type.find((name) => name !== 'null')
  if (type !== undefined) return type
  if (properties) return 'object'
  if (items) return 'array'
  const value = constant ?? values?.[0]
  return value === undefined ? undefined : typeof value
}
/** Components that only refer to another one. */
const named = (schemas) => mapValues(schemas, (schema) => (schema.$ref ? { allOf: [schema] } : schema))
const isStringEnum = (shape) => Array.isArray(shape?.enum) || typeof shape?.const === 'string'
const mapValues = (object, change) => Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
const without = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
const pascal = (name) => name.replace(/(^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_match, _separator, letter) => letter.toUpperCase())
