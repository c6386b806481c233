import type { GatewayError } from '../exchange/error.js'

/** Something that wants to be looked at when its time comes. */
export interface Deadline {
  /** Milliseconds on the monotonic clock (`performance.now()`) of the next look; `Infinity` = none. */
  dueAt: number
  onDue(now: number): void
  /** The gateway stops: end now, telling the client why. */
  interrupt?(error: GatewayError): void
  /** Where {@link Deadlines} keeps it. */
  slot?: number | undefined
}

/**
 * One timer for all running requests. Moving a deadline is a number written, not a timer made, so that streams can push theirs
 * on with every chunk. Precision is one tick.
 *
 * The waiting ones stand in an array with their places written into them. A `Set` would do, but under constant adding and
 * deleting its discarded tables keep one another, and with them finished requests, alive in the old generation.
 */
export class Deadlines {
  readonly #waiting: Deadline[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(readonly tickMs = 25) {}

  add(deadline: Deadline): void {
    if (deadline.slot !== undefined) return
    deadline.slot = this.#waiting.push(deadline) - 1
    this.#timer ??= setInterval(() => {
      this.#tick()
    }, this.tickMs)
  }

  remove(deadline: Deadline): void {
    const { slot } = deadline
    if (slot === undefined) return
    deadline.slot = undefined
    const last = this.#waiting.pop()
    if (last === undefined || last === deadline) return
    this.#waiting[slot] = last
    last.slot = slot
  }

  /** Ends everything that is still running (promises P46). */
  interruptAll(error: GatewayError): void {
    for (const deadline of [...this.#waiting]) deadline.interrupt?.(error)
  }

  /** Stops by itself after a tick with nothing waiting: under load it is not made anew for each request. */
  #tick(): void {
    if (this.#waiting.length === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    const now = performance.now()
    // Backwards: removing one puts the last, which was already looked at, in its place.
    for (let index = this.#waiting.length - 1; index >= 0; index--) {
      const deadline = this.#waiting[index]
      if (deadline !== undefined && deadline.dueAt <= now) deadline.onDue(now)
    }
  }
}
