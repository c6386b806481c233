import { isAscii, isUtf8 } from 'node:buffer'
import type { Lease } from '../access/lease.js'
import type { LimitSettings } from '../config/configuration.js'
import type { WireObject } from '../dialects/dialect.js'
import { leavePiece } from '../engine/garbage.js'
import { GatewayFailure } from '../exchange/error.js'
import { withExactWireNumbers } from '../json/exact-numbers.js'
import { countValues, type JsonCount, type JsonExcess, type JsonLimits } from '../json/count-values.js'
import { objectOf, parseObject, type JsonObject } from '../json/object.js'
import { pointerAt } from '../json/scan.js'
import { JsonProblem, SteppedParse } from '../json/stepped-parse.js'
import { countInTurns, parseInTurns, pointerInTurns } from '../relay/large-json.js'
import { OneByOne } from '../relay/one-by-one.js'
import { ownTurn } from '../relay/own-turn.js'
import { DecidingMembers } from '../dialects/deciding-members.js'
import { freeBytes } from './joined-bytes.js'

/** Estimated memory of a value beside its characters: a slot in its list or object, and a share of that. */
export const bytesPerValue = 32

/** The garbage of smaller bodies is collected soon enough by itself. */
const garbageBytes = 8 * 1024 * 1024

/** For large bodies: the text of one, which may count as memory only when its values are counted, is there at a time. */
export const largeBodies = new OneByOne()

export type BodyLimits = Pick<LimitSettings, 'json_depth' | 'json_values' | 'json_keys'>

/** A body within the limits, before it is parsed. */
interface CountedBody {
  readonly text: string
  readonly longNumber: boolean
  readonly members: DecidingMembers
}

/** Parses the bytes of a body as a JSON object. Throws a 400 that says what is wrong and where. */
export function parseBody(bytes: Buffer, limits: BodyLimits, lease?: BodyLease): WireObject {
  return parseCounted(countBody(bytes, limits, lease))
}

/**
 * Counts the values of a body before it is parsed, so that none can block the process or exhaust its memory; takes that memory from
 * `lease`. Throws `GatewayFailure`.
 */
function countBody(bytes: Buffer, limits: BodyLimits, lease?: BodyLease): CountedBody {
  const { text, unheld } = textOf(bytes, lease)
  const members = new DecidingMembers()
  const count = countValues(text, jsonLimits(limits), members)
  const place = placeOf(count)
  if (place !== undefined) throw refusal(count, pointerAt(text, place), limits)
  return taken({ text, unheld, count, members }, lease)
}

function parseCounted({ text, longNumber, members }: CountedBody): WireObject {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw notJson(text)
  }
  return checked(longNumber ? withExactWireNumbers(value, text) : value, members)
}

/**
 * {@link parseBody} for a large body, in many turns of the event loop, so that other requests are served between them. The bytes of a body
 * that is refused are freed.
 */
export function parseLargeBody(bytes: Buffer, limits: BodyLimits, lease?: BodyLease): Promise<WireObject> {
  return readInItsTurn(bytes, () => parseInItsTurn(bytes, limits, lease))
}

/** Reads a large body as one of {@link largeBodies}; its bytes are freed where that throws. */
export function readInItsTurn<Value>(bytes: Buffer, read: () => Promise<Value>): Promise<Value> {
  return largeBodies.run(async () => {
    try {
      return await read()
    } catch (refusal) {
      freeBytes(bytes)
      throw refusal
    }
  })
}

/** {@link parseLargeBody} for what runs as one of {@link largeBodies}. */
export async function parseInItsTurn(bytes: Buffer, limits: BodyLimits, lease?: BodyLease): Promise<WireObject> {
  const { text, longNumber, members } = await countLarge(bytes, limits, lease)
  return checked(await parsedInTurns(text, longNumber), members)
}

/**
 * The event of a client of a realtime session, within the limits of a body. `undefined`: it is not a JSON object.
 * Throws `GatewayFailure`.
 */
export function readEvent(bytes: Buffer, limits: BodyLimits): JsonObject | undefined {
  return bytes.length === 0 ? undefined : parseObject(countBody(bytes, limits).text)
}

/** {@link readEvent} for a large event, in many turns of the event loop. */
export function readLargeEvent(bytes: Buffer, limits: BodyLimits): Promise<JsonObject | undefined> {
  return largeBodies.run(async () => {
    const { text } = await countLarge(bytes, limits, undefined)
    try {
      return objectOf(await parseInTurns(text, false))
    } catch (problem) {
      if (problem instanceof JsonProblem) return undefined
      throw problem
    }
  })
}

