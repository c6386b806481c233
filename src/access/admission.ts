import type { GatewayError } from '../exchange/error.js'
import type { Token } from './token.js'

export interface AdmissionOptions {
  /** Requests that may run at the same time in this process. */
  readonly inFlight: number
  /** Monotonic milliseconds. */
  readonly clock: () => number
}

interface Bucket {
  /** Requests that may start at once; refills at `limit` a minute. */
  level: number
  at: number
}

export interface RateHeaders {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** Counts what runs and what may start: the process's limit, a token's concurrency (promises P28, P39), its rate (P41). */
export class Admission {
  inFlight = 0
  readonly #running = new Map<string, number>()
  readonly #buckets = new Map<string, Bucket>()

  constructor(private readonly options: AdmissionOptions) {}

  /** Whether the process has room; above 80 % replies ask clients to connect anew. */
  get load(): 'free' | 'busy' | 'full' {
    if (this.inFlight >= this.options.inFlight) return 'full'
    return this.inFlight >= this.options.inFlight * 0.8 ? 'busy' : 'free'
  }

  /** Takes a slot of the token, or says why not. Every `undefined` must be followed by one `leave`. */
  enter(token: Token): GatewayError | undefined {
    const running = this.#running.get(token.id) ?? 0
    if (running >= token.maxConcurrent)
      return {
        kind: 'concurrency_limit',
        message: `This token may run ${token.maxConcurrent} requests at the same time.`,
        retryAfterSeconds: 1,
      }
    const limited = this.#take(token)
    if (limited !== undefined) return limited
    this.#running.set(token.id, running + 1)
    return undefined
  }

  leave(token: Token): void {
    const running = (this.#running.get(token.id) ?? 1) - 1
    if (running > 0) this.#running.set(token.id, running)
    else this.#running.delete(token.id)
  }

  /** What the rate limit headers say; `undefined` for a token without one. */
  rate(token: Token): RateHeaders | undefined {
    if (token.requestsPerMinute === undefined) return undefined
    const bucket = this.#refill(token.id, token.requestsPerMinute)
    return {
      limit: token.requestsPerMinute,
      remaining: Math.max(0, Math.floor(bucket.level)),
      resetSeconds: Math.ceil(((token.requestsPerMinute - bucket.level) * 60) / token.requestsPerMinute),
    }
  }

  #take(token: Token): GatewayError | undefined {
    const limit = token.requestsPerMinute
    if (limit === undefined) return undefined
    const bucket = this.#refill(token.id, limit)
    if (bucket.level >= 1) {
      bucket.level -= 1
      return undefined
    }
    const waitSeconds = Math.max(1, Math.ceil(((1 - bucket.level) * 60) / limit))
    return {
      kind: 'rate_limit_exceeded',
      message: `This token may start ${limit} requests a minute. Try again in ${waitSeconds}s.`,
      retryAfterSeconds: waitSeconds,
    }
  }

  #refill(id: string, limit: number): Bucket {
    const now = this.options.clock()
    const bucket = this.#buckets.get(id) ?? { level: limit, at: now }
    bucket.level = Math.min(limit, bucket.level + ((now - bucket.at) * limit) / 60_000)
    bucket.at = now
    this.#buckets.set(id, bucket)
    return bucket
  }
}
