import { Worker } from 'node:worker_threads'
import type { CountReply, CountRequest } from './worker.js'

/** Counts the tokens of texts. Says with which tokenizer. */
export interface TextCounts {
  readonly tokenizer: 'o200k_base' | 'characters/4'
  readonly counts: readonly number[]
}

const idleMs = 60_000
const patienceMs = 10_000

/** Beside the running file: the bundle's own entry, or the source where the program runs from it. */
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './token-counter.js', import.meta.url)

/**
 * The o200k_base tokenizer in a thread that starts at the first use and ends a minute after the last, so that start time and
 * idle memory stay small and no text can delay other requests. Concurrent requests take turns.
 */
export class Tokenizer {
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #lastId = 0
  readonly #waiting = new Map<number, (counts: readonly number[] | undefined) => void>()

  constructor(private readonly file: URL = workerFile) {}

  /** Where the thread fails or is too slow, a quarter of the characters stands for the tokens. */
  async count(texts: readonly string[]): Promise<TextCounts> {
    const counts = await this.#ask(texts)
    if (counts !== undefined) return { tokenizer: 'o200k_base', counts }
    return { tokenizer: 'characters/4', counts: texts.map((text) => Math.ceil(text.length / 4)) }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#lose()
    await worker?.terminate()
  }

  #ask(texts: readonly string[]): Promise<readonly number[] | undefined> {
    clearTimeout(this.#idle)
    const id = ++this.#lastId
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#worker?.postMessage({ type: 'stop', id } satisfies CountRequest)
        this.#waiting.get(id)?.(undefined)
      }, patienceMs)
      this.#waiting.set(id, (counts) => {
        clearTimeout(timer)
        this.#waiting.delete(id)
        if (this.#waiting.size === 0) this.#rest()
        resolve(counts)
      })
      this.#started().postMessage({ type: 'count', id, texts } satisfies CountRequest)
    })
  }

  #started(): Worker {
    if (this.#worker !== undefined) return this.#worker
    const worker = new Worker(this.file, { execArgv: [] })
    worker.unref()
    worker.on('message', ({ id, counts }: CountReply) => this.#waiting.get(id)?.(counts))
    const lost = (): void => {
      if (this.#worker === worker) this.#lose()
    }
    worker.on('error', lost)
    worker.on('exit', lost)
    this.#worker = worker
    return worker
  }

  #rest(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      void this.close()
    }, idleMs).unref()
  }

  #lose(): void {
    this.#worker = undefined
    for (const settle of [...this.#waiting.values()]) settle(undefined)
    clearTimeout(this.#idle)
  }
}
