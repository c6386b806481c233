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

/** The value without members that are null; the same value where there are none. */
export function withoutNulls<T>(value: T): T {
  return stripped(value) as T
}

function stripped(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(stripped)
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  // Raw JSON (see `exact-numbers.ts`) is an object without members.
  if (!isObject(value) || JSON.isRawJSON(value)) return value
  const members = Object.entries(value)
  let changed = false
  for (const member of members) {
    const [name, inner] = member
    if (isOwn(name, inner)) continue
    member[1] = stripped(inner)
    if (member[1] === null || member[1] !== inner) changed = true
  }
  // Most have none: a copy of many members takes long.
  return changed ? Object.fromEntries(members.filter(([, inner]) => inner !== null)) : value
}

/** `input` is an object where it has the arguments of a tool call, and a list where it has items. */
function isOwn(name: string, member: unknown): boolean {
  return member !== null && (own.has(name) || (name === 'input' && isObject(member)))
}