async function countLarge(bytes: Buffer, limits: BodyLimits, lease: BodyLease | undefined): Promise<CountedBody> {
  await ownTurn()
  // What is left of the large bodies before this one.
  if (bytes.length > garbageBytes) leavePiece(bytes.length)
  const { text, unheld } = textOf(bytes, lease)
  const members = new DecidingMembers()
  const count = await countInTurns(text, jsonLimits(limits), members)
  const place = placeOf(count)
  if (place !== undefined) throw refusal(count, await pointerInTurns(text, place), limits)
  return taken({ text, unheld, count, members }, lease)
}

async function parsedInTurns(text: string, longNumber: boolean): Promise<unknown> {
  try {
    return await parseInTurns(text, longNumber)
  } catch (problem) {
    throw problem instanceof JsonProblem ? malformed(text, problem) : problem
  }
}

export type BodyLease = Pick<Lease, 'hold' | 'free' | 'isOfCompressed'>

export function jsonLimits(limits: BodyLimits): JsonLimits {
  return { depth: limits.json_depth, values: limits.json_values, keys: limits.json_keys }
}

interface BodyText {
  readonly text: string
  /** Bytes of it for which no memory is taken yet. */
  readonly unheld: number
}

interface Counted extends BodyText {
  readonly count: JsonCount
  readonly members: DecidingMembers
}

/** The offset of what is beyond a limit. */
function placeOf({ excess, outOfRange }: JsonCount): number | undefined {
  return excess?.at ?? outOfRange
}

/** The error for a body that is beyond a limit at this pointer. */
function refusal({ excess }: JsonCount, pointer: string, limits: BodyLimits): GatewayFailure {
  const param = pointer.slice(0, 200)
  return excess === undefined ? tooLarge(param) : tooMuch(param, excess, limits)
}

/** Takes the memory for a body that is within the limits. */
function taken({ text, unheld, count, members }: Counted, lease: BodyLease | undefined): CountedBody {
  const { values, longNumber } = count
  lease?.hold(unheld + values * bytesPerValue)
  return { text, longNumber, members }
}

/** The parsed body; throws where it is no object, or parsers read it differently. */
function checked(value: unknown, members: DecidingMembers): WireObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('The body must be a JSON object.')
  if (members.problem !== undefined) throw new GatewayFailure({ kind: 'invalid_request', ...members.problem })
  return value as WireObject
}

/**
 * Memory for the text of a body that came compressed is taken before there is one: the texts of many that are refused would be much garbage.
 * Others are counted first, since what exceeds a limit can never be served.
 */
function textOf(bytes: Buffer, lease: BodyLease | undefined): BodyText {
  if (bytes.length === 0) throw invalid('The body is empty; a JSON object is expected.')
  const oneByte = isAscii(bytes)
  if (!oneByte && !isUtf8(bytes)) throw invalid('The body is not valid UTF-8.')
  const early = lease?.isOfCompressed === true ? bytes.length * (oneByte ? 1 : 2) : 0
  lease?.hold(early)
  const text = oneByte ? bytes.toString('latin1') : bytes.toString('utf8', hasByteOrderMark(bytes) ? 3 : 0)
  const needed = text.length * (oneByte ? 1 : 2)
  if (early > needed) lease?.free(early - needed)
  return { text, unheld: early > 0 ? 0 : needed }
}

function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

function tooMuch(pointer: string, { limit }: JsonExcess, limits: BodyLimits): GatewayFailure {
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

/** The error for a text that `JSON.parse` refused. */
function notJson(text: string): GatewayFailure {
  const parse = new SteppedParse(text, { pieceLength: text.length, longNumber: false })
  try {
    while (!parse.step());
  } catch (problem) {
    if (problem instanceof JsonProblem) return malformed(text, problem)
  }
  return invalid('The body is not valid JSON.')
}

function malformed(text: string, { at }: JsonProblem): GatewayFailure {
  const problem = at < text.length ? `problem at character ${at}.` : 'it ends too early.'
  return invalid(`The body is not valid JSON: ${problem}`)
}

function invalid(message: string): GatewayFailure {
  return new GatewayFailure({ kind: 'invalid_request', message })
}
