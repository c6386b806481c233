import { ValueCount, type JsonCount, type JsonLimits, type KeyWatch } from '../json/count-values.js'
import { SteppedParse } from '../json/stepped-parse.js'
import { PointerSearch } from '../json/scan.js'
import { isShort, SteppedWrite } from '../json/stepped-write.js'
import type { Steps } from '../json/steps.js'
import { inTurns } from './own-turn.js'

/*
 * Large JSON is counted, parsed and written in many turns of the event loop, so that other requests are served between them.
 */

/** Bytes of a client's JSON that are read and written in one turn. */
export const largeJsonBytes = 256 * 1024

/** Characters; some tens of microseconds, or milliseconds where they are numbers of many digits. */
const pieceLength = 64 * 1024

/** `countValues` in turns. */
export async function countInTurns(text: string, limits: JsonLimits, watch: KeyWatch): Promise<JsonCount> {
  const count = new ValueCount(text, limits, watch)
  await countOnInTurns(count)
  return count
}

/** `pointerAt` in turns. */
export async function pointerInTurns(text: string, offset: number): Promise<string> {
  const search = new PointerSearch(text, offset)
  await inTurns(() => search.goTo(search.at + pieceLength))
  return search.pointer
}

/** `JSON.parse` in turns. `longNumber`: as counted; `copiesStrings`: of {@link SteppedParse}. Rejects with `JsonProblem`. */
export async function parseInTurns(text: string, longNumber: boolean, copiesStrings = false): Promise<unknown> {
  const parse = new SteppedParse(text, { pieceLength, longNumber, copiesStrings })
  await inTurns(() => parse.step())
  return parse.value
}

/** Counts on to the end, in turns. */
export async function countOnInTurns(count: ValueCount): Promise<void> {
  await inTurns(() => count.countTo(count.at + pieceLength))
}

export async function resultInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  const results: Result[] = []
  await inTurns(() => {
    const step = steps.next()
    if (step.done === true) results.push(step.value)
    return step.done === true
  })
  return results[0] as Result
}

/** The bytes of `JSON.stringify` in turns, for plain values. */
export async function writeInTurns(value: unknown): Promise<Buffer> {
  const write = new SteppedWrite(value, pieceLength)
  await inTurns(() => write.step())
  return write.bytes
}

/** The bytes of `JSON.stringify` for a plain value; a promise where they are many. */
export function jsonBytes(value: unknown): Buffer | Promise<Buffer> {
  return isShort(value, largeJsonBytes) ? Buffer.from(JSON.stringify(value)) : writeInTurns(value)
}
