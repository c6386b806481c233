import { isObject } from '../../src/json/object.js'

/** The value, and copies of it with each member or item, at any depth, removed or replaced. */
export function* variants(value: unknown): Generator {
  yield value
  for (const other of [5, 'text', null, [], {}, { type: 'ghost' }]) yield other
  if (Array.isArray(value))
    for (const [index, item] of value.entries())
      for (const variant of variants(item)) yield value.map((kept: unknown, at) => (at === index ? variant : kept))
  else if (isObject(value))
    for (const [name, member] of Object.entries(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
      for (const variant of variants(member)) yield { ...value, [name]: variant }
    }
}
