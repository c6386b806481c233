import type { StreamPart } from '../../exchange/stream-part.js'
import { cutText } from '../../json/cut-text.js'

/** In UTF-16 units. */
const longest = 65_536

/** The parts of a stream with long texts in several deltas, each of which is checked and written in a short time. */
export function* inShortDeltas(parts: readonly StreamPart[]): Generator<StreamPart> {
  for (const part of parts) {
    switch (part.type) {
      case 'text-delta': {
        const { logprobs, ...delta } = part
        let given = logprobs
        for (const text of cutText(part.text, longest)) {
          yield given === undefined ? { ...delta, text } : { ...delta, text, logprobs: given }
          given = undefined
        }
        break
      }
      case 'reasoning-delta':
      case 'refusal-delta':
        for (const text of cutText(part.text, longest)) yield { ...part, text }
        break
      case 'tool-call-delta':
        for (const input of cutText(part.input, longest)) yield { ...part, input }
        break
      default:
        yield part
    }
  }
}
