import { AnywireError, ConnectionError, TimeoutError } from './errors.js'

/** Ends one try when the gateway is silent for too long or the caller's signal fires. */
export class Deadline {
  readonly signal: AbortSignal
  private readonly controller = new AbortController()
  private timer: ReturnType<typeof setTimeout> | undefined
  private expired = false

  constructor(
    private readonly milliseconds: number,
    private readonly callers: AbortSignal | undefined,
  ) {
    this.signal = callers === undefined ? this.controller.signal : AbortSignal.any([this.controller.signal, callers])
    this.restart()
  }

  /** Something came: the gateway may be silent for the whole time again. */
  restart(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.expired = true
      this.controller.abort()
    }, this.milliseconds)
  }

  /** Nothing is waited for any more. */
  clear(): void {
    clearTimeout(this.timer)
  }

  /** Closes the connection. */
  abort(): void {
    this.clear()
    this.controller.abort()
  }

  /** What to throw for an error of `fetch` or of a body. */
  explain(error: unknown): unknown {
    this.clear()
    if (error instanceof AnywireError) return error
    if (this.callers?.aborted) return this.callers.reason
    if (this.expired) return new TimeoutError(`nothing came for ${this.milliseconds} ms`, { cause: error })
    return new ConnectionError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
