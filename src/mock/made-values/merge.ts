import { isDeepStrictEqual } from 'node:util'
import { atPointer } from '../../contract/schema/json-schema.js'
import type { JsonSchema, SchemaObject } from '../../contract/schema/index.js'
import { isObject, listOf, objectOf } from '../../json/object.js'

import { isSchema, readable } from './reading.js'
import { TooMuchWork, Unmakeable, type Steps } from './unmakeable.js'

/** References and `allOf` inside one another. */
const deepest = 64

/** Makes of a schema, its references and its `allOf` one schema without either. */
export class Merger {
  constructor(
    private readonly root: SchemaObject,
    readonly steps: Steps,
  ) {}

  /** Unions stay as they are. `at`: the place of the value, for errors. */
  flat(schema: JsonSchema, at: string, depth = 0): SchemaObject {
    this.steps.take()
    if (depth > deepest) throw new TooMuchWork()
    if (schema === true) return {}
    if (schema === false) throw new Unmakeable(at, 'is forbidden by its schema')
    const { $ref, allOf, ...own } = readable(schema)
    let merged: SchemaObject = own
    if ($ref !== undefined) merged = this.both(this.flat(this.#target($ref, at), at, depth + 1), merged, at)
    for (const part of allOf ?? []) merged = this.both(merged, this.flat(part, at, depth + 1), at)
    return merged
  }

  #target($ref: string, at: string): JsonSchema {
    const found = $ref === '#' ? this.root : $ref.startsWith('#/') ? atPointer(this.root, $ref) : undefined
    if (isSchema(found)) return found
    throw new Unmakeable(at, `refers to ${JSON.stringify($ref.slice(0, 100))}, which is not in the schema`)
  }

  /** What both schemas demand. */
  both(one: SchemaObject, other: SchemaObject, at: string): SchemaObject {
    const merged: Record<string, unknown> = { ...one }
    for (const [keyword, value] of Object.entries(other)) {
      this.steps.take()
      const before = merged[keyword]
      merged[keyword] = before === undefined ? value : this.#combined(keyword, before, value, at)
    }
    return merged
  }

  #combined(keyword: string, before: unknown, value: unknown, at: string): unknown {
    switch (keyword) {
      case 'type': {
        const types = listOf([before].flat()).filter((type) => [value].flat().some((other) => narrower(type, other)))
        const more = [value].flat().filter((type) => type === 'integer' && [before].flat().includes('number'))
        if (types.length + more.length === 0) throw new Unmakeable(at, `must be ${String(before)} and ${String(value)} at once`)
        return [...types, ...more]
      }
      case 'enum': {
        this.steps.take(listOf(before).length * listOf(value).length)
        const common = listOf(before).filter((one) => listOf(value).some((other) => isDeepStrictEqual(one, other)))
        if (common.length === 0) throw new Unmakeable(at, 'has no value that all parts of its schema allow')
        return common
      }
      case 'required':
        return [...new Set([...listOf(before), ...listOf(value)])]
      case 'properties':
      case 'patternProperties':
      case '$defs':
      case 'definitions':
        return mergedProperties(objectOf(before) ?? {}, objectOf(value) ?? {})
      case 'minimum':
      case 'exclusiveMinimum':
      case 'minLength':
      case 'minItems':
      case 'minProperties':
        return Math.max(Number(before), Number(value))
      case 'maximum':
      case 'exclusiveMaximum':
      case 'maxLength':
      case 'maxItems':
      case 'maxProperties':
        return Math.min(Number(before), Number(value))
      case 'anyOf':
      case 'oneOf':
        return listOf(before).map((branch) => ({ allOf: [branch, { [keyword]: value }] }))
      case 'not':
        return { anyOf: [before, value] }
      case 'const':
      case 'pattern':
        if (isDeepStrictEqual(before, value)) return value
        throw new Unmakeable(at, `must have two values of ${keyword} at once`)
      case 'items':
      case 'additionalProperties':
        return before === false || value === false ? false : isObject(before) && isObject(value) ? { allOf: [before, value] } : value
      default:
        return value
    }
  }
}

const narrower = (type: unknown, other: unknown): boolean => type === other || (type === 'integer' && other === 'number')

function mergedProperties(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const merged = new Map(Object.entries(one))
  for (const [name, schema] of Object.entries(other)) {
    const before = merged.get(name)
    merged.set(name, before === undefined ? schema : { allOf: [before, schema] })
  }
  return Object.fromEntries(merged)
}
