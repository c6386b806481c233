import { isObject } from '../json/object.js'

/** How a language writes JSON values. */
export interface Syntax {
  readonly null: string
  readonly true: string
  readonly false: string
  /** Between the braces and the members of an object on one line. */
  readonly padding: string
  /** After the last item of a list over several lines. */
  readonly lastComma: string
  /** A member's name with what separates it from its value. */
  readonly member: (name: string) => string
}

export const jsonSyntax: Syntax = {
  null: 'null',
  true: 'true',
  false: 'false',
  padding: '',
  lastComma: '',
  member: (name) => `${quoted(name)}: `,
}

/** An expression that stands as it is between literals. */
export class Expression {
  constructor(readonly code: string) {}
}

const widest = 76
const step = 2

/** A JSON value as a literal. Lines after the first begin with `indent` spaces. */
export function literal(value: unknown, syntax: Syntax, indent = 0, indentStep = step): string {
  if (value instanceof Expression) return value.code
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? syntax.true : syntax.false
  const deeper = indent + indentStep
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => literal(item, syntax, deeper, indentStep))
    return enclosed(items, ['[', ']'], '', syntax, indent, deeper)
  }
  if (!isObject(value)) return syntax.null
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => syntax.member(name) + literal(member, syntax, deeper, indentStep))
  return enclosed(members, ['{', '}'], syntax.padding, syntax, indent, deeper)
}

function enclosed(
  items: readonly string[],
  [open, close]: readonly [string, string],
  padding: string,
  { lastComma }: Syntax,
  indent: number,
  deeper: number,
): string {
  if (items.length === 0) return open + close
  const line = open + padding + items.join(', ') + padding + close
  if (indent + line.length <= widest && !line.includes('\n')) return line
  const margin = ' '.repeat(deeper)
  return `${open}\n${margin}${items.join(`,\n${margin}`)}${lastComma}\n${' '.repeat(indent)}${close}`
}

/** Control characters, line ends of other kinds, and marks that change the direction of the text around them. */
const invisible = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** A text in double quotes; the escapes of JSON mean the same in Python and JavaScript. */
export function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(invisible, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
