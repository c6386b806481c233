import { isObject } from '../../json/object.js'
import type { JsonSchema } from '../request.js'

/** Keywords of JSON Schema whose value is a schema, a list of schemas, or an object with schemas. */
const single: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'])
const lists: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const named: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

/** Applies `change` to a schema and to all schemas inside it, inner ones first. Returns the same object where nothing changed. */
export function mapSchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  let result: Record<string, unknown> | undefined
  for (const name of Object.keys(schema)) {
    const value = schema[name]
    const inner = mapMember(name, value, change)
    if (inner !== value) (result ??= { ...schema })[name] = inner
  }
  return change(result ?? schema)
}

function mapMember(name: string, value: unknown, change: (schema: JsonSchema) => JsonSchema): unknown {
  if (single.has(name) && isObject(value)) return mapSchema(value, change)
  if ((lists.has(name) || name === 'items') && Array.isArray(value)) {
    const items: unknown[] = value.map((item: unknown) => (isObject(item) ? mapSchema(item, change) : item))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!named.has(name) || !isObject(value)) return value
  const keys = Object.keys(value)
  const mapped = keys.map((key) => {
    const inner = value[key]
    return isObject(inner) ? mapSchema(inner, change) : inner
  })
  if (mapped.every((inner, index) => inner === value[keys[index] ?? ''])) return value
  return Object.fromEntries(keys.map((key, index) => [key, mapped[index]]))
}

/** Whether the schema's `type` names this type. */
export function hasType(schema: JsonSchema, name: string): boolean {
  const { type } = schema
  return type === name || (Array.isArray(type) && type.includes(name))
}

/** Removes keywords with the value `null`, which some providers refuse. Keywords whose value is any JSON may be null. */
export function withoutNulls(schema: JsonSchema): JsonSchema {
  const isKept = (name: string): boolean => schema[name] !== null || anyValue.has(name)
  // Nearly all schemas have none.
  return Object.keys(schema).every(isKept) ? schema : Object.fromEntries(Object.entries(schema).filter(([name]) => isKept(name)))
}

const anyValue: ReadonlySet<string> = new Set(['default', 'const', 'example'])
