// The worker thread of the tokenizer, which takes long for hostile texts.
import { parentPort } from 'node:worker_threads'
// With the ending `.ts`: when the worker runs from its source, no bundler resolves `.js`.
import { BytePairs } from './byte-pairs.ts'
import { o200k } from './o200k.ts'
import { pieceEnd } from './pieces.ts'

/** `stop`: the counts are no longer needed. */
export type CountRequest =
  { readonly type: 'count'; readonly id: number; readonly texts: readonly string[] } | { readonly type: 'stop'; readonly id: number }

export interface CountReply {
  readonly id: number
  readonly counts: readonly number[]
}

interface Job {
  readonly id: number
  readonly texts: readonly string[]
  /** The counts of the texts that are done. */
  readonly counts: number[]
  /** In the text being counted: the start of the next piece, and the number of tokens before it. */
  at: number
  tokens: number
}

const pairs = new BytePairs(o200k())
/** In UTF-16 units. The count of a longer text is extrapolated from its beginning. */
const maxTextLength = 2_000_000
const turnMs = 5

/** Each job is worked on for `turnMs` in turn, so that a short text does not wait for long ones. */
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

/** Works on a job for `turnMs`. Returns whether all of its texts are done. */
function advance(job: Job): boolean {
  const { texts, counts } = job
  const until = performance.now() + turnMs
  while (counts.length < texts.length) {
    const text = texts[counts.length] ?? ''
    const length = Math.min(text.length, maxTextLength)
    if (job.at >= length) {
      counts.push(text.length > length ? Math.round((job.tokens * text.length) / job.at) : job.tokens)
      job.at = job.tokens = 0
      continue
    }
    if (performance.now() >= until) return false
    const end = pieceEnd(text, job.at)
    job.tokens += pairs.count(text.slice(job.at, end))
    job.at = end
  }
  return true
}
