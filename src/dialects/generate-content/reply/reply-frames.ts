import { listOf } from '../../../json/object.js'
import { eventFrame } from './framing.js'
import { asResponse } from './reply-decode.js'

/** Whether a reply has a candidate, or the reason why there is none. */
export function hasAnswer(wire: unknown): boolean {
  const response = asResponse(wire)
  if (response === undefined) return false
  return (response.candidates ?? []).length > 0 || response.promptFeedback !== undefined
}

/** A reply as a stream of one chunk; a list of replies as one chunk each. */
export function framesOfReply(wire: unknown): Iterable<string> | undefined {
  const chunks = Array.isArray(wire) ? listOf(wire) : [wire]
  if (chunks.length === 0 || !chunks.every((chunk) => asResponse(chunk) !== undefined)) return undefined
  return framesOf(chunks)
}

function* framesOf(chunks: readonly unknown[]): Generator<string> {
  for (const chunk of chunks) yield eventFrame(JSON.stringify(chunk))
}
