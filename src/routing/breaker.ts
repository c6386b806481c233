import type { BreakerSettings } from '../config/configuration.js'

export type BreakerState = 'closed' | 'open' | 'half_open'

/**
 * Whether one model of one provider is called (promises P37). Closed: always. Open: not before a time. After that half open: one
 * call at a time, until one succeeds. Times are monotonic milliseconds and come in as arguments.
 */
export class Breaker {
  /** Failures in a row. */
  failures = 0
  #openUntil = 0
  #openMs: number
  #probing = false

  constructor(private readonly settings: BreakerSettings) {
    this.#openMs = Math.min(settings.open_ms, settings.open_max_ms)
  }

  state(now: number): BreakerState {
    if (this.#openUntil === 0) return 'closed'
    return now < this.#openUntil ? 'open' : 'half_open'
  }

  /** Lets a call through, or not. `probe`: it is the one that tries a half open target, and its end must be told. */
  admit(now: number): 'call' | 'probe' | undefined {
    if (this.#openUntil === 0) return 'call'
    if (now < this.#openUntil || this.#probing) return undefined
    this.#probing = true
    return 'probe'
  }

  /** Milliseconds until a call may be let through; 0 = now, or as soon as the probe under way has ended. */
  waitMs(now: number): number {
    return Math.max(0, this.#openUntil - now)
  }

  /** It answers. */
  succeed(probe: boolean): void {
    if (probe) this.#probing = false
    this.failures = 0
    if (this.#openUntil === 0) return
    this.#openUntil = 0
    this.#openMs = Math.min(this.settings.open_ms, this.settings.open_max_ms)
  }

  /** It failed. `retryAfterMs`: for so long it does not want to be asked. */
  fail(now: number, probe: boolean, retryAfterMs?: number): void {
    if (probe) this.#probing = false
    this.failures++
    if (retryAfterMs !== undefined && retryAfterMs > 0)
      this.#openUntil = Math.max(this.#openUntil, now + Math.min(retryAfterMs, this.settings.open_max_ms))
    else if (probe) {
      this.#openMs = Math.min(this.#openMs * 2, this.settings.open_max_ms)
      this.#openUntil = now + this.#openMs
    } else if (this.#openUntil === 0 && this.failures >= this.settings.consecutive_failures) this.#openUntil = now + this.#openMs
  }

  /** A call ended without showing anything, as when the client left: another may probe. */
  forget(probe: boolean): void {
    if (probe) this.#probing = false
  }
}
