/** A value that expires, such as temporary keys. */
export interface Expiring {
  /** Milliseconds since the epoch; `Infinity`: never. */
  readonly expiresAt: number
}

const earlyMs = 5 * 60_000
/** A value with less time left is not used: it must still be valid when the request arrives. */
const leastMs = 10_000
const pauseMs = 10_000

/**
 * Keeps a credential: it is fetched at the first use, once for all requests that wait, and renewed in the background before it expires. After
 * a failure the next try is ten seconds later; the old value is used while it is valid.
 */
export class Renewed<Value extends Expiring> {
  #value: Value | undefined
  #renewAt = 0
  #asking: Promise<Value> | undefined
  #failure: { readonly at: number; readonly error: unknown } | undefined

  constructor(
    private readonly fetchValue: () => Promise<Value>,
    /** Milliseconds since the epoch. */
    private readonly now: () => number,
  ) {}

  /** The last value, valid or expired. */
  get last(): Value | undefined {
    return this.#value
  }

  async get(): Promise<Value> {
    const now = this.now()
    const value = this.#value
    const paused = this.#failure !== undefined && now - this.#failure.at < pauseMs
    if (value !== undefined && now < value.expiresAt - leastMs) {
      if (now >= this.#renewAt && !paused) this.#ask().catch(() => undefined)
      return value
    }
    if (paused) throw this.#failure?.error
    return this.#ask()
  }

  #ask(): Promise<Value> {
    this.#asking ??= this.#renew().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #renew(): Promise<Value> {
    try {
      const value = await this.fetchValue()
      const now = this.now()
      this.#value = value
      this.#renewAt = Math.max(value.expiresAt - earlyMs, now + (value.expiresAt - now) * 0.8)
      this.#failure = undefined
      return value
    } catch (error) {
      this.#failure = { at: this.now(), error }
      throw error
    }
  }
}
