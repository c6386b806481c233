import { isAscii, isUtf8 } from 'node:buffer'
import type { Lease } from '../access/lease.js'
import type { LimitSettings } from '../config/configuration.js'
import type { WireObject } from '../dialects/dialect.js'
import { GatewayFailure } from '../exchange/error.js'
import { withExactWireNumbers } from '../json/exact-numbers.js'
import { countValues, pointerAt, type JsonExcess } from '../json/scan.js'
import { DecidingMembers } from '../dialects/deciding-members.js'

/** Estimated memory of a value beside its characters: a slot in its list or object, and a share of that. */
const bytesPerValue = 32

export type BodyLimits = Pick<LimitSettings, 'json_depth' | 'json_values' | 'json_keys'>

/** A body within the limits, before it is parsed. */
export interface CountedBody {
  readonly text: string
  readonly longNumber: boolean
  readonly members: DecidingMembers
}

/** Parses the bytes of a body as a JSON object (promises P09). Throws a 400 that says what is wrong and where. */
export function parseBody(bytes: Buffer, limits: BodyLimits): WireObject {
  return parseCounted(countBody(bytes, limits))
}

/**
 * Counts the values of a body before it is parsed, so that none can block the process or exhaust its memory; takes that memory from
 * `lease`. Throws `GatewayFailure`.
 */
export function countBody(bytes: Buffer, limits: BodyLimits, lease?: Pick<Lease, 'hold'>): CountedBody {
  if (bytes.length === 0) throw invalid('The body is empty; a JSON object is expected.')
  const text = textOf(bytes)
  const members = new DecidingMembers()
  const { values, excess, longNumber, outOfRange } = countValues(
    text,
    { depth: limits.json_depth, values: limits.json_values, keys: limits.json_keys },
    members,
  )
  if (excess !== undefined) throw tooMuch(text, excess, limits)
  if (outOfRange !== undefined) throw tooLarge(pointerAt(text, outOfRange).slice(0, 200))
  lease?.hold(text.length * (text.length === bytes.length ? 1 : 2) + values * bytesPerValue)
  return { text, longNumber, members }
}

/** Throws a 400 for a body that is not a JSON object, or that parsers read differently. */
export function parseCounted({ text, longNumber, members }: CountedBody): WireObject {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw invalid(`The body is not valid JSON: ${jsonProblem(error)}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('The body must be a JSON object.')
  if (members.problem !== undefined) throw new GatewayFailure({ kind: 'invalid_request', ...members.problem })
  return (longNumber ? withExactWireNumbers(value, text) : value) as WireObject
}

function textOf(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1')
  if (!isUtf8(bytes)) throw invalid('The body is not valid UTF-8.')
  return bytes.toString('utf8', hasByteOrderMark(bytes) ? 3 : 0)
}

function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

function tooMuch(text: string, { limit, at }: JsonExcess, limits: BodyLimits): GatewayFailure {
  const pointer = pointerAt(text, at).slice(0, 200)
  const problem = {
    depth: `nests deeper than ${limits.json_depth} levels`,
    values: `holds more than ${limits.json_values} values (lists and objects count twice)`,
    keys: `holds more than ${limits.json_keys} members of objects`,
  }[limit]
  return new GatewayFailure({ kind: 'invalid_request', message: `The body ${problem}, at ${pointer}.`, param: pointer })
}

function tooLarge(param: string): GatewayFailure {
  return new GatewayFailure({ kind: 'invalid_request', message: `expected a number below 1.8e308 at ${param}`, param })
}

/** The parser's message without the quoted piece of the body. */
function jsonProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const position = /position (\d+)/.exec(message)
  return position === null ? 'it ends too early or is malformed.' : `problem at byte ${position[1] ?? '0'}.`
}

function invalid(message: string): GatewayFailure {
  return new GatewayFailure({ kind: 'invalid_request', message })
}
