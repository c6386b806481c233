import type { JsonSchema, SchemaObject } from '../../contract/schema/index.js'
import { listOf, numberOf, objectOf } from '../../json/object.js'
import type { Merger } from './merge.js'
import { isSchema } from './reading.js'
import { makeNumber } from './number-value.js'
import type { Random } from './random.js'
import { makeText } from './text-value.js'
import { TooMuchWork, Unmakeable, type Steps } from './unmakeable.js'

/** Below this depth only what is required is made, and unions take their simplest branch. */
const fullDepth = 3
const deepest = 64
const mostItems = 1000
const charactersInOneStep = 20

/** Makes values of schemas. A value may still break what {@link fits} alone reads. */
export class Maker {
  constructor(
    private readonly merger: Merger,
    private readonly random: Random,
    private readonly steps: Steps,
  ) {}

  make(schema: JsonSchema, at: string, depth: number): unknown {
    this.steps.take()
    if (depth > deepest) throw new Unmakeable(at, 'is nested too deeply')
    const flat = this.merger.flat(schema, at)
    if ('const' in flat) return flat.const
    if (flat.enum !== undefined) return this.random.pick(flat.enum) ?? null
    const branches = flat.oneOf ?? flat.anyOf
    if (branches !== undefined) return this.#branch(flat, branches, at, depth)
    return this.#ofType(flat, at, depth)
  }

  /** The first branch, in the order of the seed, of which a value can be made. */
  #branch(flat: SchemaObject, branches: readonly JsonSchema[], at: string, depth: number): unknown {
    const { oneOf, anyOf, ...own } = flat
    const rest = oneOf !== undefined && anyOf !== undefined ? { ...own, anyOf } : own
    const shuffled = this.random.shuffled(branches)
    this.steps.take(branches.length)
    const order = depth < fullDepth ? shuffled : shuffled.sort((one, other) => weight(one) - weight(other))
    let problem = new Unmakeable(at, 'has a union without branches')
    for (const branch of order)
      try {
        return this.make(this.merger.both(rest, this.merger.flat(branch, at), at), at, depth)
      } catch (error) {
        if (!(error instanceof Unmakeable) || error instanceof TooMuchWork) throw error
        problem = error
      }
    throw problem
  }

  #ofType(flat: SchemaObject, at: string, depth: number): unknown {
    switch (this.#typeOf(flat)) {
      case 'object':
        return this.#object(flat, at, depth)
      case 'array':
        return this.#list(flat, at, depth)
      case 'integer':
        return makeNumber(flat, this.random, true, at)
      case 'number':
        return makeNumber(flat, this.random, false, at)
      case 'boolean':
        return this.random.next() < 0.5
      case 'null':
        return null
      case 'string':
        return this.#text(flat, at)
      default:
        throw new Unmakeable(at, `has the unknown type ${String(flat.type)}`)
    }
  }

  #text(flat: SchemaObject, at: string): string {
    const text = makeText(flat, this.random, at)
    this.steps.take(Math.floor(text.length / charactersInOneStep))
    return text
  }

  #typeOf(flat: SchemaObject): string {
    const types = [flat.type ?? []].flat()
    const known = types.filter((type) => type !== 'null')
    if (types.length > 0) return this.random.pick(known) ?? 'null'
    if ('properties' in flat || 'required' in flat || 'additionalProperties' in flat || 'minProperties' in flat) return 'object'
    if ('items' in flat || 'prefixItems' in flat || 'minItems' in flat) return 'array'
    if ('minimum' in flat || 'maximum' in flat || 'multipleOf' in flat) return 'number'
    return 'string'
  }

  #object(flat: SchemaObject, at: string, depth: number): Record<string, unknown> {
    const properties = new Map(Object.entries(flat.properties ?? {}))
    const required = new Set(listOf(flat.required).map(String))
    const made = new Map<string, unknown>()
    for (const name of new Set([...properties.keys(), ...required])) {
      const isRequired = required.has(name)
      if (!isRequired && (depth >= fullDepth || this.random.next() < 0.3)) continue
      const value = this.#property(properties.get(name) ?? otherProperties(flat), `${at}/${name}`, depth + 1, isRequired)
      if (value !== undefined) made.set(name, value)
    }
    const least =
      numberOf(flat['minProperties']) ??
      (flat.properties === undefined && required.size === 0 && objectOf(flat['additionalProperties']) ? 1 : 0)
    if (least > mostItems) throw new Unmakeable(at, `must have ${least} properties; the mock makes at most ${mostItems}`)
    for (let number = 1; made.size < least; number++) {
      const name = `key${number}`
      if (!made.has(name)) made.set(name, this.make(otherProperties(flat), `${at}/${name}`, depth + 1))
    }
    return Object.fromEntries(made)
  }

  /** `undefined`: an optional property of which no value can be made. */
  #property(schema: JsonSchema, at: string, depth: number, isRequired: boolean): unknown {
    try {
      return this.make(schema, at, depth)
    } catch (error) {
      if (isRequired || !(error instanceof Unmakeable) || error instanceof TooMuchWork) throw error
      return undefined
    }
  }

  #list(flat: SchemaObject, at: string, depth: number): unknown[] {
    const first = listOf(flat['prefixItems']).filter(isSchema)
    const items = isSchema(flat['items']) ? flat['items'] : first.length > 0 ? false : true
    const least = Math.max(numberOf(flat['minItems']) ?? 0, numberOf(flat['minContains']) ?? 0)
    const most = numberOf(flat['maxItems']) ?? Infinity
    if (least > mostItems) throw new Unmakeable(at, `must have ${least} items; the mock makes at most ${mostItems}`)
    const usual = depth < fullDepth ? this.random.whole(1, 3) : 0
    const count = Math.min(most, Math.max(least, items === false ? first.length : Math.max(first.length, usual)))
    return Array.from({ length: count }, (_, index) => {
      const contained = index === first.length && isSchema(flat['contains']) ? flat['contains'] : true
      const schema = first[index] ?? items
      return this.make(contained === true ? schema : { allOf: [schema, contained] }, `${at}/${index}`, depth + 1)
    })
  }
}

function otherProperties(flat: SchemaObject): JsonSchema {
  return isSchema(flat['additionalProperties']) ? flat['additionalProperties'] : true
}

/** Simple branches first: those below which nothing more is nested. */
function weight(branch: JsonSchema): number {
  if (typeof branch === 'boolean') return 1
  if (branch.type === 'null') return 0
  if ('const' in branch || branch.enum !== undefined) return 1
  return branch.$ref === undefined && branch.type !== 'object' && branch.type !== 'array' ? 2 : 3
}
