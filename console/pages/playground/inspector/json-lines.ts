import { isObject, parseJson } from '../../../../src/json/object.js'
import { pointer as pointerTo } from '../../../../src/json/pointer.js'

export interface JsonLine {
  readonly text: string
  /** JSON pointer of the value that begins on the line; that of its container for a closing bracket. */
  readonly pointer: string
}

/** Longest text of one value that is shown; base64 of pictures is longer. */
const longest = 2000

/** JSON over several lines, each with the pointer of what it shows; text that is no JSON line by line, without pointers. */
export function jsonLines(text: string): readonly JsonLine[] {
  const value = parseJson(text)
  if (value === undefined) return text.split('\n').map((line) => ({ text: shortened(line), pointer: '' }))
  const lines: JsonLine[] = []
  write(lines, value, '', '', '')
  return lines
}

/** Each value below the whole, by its pointer. */
export function jsonPointers(value: unknown, pointer = '', found = new Map<string, unknown>()): ReadonlyMap<string, unknown> {
  if (pointer !== '') found.set(pointer, value)
  const members: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, index) => [String(index), item])
    : isObject(value)
      ? Object.entries(value)
      : []
  for (const [name, member] of members) jsonPointers(member, pointerTo(pointer, name), found)
  return found
}

function write(lines: JsonLine[], value: unknown, pointer: string, before: string, after: string): void {
  const indent = /^ */.exec(before)?.[0] ?? ''
  if (Array.isArray(value) && value.length > 0) {
    lines.push({ text: `${before}[`, pointer })
    for (const [index, item] of value.entries())
      write(lines, item, pointerTo(pointer, index), `${indent}  `, index < value.length - 1 ? ',' : '')
    lines.push({ text: `${indent}]${after}`, pointer })
  } else if (isObject(value) && Object.keys(value).length > 0) {
    lines.push({ text: `${before}{`, pointer })
    const entries = Object.entries(value)
    for (const [index, [name, member]] of entries.entries())
      write(lines, member, pointerTo(pointer, name), `${indent}  ${JSON.stringify(name)}: `, index < entries.length - 1 ? ',' : '')
    lines.push({ text: `${indent}}${after}`, pointer })
  } else lines.push({ text: `${before}${shortened(JSON.stringify(value))}${after}`, pointer })
}

function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)} … (${text.length.toLocaleString('en')} characters)`
}

/** Whether a pointer is the given one or lies below it. */
export function isWithin(pointer: string, container: string): boolean {
  return container !== '' && (pointer === container || pointer.startsWith(`${container}/`))
}
