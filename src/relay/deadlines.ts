import type { GatewayError } from '../exchange/error.js'

/** Something with a deadline. */
export interface Deadline {
  /** When to check it next, in milliseconds of the monotonic clock (`performance.now()`); `Infinity`: never. */
  dueAt: number
  onDue(now: number): void
  /** The gateway stops: end now, with this error for the client. */
  interrupt?(error: GatewayError): void
  /** Its place in {@link Deadlines}. */
  slot?: number | undefined
}

/**
 * One timer for all running requests. Moving a deadline writes a number and makes no timer, so that streams can move theirs with every
 * chunk. The precision is one tick.
 *
 * Deadlines are kept in an array, each with its index. With a `Set` under constant adding and deleting, discarded hash tables keep one
 * another, and with them finished requests, alive in V8's old generation.
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

  /** Ends everything that is still running. */
  interruptAll(error: GatewayError): void {
    for (const deadline of [...this.#waiting]) deadline.interrupt?.(error)
  }

  /** The timer stops after a tick without deadlines, so that under load it is not made again for each request. */
  #tick(): void {
    if (this.#waiting.length === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    const now = performance.now()
    // Backwards: removing one puts the last, which was already checked, in its place.
    for (let index = this.#waiting.length - 1; index >= 0; index--) {
      const deadline = this.#waiting[index]
      if (deadline !== undefined && deadline.dueAt <= now) deadline.onDue(now)
    }
  }
}
