import { isAscii, isUtf8 } from 'node:buffer'
import type { WireObject } from '../../dialects/dialect.js'
import { countValues, fewValuesLength, unwatched, type JsonLimits } from '../../json/count-values.js'
import { parseWire } from '../../json/exact-numbers.js'
import { parseJson } from '../../json/object.js'
import { JsonProblem } from '../../json/stepped-parse.js'
import { countInTurns, parseInTurns } from '../large-json.js'
import { OneByOne } from '../one-by-one.js'
import { inTurns, ownTurn } from '../own-turn.js'
import { mayBeParsed } from './collected-bytes.js'

export type ReplyJson = WireObject | readonly unknown[]

/** Whether numbers in JSON of the caller or the model keep their digits, as in a reply of a dialect. */
export type Digits = 'exact' | 'plain'

/** Bytes of a reply that is parsed in one turn of the event loop, where it holds few values. */
const inOneTurnBytes = 4 * 1024 * 1024
const fewValues: JsonLimits = { depth: 1000, values: 200_000, keys: 200_000, names: 16_384 }
/** Of a conversation twenty alternatives for each of several thousand tokens are within these, of other tasks 2,048 vectors of 3,072 numbers. */
const most: Readonly<Record<Digits, JsonLimits>> = {
  exact: { depth: 1000, values: 2_000_000, keys: 1_000_000, names: 100_000 },
  plain: { depth: 1000, values: 7_000_000, keys: 1_000_000, names: 100_000 },
}

/**
 * The JSON object or list of a provider's whole reply; a promise where it is so large that it is parsed in many turns of the event loop.
 * `undefined`: it is something else, or holds too many values.
 */
export function parseReply(body: Buffer, digits: Digits = 'exact'): ReplyJson | undefined | Promise<ReplyJson | undefined> {
  if (!mayBeParsed(body)) return undefined
  if (body.length > inOneTurnBytes) return parseLarge(body, digits)
  const text = body.toString('utf8')
  if (text.includes('\ufffd') && !isUtf8(body)) return undefined
  if (text.length > fewValuesLength && countValues(text, fewValues, unwatched).excess !== undefined) return parseText(text, digits)
  return replyJson(digits === 'exact' ? parseWire(text) : parseJson(text))
}

/** One after the other: the text of one is in memory at a time. */
const largeReplies = new OneByOne()

function parseLarge(body: Buffer, digits: Digits): Promise<ReplyJson | undefined> {
  return largeReplies.run(async () => {
    await ownTurn()
    const text = await decoded(body)
    return text === undefined ? undefined : parseText(text, digits)
  })
}

async function parseText(text: string, digits: Digits): Promise<ReplyJson | undefined> {
  const { excess, longNumber } = await countInTurns(text, most[digits], unwatched)
  if (excess !== undefined) return undefined
  try {
    return replyJson(await parseInTurns(text, digits === 'exact' && longNumber))
  } catch (problem) {
    if (problem instanceof JsonProblem) return undefined
    throw problem
  }
}

const pieceBytes = 1024 * 1024

/** The text of a large body; `undefined` where it is not UTF-8. */
async function decoded(body: Buffer): Promise<string | undefined> {
  if (isAscii(body)) return body.toString('latin1')
  if (!isUtf8(body)) return undefined
  const decoder = new TextDecoder()
  const pieces: string[] = []
  let at = 0
  await inTurns(() => {
    pieces.push(decoder.decode(body.subarray(at, at + pieceBytes), { stream: true }))
    at += pieceBytes
    return at >= body.length
  })
  return pieces.join('')
}

function replyJson(value: unknown): ReplyJson | undefined {
  return typeof value === 'object' && value !== null ? (value as ReplyJson) : undefined
}
