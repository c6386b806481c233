import { pointer } from '../../../json/pointer.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { JsonSchema } from '../../../exchange/request.js'
import { isObject } from '../../../json/object.js'

/** Numbers of the provider's `Type` enum. */
const typeNames = [undefined, 'string', 'number', 'integer', 'boolean', 'array', 'object', 'null']

/** Members with a 64-bit integer, which the JSON of protocol buffers may write as text. */
const counts: ReadonlySet<string> = new Set(['maxItems', 'minItems', 'minProperties', 'maxProperties', 'minLength', 'maxLength'])

const canonicalOf: ReadonlyMap<string, string> = new Map(
  [...counts, 'anyOf', 'propertyOrdering', 'additionalProperties'].map((name) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    name,
  ]),
)

/**
 * Google's `Schema` (https://ai.google.dev/api/caching#Schema) as JSON Schema: type names in lower case, `nullable` as a second type, no
 * `propertyOrdering`. Members of plain JSON Schema stay unchanged.
 */
export function toJsonSchema(schema: JsonSchema, at: string, ledger: LossLedger): JsonSchema {
  const entries: [string, unknown][] = []
  const nullable = schema['nullable'] === true
  for (const [name, value] of Object.entries(schema)) {
    const member = canonicalOf.get(name) ?? name
    const place = pointer(at, name)
    if (member === 'nullable') continue
    if (member === 'propertyOrdering') ledger.drop(place, 'JSON Schema does not order properties')
    else if (member === 'type') addType(entries, value, nullable)
    else if (member === 'properties' || member === '$defs') entries.push([member, mapMembers(value, place, ledger)])
    else if (member === 'anyOf' || member === 'oneOf') entries.push([member, alternatives(value, nullable, place, ledger)])
    else if (member === 'items' || member === 'additionalProperties') entries.push([member, schemaOr(value, place, ledger)])
    else if (member === 'enum' && nullable && Array.isArray(value))
      entries.push([member, value.includes(null) ? value : [...(value as unknown[]), null]])
    else if (member === 'format' && value === 'enum') ledger.move(place, 'not needed: the list of values decides')
    else if (member === 'example') entries.push(['examples', [value]])
    else if (counts.has(member)) entries.push([member, typeof value === 'string' ? Number(value) : value])
    else entries.push([member, value])
  }
  const plain = Object.fromEntries(entries)
  // A `type` beside a `$ref` could only narrow it, so null is an alternative to the reference.
  return nullable && plain['$ref'] !== undefined ? { anyOf: [plain, { type: 'null' }] } : plain
}

/** The alternatives of an `anyOf`, with null as one more where the schema is `nullable`. */
function alternatives(value: unknown, nullable: boolean, at: string, ledger: LossLedger): unknown {
  const list = mapItems(value, at, ledger)
  if (!nullable || !Array.isArray(list) || list.some(allowsNull)) return list
  return [...(list as unknown[]), { type: 'null' }]
}

function allowsNull(schema: unknown): boolean {
  if (!isObject(schema)) return false
  const { type } = schema
  return type === 'null' || (Array.isArray(type) && type.includes('null'))
}

function addType(entries: [string, unknown][], type: unknown, nullable: boolean): void {
  const names = (Array.isArray(type) ? type : [type]).map(typeName).filter((name) => name !== undefined)
  if (nullable && !names.includes('null')) names.push('null')
  if (names.length > 0) entries.push(['type', names.length === 1 ? names[0] : names])
}

function typeName(type: unknown): string | undefined {
  if (typeof type === 'number') return typeNames[type]
  return typeof type === 'string' && type !== 'TYPE_UNSPECIFIED' ? type.toLowerCase() : undefined
}

function mapMembers(value: unknown, at: string, ledger: LossLedger): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, schemaOr(inner, pointer(at, name), ledger)]))
}

function mapItems(value: unknown, at: string, ledger: LossLedger): unknown {
  return Array.isArray(value) ? value.map((inner, index) => schemaOr(inner, pointer(at, index), ledger)) : value
}

function schemaOr(value: unknown, at: string, ledger: LossLedger): unknown {
  return isObject(value) ? toJsonSchema(value, at, ledger) : value
}

/** Whether a schema of arguments is an object without properties, which Google refuses: such a function is declared without a schema. */
export function hasNoArguments(schema: JsonSchema): boolean {
  return Object.entries(schema).every(([name, value]) => {
    if (name === 'type') return value === 'object'
    if (name === 'properties') return isObject(value) && Object.keys(value).length === 0
    if (name === 'required') return Array.isArray(value) && value.length === 0
    return name === '$schema' || (name === 'additionalProperties' && value === false)
  })
}
