// With the ending `.ts`, as in the worker thread, which has the same modules.
import { BytePairs } from './byte-pairs.ts'
import { o200k } from './o200k.ts'
import { pieceEnd } from './pieces.ts'

const pairs = new BytePairs(o200k())

/** The tokens of a text, in this thread. */
export function countShortText(text: string): number {
  let tokens = 0
  for (let at = 0; at < text.length;) {
    const end = pieceEnd(text, at)
    tokens += pairs.count(text.slice(at, end))
    at = end
  }
  return tokens
}
