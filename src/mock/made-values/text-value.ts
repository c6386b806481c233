import type { SchemaObject } from '../../contract/schema/index.js'
import { parsePattern, textOfPattern } from './pattern.js'
import type { Random } from './random.js'
import { Unmakeable } from './unmakeable.js'

const words = ['amber', 'birch', 'copper', 'delta', 'ember', 'fjord', 'garnet', 'harbor', 'indigo', 'juniper', 'kelp', 'linen', 'maple']

const longestText = 10_000

/** A text of a schema of type `string`. */
export function makeText(schema: SchemaObject, random: Random, at: string): string {
  const least = typeof schema['minLength'] === 'number' ? schema['minLength'] : 0
  const most = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : Infinity
  if (least > longestText) throw new Unmakeable(at, `must have at least ${least} characters; the mock writes at most ${longestText}`)
  const formatted = typeof schema['format'] === 'string' ? formats.get(schema['format'])?.(random) : undefined
  if (formatted !== undefined) return formatted
  if (typeof schema['pattern'] === 'string') return ofPattern(schema['pattern'], random, least, at)
  let text = random.pick(words) ?? ''
  while (text.length < least) text += ` ${random.pick(words) ?? ''}`
  return text.length > most || least === most ? text.slice(0, most).replace(/ $/, 's') : text
}

function ofPattern(source: string, random: Random, least: number, at: string): string {
  const pattern = parsePattern(source)
  if (pattern === undefined)
    throw new Unmakeable(at, `has the pattern ${JSON.stringify(source.slice(0, 100))}, for which the mock cannot make a text`)
  return textOfPattern(pattern, random, Math.max(1, least))
}

const two = (value: number): string => String(value).padStart(2, '0')
const dateOf = (random: Random): string => `2026-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}`
const timeOf = (random: Random): string => `${two(random.whole(0, 23))}:${two(random.whole(0, 59))}:00Z`
const hex = (random: Random, length: number): string => Array.from({ length }, () => random.whole(0, 15).toString(16)).join('')
const word = (random: Random): string => random.pick(words) ?? ''

/** Only reserved names and addresses, so that none of these values exists. */
const formats: ReadonlyMap<string, (random: Random) => string> = new Map<string, (random: Random) => string>([
  ['date-time', (random) => `${dateOf(random)}T${timeOf(random)}`],
  ['date', dateOf],
  ['time', timeOf],
  ['duration', (random) => `PT${random.whole(1, 59)}M`],
  ['email', (random) => `${word(random)}@example.com`],
  ['idn-email', (random) => `${word(random)}@example.com`],
  ['hostname', (random) => `${word(random)}.example.com`],
  ['idn-hostname', (random) => `${word(random)}.example.com`],
  ['ipv4', (random) => `192.0.2.${random.whole(1, 254)}`],
  ['ipv6', (random) => `2001:db8::${random.whole(1, 9999)}`],
  ['uri', (random) => `https://example.com/${word(random)}`],
  ['url', (random) => `https://example.com/${word(random)}`],
  ['iri', (random) => `https://example.com/${word(random)}`],
  ['uri-reference', (random) => `/${word(random)}`],
  ['uri-template', (random) => `/${word(random)}/{id}`],
  ['uuid', (random) => `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`],
  ['json-pointer', (random) => `/${word(random)}`],
  ['relative-json-pointer', () => '0'],
  ['regex', (random) => `^${word(random)}$`],
  ['byte', (random) => Buffer.from(word(random)).toString('base64')],
])
