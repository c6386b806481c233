// A thread of its own: loading the tokenizer takes half a second and 60 MB, and hostile text takes long to cut into tokens.
import { parentPort } from 'node:worker_threads'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'

export interface CountRequest {
  readonly id: number
  readonly texts: readonly string[]
}

export interface CountReply {
  readonly id: number
  readonly counts: readonly number[]
}

/** What looks like a special token in a text is text. */
const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }
const longestWord = 200
const longestText = 2_000_000

parentPort?.on('message', ({ id, texts }: CountRequest) => {
  parentPort?.postMessage({ id, counts: texts.map(count) } satisfies CountReply)
})

/** Words without an end are cut, since the cost of one grows with the square of its length; beyond the limit the rest is taken to be alike. */
function count(text: string): number {
  const counted = text.slice(0, longestText)
  const tokens = countTokens(counted.replaceAll(/\S{200,}/g, cut), plain)
  return counted.length === text.length ? tokens : Math.round((tokens * text.length) / counted.length)
}

function cut(word: string): string {
  const pieces: string[] = []
  for (let from = 0; from < word.length; from += longestWord) pieces.push(word.slice(from, from + longestWord))
  return pieces.join('\n')
}
