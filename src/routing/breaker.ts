import type { BreakerSettings } from '../config/configuration.js'

export type BreakerState = 'closed' | 'open' | 'half_open'

/** What happened to a breaker in one of several processes. */
export type BreakerEvent =
  | { readonly type: 'probing' | 'forgotten' }
  | { readonly type: 'succeeded'; readonly probe: boolean }
  /** It was already so when this process began. */
  | {
      readonly type: 'found'
      readonly failures: number
      readonly openMs: number
      readonly waitMs: number | undefined
      readonly probing: boolean
    }
  | { readonly type: 'failed'; readonly probe: boolean; readonly retryAfterMs?: number | undefined }

/**
 * The circuit breaker of one model at one provider. Closed: every attempt may start. Open: none until a time. Then half
 * open: one attempt at a time, the probe, until one succeeds. Times are monotonic milliseconds.
 */
export class Breaker {
  /** Failures in a row. */
  failures = 0
  #openUntil = 0
  #openMs: number
  #probing = false

  constructor(
    private readonly settings: BreakerSettings,
    /** Called with what changes it here. */
    private readonly tell?: (event: BreakerEvent) => void,
  ) {
    this.#openMs = Math.min(settings.open_ms, settings.open_max_ms)
  }

  state(now: number): BreakerState {
    if (this.#openUntil === 0) return 'closed'
    return now < this.#openUntil ? 'open' : 'half_open'
  }

  /** Whether an attempt may start. After `probe` the caller must report the attempt's end by `succeed`, `fail` or `forget`. */
  admit(now: number): 'call' | 'probe' | undefined {
    if (this.#openUntil === 0) return 'call'
    if (now < this.#openUntil || this.#probing) return undefined
    this.#probing = true
    this.tell?.({ type: 'probing' })
    return 'probe'
  }

  /** How it stands, for a process that has just begun; `undefined`: as a new one. */
  asFound(now: number): BreakerEvent | undefined {
    if (this.failures === 0 && this.#openUntil === 0 && !this.#probing) return undefined
    const waitMs = this.#openUntil === 0 ? undefined : this.waitMs(now)
    return { type: 'found', failures: this.failures, openMs: this.#openMs, waitMs, probing: this.#probing }
  }

  /** The same happened in another process. */
  follow(event: BreakerEvent, now: number): void {
    switch (event.type) {
      case 'probing':
        this.#probing = true
        break
      case 'forgotten':
        this.#probing = false
        break
      case 'succeeded':
        this.#close(event.probe)
        break
      case 'found':
        this.failures = event.failures
        this.#openMs = event.openMs
        this.#openUntil = event.waitMs === undefined ? 0 : now + event.waitMs
        this.#probing = event.probing
        break
      case 'failed':
        this.#count(now, event.probe, event.retryAfterMs)
    }
  }

  /** Milliseconds until an attempt may start; 0: now, or when the running probe has ended. */
  waitMs(now: number): number {
    return Math.max(0, this.#openUntil - now)
  }

  /** An attempt succeeded. */
  succeed(probe: boolean): void {
    if (this.failures > 0 || this.#openUntil > 0 || probe) this.tell?.({ type: 'succeeded', probe })
    this.#close(probe)
  }

  #close(probe: boolean): void {
    if (probe) this.#probing = false
    this.failures = 0
    if (this.#openUntil === 0) return
    this.#openUntil = 0
    this.#openMs = Math.min(this.settings.open_ms, this.settings.open_max_ms)
  }

  /** An attempt failed. `retryAfterMs`: the provider's own wish, from `Retry-After`. */
  fail(now: number, probe: boolean, retryAfterMs?: number): void {
    this.tell?.({ type: 'failed', probe, retryAfterMs })
    this.#count(now, probe, retryAfterMs)
  }

  #count(now: number, probe: boolean, retryAfterMs?: number): void {
    if (probe) this.#probing = false
    this.failures++
    if (retryAfterMs !== undefined && retryAfterMs > 0)
      this.#openUntil = Math.max(this.#openUntil, now + Math.min(retryAfterMs, this.settings.open_max_ms))
    else if (probe) {
      this.#openMs = Math.min(this.#openMs * 2, this.settings.open_max_ms)
      this.#openUntil = now + this.#openMs
    } else if (this.#openUntil === 0 && this.failures >= this.settings.consecutive_failures) this.#openUntil = now + this.#openMs
  }

  /** An attempt ended without a result, such as when the client disconnected: another may probe. */
  forget(probe: boolean): void {
    if (!probe) return
    this.#probing = false
    this.tell?.({ type: 'forgotten' })
  }
}
