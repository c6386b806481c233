import { isAscii, isUtf8 } from 'node:buffer'
import { DecidingMembers } from '../dialects/deciding-members.js'
import { ValueCount } from '../json/count-values.js'
import { objectOf, parseObject, type JsonObject } from '../json/object.js'
import type { RepeatedReading, RepeatedValues } from '../json/repeated-values.js'
import { resultOf } from '../json/steps.js'
import { JsonProblem } from '../json/stepped-parse.js'
import { countOnInTurns, largeJsonBytes, parseInTurns, resultInTurns } from '../relay/large-json.js'
import { ownTurn } from '../relay/own-turn.js'
import { bytesPerValue, jsonLimits, type BodyLease, type BodyLimits } from './parse-body.js'

interface RepeatedBody {
  readonly value: JsonObject
  /** Whether something of it was known. */
  readonly repeats: boolean
}

/**
 * Parses a body with the values that its owner's earlier bodies have had: the same value, counted alike. They are shared with other bodies:
 * nobody may change them. `undefined`: `parseBody` is to read it, and says what is wrong with it.
 */
export function parseRepeated(
  bytes: Buffer,
  limits: BodyLimits,
  lease: BodyLease | undefined,
  repeated: RepeatedValues,
  owner: string,
): RepeatedBody | undefined {
  const begun = begin(bytes, limits, lease, repeated, owner)
  if (begun === undefined) return undefined
  begun.count.countTo(bytes.length)
  const rest = restOf(begun, limits)
  if (rest === undefined) return undefined
  lease?.hold(rest.memory)
  const value = parseObject(rest.text)
  if (value === undefined) {
    lease?.free(rest.memory)
    return undefined
  }
  begun.reading.complete(value)
  resultOf(begun.reading.remember(value))
  return { value, repeats: begun.reading.found }
}

/** {@link parseRepeated} for a large body, in many turns of the event loop. */
export async function parseLargeRepeated(
  bytes: Buffer,
  limits: BodyLimits,
  lease: BodyLease | undefined,
  repeated: RepeatedValues,
  owner: string,
): Promise<RepeatedBody | undefined> {
  await ownTurn()
  const begun = begin(bytes, limits, lease, repeated, owner)
  if (begun === undefined) return undefined
  await countOnInTurns(begun.count)
  const rest = restOf(begun, limits)
  if (rest === undefined) return undefined
  lease?.hold(rest.memory)
  const value = rest.text.length > largeJsonBytes ? await objectInTurns(rest.text) : parseObject(rest.text)
  if (value === undefined) {
    lease?.free(rest.memory)
    return undefined
  }
  begun.reading.complete(value)
  await resultInTurns(begun.reading.remember(value))
  return { value, repeats: begun.reading.found }
}

/** Parts of the value may be kept longer than the text. */
async function objectInTurns(text: string): Promise<JsonObject | undefined> {
  try {
    return objectOf(await parseInTurns(text, false, true))
  } catch (problem) {
    if (problem instanceof JsonProblem) return undefined
    throw problem
  }
}

/** A body whose values are to be counted, but for those that are known. */
interface Begun {
  readonly bytes: Buffer
  readonly reading: RepeatedReading
  readonly members: DecidingMembers
  readonly count: ValueCount
  /** The body, where it is ASCII. */
  readonly text: string | undefined
}

function begin(
  bytes: Buffer,
  limits: BodyLimits,
  lease: BodyLease | undefined,
  repeated: RepeatedValues,
  owner: string,
): Begun | undefined {
  const oneByte = isAscii(bytes)
  if (lease?.isOfCompressed === true || (!oneByte && (bytes[0] === byteOrderMark || !isUtf8(bytes)))) return undefined
  const reading = repeated.read(owner, bytes, limits.json_depth)
  const members = new DecidingMembers()
  // JSON's own syntax is ASCII: each character is a byte here.
  const text = bytes.toString('latin1')
  const count = new ValueCount(text, jsonLimits(limits), {
    key: (key) => {
      members.key(key)
    },
    skip: (key, keyStart, at) => reading.skip(key, keyStart, at),
  })
  return { bytes, reading, members, count, text: oneByte ? text : undefined }
}

interface Rest {
  /** The body with `null` in the place of what is known. */
  readonly text: string
  /** What the whole body takes when it is parsed. */
  readonly memory: number
}

/** What is left to parse when all is counted; `undefined`: the body is unusual. */
function restOf({ bytes, reading, members, count, text }: Begun, limits: BodyLimits): Rest | undefined {
  const { values, keys, excess, longNumber, outOfRange } = count
  if (excess !== undefined || longNumber || outOfRange !== undefined) return undefined
  if (reading.needsPlainParsing || members.problem !== undefined) return undefined
  const total = values + reading.values
  if (total > limits.json_values || keys + reading.keys > limits.json_keys) return undefined
  const rest = restText(reading, bytes, text)
  return { text: rest, memory: (rest.length + reading.omittedLength) * (text === undefined ? 2 : 1) + total * bytesPerValue }
}

const byteOrderMark = 0xef

/** `text`: the body, where it is ASCII. */
function restText(reading: RepeatedReading, bytes: Buffer, text: string | undefined): string {
  if (!reading.found) return text ?? bytes.toString('utf8')
  const rest = reading.rest()
  return text === undefined ? rest.toString('utf8') : rest.toString('latin1')
}
