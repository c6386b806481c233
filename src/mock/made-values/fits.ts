import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema, SchemaObject } from '../../contract/schema/index.js'
import { isObject, listOf, numberOf, objectOf } from '../../json/object.js'
import type { Merger } from './merge.js'
import { isSchema } from './reading.js'
import { Unmakeable } from './unmakeable.js'

/**
 * Whether a made value fits its schema. Patterns and formats are not read: texts are made of them, and a client's pattern could take for
 * ever to match.
 */
export function fits(value: unknown, schema: JsonSchema, merger: Merger): boolean {
  const flat = flatOf(schema, merger)
  return (
    flat !== undefined &&
    fitsType(value, flat) &&
    (!('const' in flat) || isDeepStrictEqual(value, flat.const)) &&
    (flat.enum === undefined || isOneOf(value, flat.enum, merger)) &&
    (typeof value !== 'number' || numberFits(value, flat)) &&
    (typeof value !== 'string' || within(Array.from(value).length, flat, 'Length')) &&
    (!Array.isArray(value) || listFits(value, flat, merger)) &&
    (!isObject(value) || objectFits(value, flat, merger)) &&
    combinationsFit(value, flat, merger)
  )
}

function isOneOf(value: unknown, list: readonly unknown[], merger: Merger): boolean {
  merger.steps.take(list.length)
  return list.some((one) => isDeepStrictEqual(value, one))
}

/** `undefined`: nothing fits. */
function flatOf(schema: JsonSchema, merger: Merger): SchemaObject | undefined {
  try {
    return merger.flat(schema, '')
  } catch (error) {
    if (error instanceof Unmakeable && error.name === 'Unmakeable') return undefined
    throw error
  }
}

function combinationsFit(value: unknown, flat: SchemaObject, merger: Merger): boolean {
  const fit = (schema: unknown): boolean => !isSchema(schema) || fits(value, schema, merger)
  if (flat.anyOf !== undefined && !flat.anyOf.some(fit)) return false
  if (flat.oneOf !== undefined && flat.oneOf.filter(fit).length !== 1) return false
  if (isSchema(flat['not']) && fit(flat['not'])) return false
  if (!isSchema(flat['if'])) return true
  return fit(fit(flat['if']) ? flat['then'] : flat['else'])
}

function fitsType(value: unknown, { type }: SchemaObject): boolean {
  if (type === undefined) return true
  return [type].flat().some((name) => {
    if (name === 'null') return value === null
    if (name === 'array') return Array.isArray(value)
    if (name === 'object') return isObject(value)
    return name === 'integer' ? Number.isInteger(value) : typeof value === name
  })
}

function numberFits(value: number, flat: SchemaObject): boolean {
  const above = numberOf(flat['exclusiveMinimum'])
  const below = numberOf(flat['exclusiveMaximum'])
  const inside = value >= (numberOf(flat['minimum']) ?? -Infinity) && value <= (numberOf(flat['maximum']) ?? Infinity)
  return inside && (above === undefined || value > above) && (below === undefined || value < below)
}

function within(count: number, flat: SchemaObject, what: 'Length' | 'Items' | 'Properties'): boolean {
  return count >= (numberOf(flat[`min${what}`]) ?? 0) && count <= (numberOf(flat[`max${what}`]) ?? Infinity)
}

function listFits(list: readonly unknown[], flat: SchemaObject, merger: Merger): boolean {
  if (!within(list.length, flat, 'Items')) return false
  if (flat['uniqueItems'] === true && list.some((one, at) => isOneOf(one, list.slice(0, at), merger))) return false
  const first = listOf(flat['prefixItems'])
  const fit = (value: unknown, schema: unknown): boolean => !isSchema(schema) || fits(value, schema, merger)
  if (!list.every((value, at) => fit(value, first[at] ?? flat['items']))) return false
  return !isSchema(flat['contains']) || list.some((value) => fit(value, flat['contains']))
}

function objectFits(value: Readonly<Record<string, unknown>>, flat: SchemaObject, merger: Merger): boolean {
  const names = Object.keys(value)
  const missing = (wanted: unknown): boolean => listOf(wanted).some((name) => !Object.hasOwn(value, String(name)))
  if (!within(names.length, flat, 'Properties') || missing(flat.required)) return false
  const dependent = Object.entries(objectOf(flat['dependentRequired']) ?? {})
  if (dependent.some(([name, others]) => Object.hasOwn(value, name) && missing(others))) return false
  return names.every((name) => {
    const own = flat.properties !== undefined && Object.hasOwn(flat.properties, name) ? flat.properties[name] : undefined
    const schema = own ?? flat['additionalProperties']
    return !isSchema(schema) || fits(value[name], schema, merger)
  })
}
