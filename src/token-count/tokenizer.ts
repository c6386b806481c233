import { Worker } from 'node:worker_threads'
import { threadOptions } from '../engine/reports.js'
import type { CountReply, CountRequest } from './worker.js'

/** The token counts of several texts, and the tokenizer that counted them. */
export interface TextCounts {
  readonly tokenizer: 'o200k_base' | 'characters/4'
  readonly counts: readonly number[]
}

/** In UTF-16 units. Texts that are shorter, together, are counted in less time than the thread takes to start: at most some milliseconds. */
const shortLength = 2048
const idleMs = 60_000
const timeoutMs = 10_000

/** The worker's file: the source where the program runs from its source, otherwise the build's file beside the program. */
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './token-counter.js', import.meta.url)

/**
 * The o200k_base tokenizer. Short texts are counted here, others in a worker thread, which starts at the first use and ends after a minute
 * without use. This saves start time and idle memory, and no text can delay other requests. The thread works on concurrent requests in turn.
 */
export class Tokenizer {
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #lastId = 0
  readonly #waiting = new Map<number, (counts: readonly number[] | undefined) => void>()

  constructor(
    private readonly file: URL = workerFile,
    private readonly countHere = countedHere,
  ) {}

  /** Where counting fails or takes longer than 10 s, the counts are a quarter of the number of characters. */
  async count(texts: readonly string[]): Promise<TextCounts> {
    const isShort = texts.reduce((length, text) => length + text.length, 0) <= shortLength
    const counts = await (isShort ? this.countHere(texts).catch(() => undefined) : this.#ask(texts))
    if (counts !== undefined) return { tokenizer: 'o200k_base', counts }
    return { tokenizer: 'characters/4', counts: texts.map((text) => Math.ceil(text.length / 4)) }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#dropWorker()
    await worker?.terminate()
  }

  #ask(texts: readonly string[]): Promise<readonly number[] | undefined> {
    clearTimeout(this.#idle)
    const id = ++this.#lastId
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#worker?.postMessage({ type: 'stop', id } satisfies CountRequest)
        this.#waiting.get(id)?.(undefined)
      }, timeoutMs)
      this.#waiting.set(id, (counts) => {
        clearTimeout(timer)
        this.#waiting.delete(id)
        if (this.#waiting.size === 0) this.#endWhenIdle()
        resolve(counts)
      })
      this.#startedWorker().postMessage({ type: 'count', id, texts } satisfies CountRequest)
    })
  }

  #startedWorker(): Worker {
    if (this.#worker !== undefined) return this.#worker
    const worker = new Worker(this.file, threadOptions)
    worker.unref()
    worker.on('message', ({ id, counts }: CountReply) => this.#waiting.get(id)?.(counts))
    const drop = (): void => {
      if (this.#worker === worker) this.#dropWorker()
    }
    worker.on('error', drop)
    worker.on('exit', drop)
    this.#worker = worker
    return worker
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      void this.close()
    }, idleMs).unref()
  }

  #dropWorker(): void {
    this.#worker = undefined
    for (const settle of [...this.#waiting.values()]) settle(undefined)
    clearTimeout(this.#idle)
  }
}

async function countedHere(texts: readonly string[]): Promise<readonly number[]> {
  const { countShortText } = await import('./short-texts.js')
  return texts.map(countShortText)
}
