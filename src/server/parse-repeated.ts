import { isAscii, isUtf8 } from 'node:buffer'
import { DecidingMembers } from '../dialects/deciding-members.js'
import { countValues } from '../json/count-values.js'
import { parseObject, type JsonObject } from '../json/object.js'
import type { RepeatedReading, RepeatedValues } from '../json/repeated-values.js'
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
  const oneByte = isAscii(bytes)
  if (lease?.isOfCompressed === true || (!oneByte && (bytes[0] === byteOrderMark || !isUtf8(bytes)))) return undefined
  const reading = repeated.read(owner, bytes, limits.json_depth)
  const members = new DecidingMembers()
  // JSON's own syntax is ASCII: each character is a byte here.
  const text = bytes.toString('latin1')
  const { values, keys, excess, longNumber, outOfRange } = countValues(text, jsonLimits(limits), {
    key: (key) => {
      members.key(key)
    },
    skip: (key, keyStart, at) => reading.skip(key, keyStart, at),
  })
  if (excess !== undefined || longNumber || outOfRange !== undefined) return undefined
  if (reading.needsPlainParsing || members.problem !== undefined) return undefined
  const total = values + reading.values
  if (total > limits.json_values || keys + reading.keys > limits.json_keys) return undefined
  const rest = restOf(reading, bytes, oneByte ? text : undefined)
  const memory = (rest.length + reading.omittedLength) * (oneByte ? 1 : 2) + total * bytesPerValue
  lease?.hold(memory)
  const value = parseObject(rest)
  if (value === undefined) {
    lease?.free(memory)
    return undefined
  }
  reading.complete(value)
  return { value, repeats: reading.found }
}

const byteOrderMark = 0xef

/** `text`: the body, where it is ASCII. */
function restOf(reading: RepeatedReading, bytes: Buffer, text: string | undefined): string {
  if (!reading.found) return text ?? bytes.toString('utf8')
  const rest = reading.rest()
  return text === undefined ? rest.toString('utf8') : rest.toString('latin1')
}
