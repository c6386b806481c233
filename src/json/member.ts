import { membersOf, type Member } from './scan.js'

/**
 * Sets a member of the object at the path in a JSON text: replaces its value, or adds it as the first member. No other character changes.
 * `undefined` where there is no object at the path. `value`: JSON.
 */
export function withMember(text: string, path: readonly string[], key: string, value: string): string | undefined {
  let start = Math.max(0, text.indexOf('{'))
  for (const step of path) {
    const inner = lastOf(text, start, step)
    if (inner === undefined || text[inner.start] !== '{') return undefined
    start = inner.start
  }
  const known = lastOf(text, start, key)
  if (known !== undefined) return text.slice(0, known.start) + value + text.slice(known.end)
  const [first] = membersOf(text, start, () => true)
  return `${text.slice(0, start + 1)}${JSON.stringify(key)}:${value}${first === undefined ? '' : ','}${text.slice(start + 1)}`
}

/** Of repeated members the last one counts. */
function lastOf(text: string, start: number, name: string): Member | undefined {
  return membersOf(text, start, (key) => key === name).at(-1)
}
