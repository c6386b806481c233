import { GatewayFailure } from '../exchange/error.js'
import type { Caller } from './caller.js'
import { Holding } from './holding.js'
import { Lease, type Running } from './lease.js'

export interface AdmissionOptions {
  /** Most requests that run, and most connections that are open, at the same time in this process. */
  readonly inFlight: number
  /** Most bytes for the bodies of all requests together. */
  readonly memoryBytes: number
  /** Monotonic milliseconds. */
  readonly clock: () => number
  /** Whether another request could be recorded; without a record none is served (promises P48). */
  readonly canRecord?: () => boolean
}

/** The WebSocket connections that are open. */
export interface OpenConnections {
  readonly size: number
  countOf(callerId: string): number
}

/** What one caller uses now. */
interface Use extends Running {
  /** Tokens in the caller's bucket: requests that may start at once. Refills at the caller's rate. */
  level: number
  /** When `level` was computed. */
  at: number
}

/**
 * Admits HTTP requests, requests that come as messages of a WebSocket, and realtime sessions under the process's limit (promises P28),
 * a caller's concurrency (P39) and its rate (P41).
 */
export class Admission {
  readonly #process: Running = { running: 0, bytes: 0 }
  readonly #uses = new Map<string, Use>()

  constructor(private readonly options: AdmissionOptions) {}

  /** Requests that run. */
  get inFlight(): number {
    return this.#process.running
  }

  /** The load of the process; above 80 % replies ask clients to reconnect. */
  get load(): 'free' | 'busy' | 'full' {
    if (this.inFlight >= this.options.inFlight) return 'full'
    return this.inFlight >= this.options.inFlight * 0.8 ? 'busy' : 'free'
  }

  /** `false` while the database has been away for so long that requests are refused. */
  get canRecord(): boolean {
    return this.options.canRecord?.() ?? true
  }

  /** Requests of one caller that run. */
  runningOf(callerId: string): number {
    return this.#uses.get(callerId)?.running ?? 0
  }

  /** Takes a slot of the process and one of the caller, before a body is read. Throws `GatewayFailure` where none is free. */
  enter(caller: Caller): Lease {
    if (this.load === 'full') throw overloaded()
    if (!this.canRecord) throw unrecordable()
    const { maxConcurrent, requestsPerMinute } = caller.policy
    const use = this.#useOf(caller)
    if (use.running >= maxConcurrent) throw tooMany(`run ${maxConcurrent} requests`)
    const { memoryBytes } = this.options
    if (requestsPerMinute === undefined) return new Lease(this.#process, use, memoryBytes)
    start(use, requestsPerMinute, 1)
    return new Lease(this.#process, use, memoryBytes, (count) => {
      start(this.#useOf(caller), requestsPerMinute, count)
    })
  }

  /** Accounts for memory that outlives a request: what a connection keeps. */
  holding(caller: Caller): Holding {
    return new Holding(this.#process, this.#useOf(caller), this.options.memoryBytes)
  }

  /** Throws `GatewayFailure` where the process or the caller has its most connections open. */
  requireConnection(caller: Caller, open: OpenConnections): void {
    if (this.load === 'full' || open.size >= this.options.inFlight) throw overloaded()
    const { maxConcurrent } = caller.policy
    if (open.countOf(caller.id) >= maxConcurrent) throw tooMany(`have ${maxConcurrent} connections`)
  }

  /** The rate-limit headers for a caller that has a rate limit. */
  rateHeaders(caller: Caller): Readonly<Record<string, string>> {
    const limit = caller.policy.requestsPerMinute
    if (limit === undefined) return none
    const { level } = this.#useOf(caller)
    return {
      'x-ratelimit-limit-requests': String(limit),
      'x-ratelimit-remaining-requests': String(Math.max(0, Math.floor(level))),
      'x-ratelimit-reset-requests': `${Math.ceil(((limit - level) * 60) / limit)}s`,
    }
  }

  /** The use of a caller, with its bucket refilled up to now. */
  #useOf({ id, policy: { requestsPerMinute: limit } }: Caller): Use {
    let use = this.#uses.get(id)
    if (use === undefined) {
      use = { running: 0, bytes: 0, level: limit ?? 0, at: this.options.clock() }
      this.#uses.set(id, use)
    } else if (limit !== undefined) {
      const now = this.options.clock()
      use.level = Math.min(limit, use.level + ((now - use.at) * limit) / 60_000)
      use.at = now
    }
    return use
  }
}

const none: Readonly<Record<string, string>> = {}

function start(use: Use, limit: number, count: number): void {
  if (use.level >= count) {
    use.level -= count
    return
  }
  if (count > 1 && count >= limit)
    throw new GatewayFailure({
      kind: 'invalid_request',
      message: `The request becomes ${count + 1} requests to the provider; this token may start ${limit} a minute. Ask for less at a time.`,
    })
  const waitSeconds = Math.max(1, Math.ceil(((count - use.level) * 60) / limit))
  throw new GatewayFailure({
    kind: 'rate_limit_exceeded',
    message: `This token may start ${limit} requests a minute. Try again in ${waitSeconds}s.`,
    retryAfterSeconds: waitSeconds,
  })
}

function overloaded(): GatewayFailure {
  return new GatewayFailure({ kind: 'overloaded', message: 'The gateway is at its limit. Try again in 1s.', retryAfterSeconds: 1 })
}

function unrecordable(): GatewayFailure {
  return new GatewayFailure({
    kind: 'overloaded',
    message: 'The gateway cannot record requests now. Try again in 5s.',
    retryAfterSeconds: 5,
  })
}

function tooMany(what: string): GatewayFailure {
  return new GatewayFailure({ kind: 'concurrency_limit', message: `This token may ${what} at the same time.`, retryAfterSeconds: 1 })
}
