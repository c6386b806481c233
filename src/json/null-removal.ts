import { isObject } from './object.js'
import { SteppedWalk } from './stepped-walk.js'

/** Members whose values are the client's own JSON, where null is a value: schemas, arguments and results. */
const own: ReadonlySet<string> = new Set([
  'parameters',
  'schema',
  'input_schema',
  'args',
  'arguments',
  'response',
  'parametersJsonSchema',
  'parameters_json_schema',
  'responseSchema',
  'response_schema',
  'responseJsonSchema',
  'response_json_schema',
])

/** Removes members that are null from a parsed value. */
export class NullRemoval extends SteppedWalk {
  /** Whether there were any so far. */
  removed = false

  protected override look(value: object, from: number): number {
    return Array.isArray(value) ? this.#lookAtItems(value, from) : this.#lookAtMembers(value as Record<string, unknown>)
  }

  #lookAtItems(items: readonly unknown[], from: number): number {
    const end = this.endOfStep(items, from)
    for (let index = from; index < end; index++) {
      const item = items[index]
      if (typeof item === 'object' && item !== null) this.add(item)
    }
    return end - from + 1
  }

  #lookAtMembers(object: Record<string, unknown>): number {
    let count = 1
    for (const name in object) {
      count++
      const member = object[name]
      if (typeof member !== 'object') continue
      if (member === null) {
        Reflect.deleteProperty(object, name)
        this.removed = true
      } else if (!isOwn(name, member)) this.add(member)
    }
    return count
  }
}

/** `input` is an object where it has the arguments of a tool call, and a list where it has items. */
function isOwn(name: string, member: object): boolean {
  return own.has(name) || (name === 'input' && isObject(member))
}
