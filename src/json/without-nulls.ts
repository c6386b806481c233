import { isObject } from './object.js'

/** Members that hold the client's own JSON, in which a null is a value: schemas, arguments and results. */
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

/** The value without members that are null, as if they had been left out; the same value where there are none. */
export function withoutNulls<T>(value: T): T {
  return stripped(value) as T
}

function stripped(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(stripped)
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  // A number that keeps its digits is an object of its own kind.
  if (!isObject(value) || JSON.isRawJSON(value)) return value
  const kept: Record<string, unknown> = {}
  let changed = false
  for (const [name, member] of Object.entries(value)) {
    const inner = isOwn(name, member) ? member : stripped(member)
    if (inner === null) changed = true
    else {
      kept[name] = inner
      if (inner !== member) changed = true
    }
  }
  return changed ? kept : value
}

/** `input` is the object that a call was made with, or a list of items. */
function isOwn(name: string, member: unknown): boolean {
  return member !== null && (own.has(name) || (name === 'input' && isObject(member)))
}
