/** The queue is full, or the deadline is over. */
export class QueueRefusal extends Error {
  constructor(readonly reason: 'full' | 'late') {
    super(reason === 'full' ? 'The local model has too many requests waiting.' : 'The request waited too long for the local model.')
  }
}

/** Runs one job at a time, in order of arrival, with a bounded queue. A job that is aborted while it waits never starts. */
export class JobQueue {
  #running = false
  readonly #waiting: (() => void)[] = []

  constructor(private readonly places: number) {}

  async run<T>(signal: AbortSignal, job: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    if (this.#running) await this.#turn(signal)
    else this.#running = true
    try {
      signal.throwIfAborted()
      return await job()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#running = false
      else next()
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.places) return Promise.reject(new QueueRefusal('full'))
    return new Promise((resolve, reject) => {
      const start = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        const place = this.#waiting.indexOf(start)
        if (place >= 0) this.#waiting.splice(place, 1)
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(start)
    })
  }
}
