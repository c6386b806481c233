import { listOf } from '../../../json/object.js'
import { eventFrame } from './framing.js'
import { asResponse } from './reply-decode.js'

/** Whether a reply holds an answer: a candidate, or why there is none. One that only counts may come from a provider that has more to say. */
export function holdsAnswer(wire: unknown): boolean {
  const response = asResponse(wire)
  if (response === undefined) return false
  return response.candidates === undefined || response.candidates.length > 0 || response.promptFeedback !== undefined
}

/** A whole reply is a stream of one chunk; a list is one that lacks its framing. */
export function framesOfReply(wire: unknown): string | undefined {
  const chunks = Array.isArray(wire) ? listOf(wire) : [wire]
  if (chunks.length === 0 || !chunks.every((chunk) => asResponse(chunk) !== undefined)) return undefined
  return chunks.map((chunk) => eventFrame(JSON.stringify(chunk))).join('')
}
