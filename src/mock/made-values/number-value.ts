import type { SchemaObject } from '../../contract/schema/index.js'
import { numberOf } from '../../json/object.js'
import type { Random } from './random.js'
import { Unmakeable } from './unmakeable.js'

/** How far from its limit a number usually is. */
const usualRange = 100

/** A number of a schema of type `number` or `integer`. */
export function makeNumber(schema: SchemaObject, random: Random, integer: boolean, at: string): number {
  const step = numberOf(schema['multipleOf']) ?? (integer ? 1 : undefined)
  const above = limitOf(schema, 'minimum', 'exclusiveMinimum', Math.max)
  const below = limitOf(schema, 'maximum', 'exclusiveMaximum', Math.min)
  const low = above ?? (below === undefined || below > 0 ? 0 : below - usualRange)
  const high = below ?? low + usualRange
  if (step !== undefined && step > 0) {
    let first = Math.ceil(low / step)
    let last = Math.floor(high / step)
    if (first * step === schema['exclusiveMinimum']) first += 1
    if (last * step === schema['exclusiveMaximum']) last -= 1
    if (first > last) throw new Unmakeable(at, 'has limits between which there is no number')
    return random.whole(first, Math.min(last, first + 1e6)) * step
  }
  if (low > high) throw new Unmakeable(at, 'has limits between which there is no number')
  const tenth = Math.round((low + random.next() * (high - low)) * 10) / 10
  return tenth > low && tenth < high ? tenth : low + (high - low) / 2
}

function limitOf(
  schema: SchemaObject,
  inclusive: string,
  exclusive: string,
  tighter: (one: number, other: number) => number,
): number | undefined {
  const limits = [numberOf(schema[inclusive]), numberOf(schema[exclusive])].filter((limit) => limit !== undefined)
  return limits.length === 0 ? undefined : limits.reduce((one, other) => tighter(one, other))
}
