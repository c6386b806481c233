// A thread of its own: loading the tokenizer takes half a second and 60 MB, and hostile text takes long to cut into tokens.
import { parentPort } from 'node:worker_threads'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
// With the file's real ending: run from its source this thread has no bundler that finds it.
import { pieceEnd } from './pieces.ts'

/** `stop`: nobody waits for the answer any more. */
export type CountRequest =
  { readonly type: 'count'; readonly id: number; readonly texts: readonly string[] } | { readonly type: 'stop'; readonly id: number }

export interface CountReply {
  readonly id: number
  readonly counts: readonly number[]
}

interface Job {
  readonly id: number
  readonly texts: readonly string[]
  /** Of the texts that are done. */
  readonly counts: number[]
  /** Of the text that is under way: where the next piece begins, and the tokens before it. */
  at: number
  tokens: number
}

/** Special tokens in a text are counted as ordinary text. */
const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }
/** Beyond it the rest of a text is extrapolated. */
const longestText = 2_000_000
const turnMs = 5

/** All take turns, so that a short text does not wait for long ones. */
const jobs: Job[] = []

parentPort?.on('message', (request: CountRequest) => {
  if (request.type === 'stop') {
    const index = jobs.findIndex(({ id }) => id === request.id)
    if (index >= 0) jobs.splice(index, 1)
    return
  }
  if (jobs.push({ id: request.id, texts: request.texts, counts: [], at: 0, tokens: 0 }) === 1) setImmediate(work)
})

function work(): void {
  const job = jobs.shift()
  if (job === undefined) return
  if (advance(job)) parentPort?.postMessage({ id: job.id, counts: job.counts } satisfies CountReply)
  else jobs.push(job)
  if (jobs.length > 0) setImmediate(work)
}

/** Counts for one turn. Whether all texts are done. */
function advance(job: Job): boolean {
  const { texts, counts } = job
  const until = performance.now() + turnMs
  while (counts.length < texts.length) {
    const text = texts[counts.length] ?? ''
    const length = Math.min(text.length, longestText)
    if (job.at >= length) {
      counts.push(text.length > length ? Math.round((job.tokens * text.length) / job.at) : job.tokens)
      job.at = job.tokens = 0
      continue
    }
    if (performance.now() >= until) return false
    const end = pieceEnd(text, job.at)
    job.tokens += countTokens(text.slice(job.at, end), plain)
    job.at = end
  }
  return true
}
