import { isObject } from './object.js'

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

/** Members of lists and objects that one step looks at; somewhat more where one of them has more. */
const membersOfStep = 20_000

/** Removes members that are null from a parsed value, in steps, since there may be very many. */
export class NullRemoval {
  /** Whether there were any so far. */
  removed = false
  readonly #waiting: object[] = []

  constructor(value: object) {
    this.#waiting.push(value)
  }

  /** Looks at some of the value; `true`: at the rest of it. */
  step(): boolean {
    for (let seen = 0; seen < membersOfStep;) {
      const value = this.#waiting.pop()
      if (value === undefined) return true
      seen += Array.isArray(value) ? this.#lookAtItems(value) : this.#lookAtMembers(value as Record<string, unknown>)
    }
    return false
  }

  #lookAtItems(items: readonly unknown[]): number {
    for (const item of items) if (typeof item === 'object' && item !== null) this.#waiting.push(item)
    return items.length + 1
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
      } else if (!isOwn(name, member)) this.#waiting.push(member)
    }
    return count
  }
}

/** `input` is an object where it has the arguments of a tool call, and a list where it has items. */
function isOwn(name: string, member: object): boolean {
  return own.has(name) || (name === 'input' && isObject(member))
}
