import type { GatewayError } from '../exchange/error.js'

/** Something that wants to be looked at when its time comes. */
export interface Deadline {
  /** Milliseconds on the monotonic clock (`performance.now()`) of the next look; `Infinity` = none. */
  dueAt: number
  onDue(now: number): void
  /** The gateway stops: end now, telling the client why. */
  interrupt?(error: GatewayError): void
}

/**
 * One timer for all running requests. Moving a deadline is a number written, not a timer made, so that streams can push theirs
 * on with every chunk. Precision is one tick.
 */
export class Deadlines {
  readonly #waiting = new Set<Deadline>()
  #timer: NodeJS.Timeout | undefined

  constructor(readonly tickMs = 25) {}

  add(deadline: Deadline): void {
    this.#waiting.add(deadline)
    this.#timer ??= setInterval(() => {
      this.#tick()
    }, this.tickMs)
  }

  remove(deadline: Deadline): void {
    this.#waiting.delete(deadline)
    if (this.#waiting.size > 0 || this.#timer === undefined) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Ends everything that is still running (promises P46). */
  interruptAll(error: GatewayError): void {
    for (const deadline of [...this.#waiting]) deadline.interrupt?.(error)
  }

  #tick(): void {
    const now = performance.now()
    for (const deadline of this.#waiting) if (deadline.dueAt <= now) deadline.onDue(now)
  }
}
