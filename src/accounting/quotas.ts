import type { FailureKind } from '../exchange/error.js'
import { beginOf } from './budgets.js'
import { MinuteQuota, quotasOf, windowSeconds, type Quota, type QuotaClocks, type QuotaState } from './quota.js'

/** How many requests a caller may send, and how many tokens it may use. Days are those of UTC. */
export interface RateLimits {
  readonly requestsPerMinute?: number | undefined
  readonly requestsPerDay?: number | undefined
  readonly tokensPerMinute?: number | undefined
  readonly tokensPerDay?: number | undefined
}

/** The quotas of one caller. */
export interface CallerQuotas extends QuotaStates {
  readonly requests: readonly Quota[]
  readonly tokens: readonly Quota[]
}

/** The same as clients see them. */
export interface QuotaStates {
  readonly requests: readonly QuotaState[]
  readonly tokens: readonly QuotaState[]
  /** All of them, as the header `RateLimit-Policy` describes them (draft-ietf-httpapi-ratelimit-headers-11). */
  readonly rateLimitPolicy: string
}

export type QuotaUnit = 'requests' | 'tokens'

/** The name of a quota in headers, quoted. */
export function quotaName(unit: QuotaUnit, { window }: QuotaState): string {
  return `"${unit}-per-${window}"`
}

/** Requests that end with these errors were refused by a limit, and none counts them. */
export const limitRefusals = ['rate_limit_exceeded', 'concurrency_limit'] as const satisfies readonly FailureKind[]

/** What a caller has used since midnight in UTC. */
export interface UsedToday {
  readonly requests: number
  readonly tokens: number
}

/** The same of this process. `day`: its beginning, in milliseconds since the epoch. */
interface EndedToday {
  readonly day: number
  requests: number
  tokens: number
}

interface Limited {
  readonly id: string
  readonly policy: { readonly rates?: RateLimits | undefined }
}

interface Entry {
  readonly rates: RateLimits
  readonly quotas: CallerQuotas
}

interface QuotasOptions extends QuotaClocks {
  /** What the books know of an earlier process, by the caller's id. */
  readonly usedToday?: ReadonlyMap<string, UsedToday>
  /** When that was read, in milliseconds since the epoch. */
  readonly usedAt?: number
  /** The limits that the caller with this id has now; `undefined`: only the caller itself knows them. */
  readonly ratesNow?: (id: string) => RateLimits | undefined
}

/** How often a token may ask about itself in a minute. */
const questionsPerMinute = 60

/** The quotas of all callers that have any. */
export class Quotas {
  readonly #entries = new Map<string, Entry>()
  readonly #questions = new Map<string, readonly Quota[]>()
  readonly #ended = new Map<string, EndedToday>()
  /** How many requests of the caller with this id run. */
  runningOf: ((callerId: string) => number) | undefined

  constructor(private readonly options: QuotasOptions) {}

  /** `undefined`: nothing is limited. Where the limits have changed, what was used stays used. */
  of({ id, policy: { rates } }: Limited): CallerQuotas | undefined {
    const entry = this.#entries.get(id)
    if (rates === undefined && entry === undefined) return undefined
    return entry?.rates === rates ? entry?.quotas : this.#changed(id, rates, entry)
  }

  /** Those that the caller with this id had when it was last asked for them. */
  known(id: string): CallerQuotas | undefined {
    return this.#entries.get(id)?.quotas
  }

  /** A request may know its caller as it was: the limits that it has now count for both. */
  #changed(id: string, ofCaller: RateLimits | undefined, entry: Entry | undefined): CallerQuotas | undefined {
    const rates = this.options.ratesNow?.(id) ?? ofCaller
    if (rates === undefined) this.#entries.delete(id)
    if (rates === undefined || entry?.rates === rates) return rates && entry?.quotas
    const used = this.#usedToday(id)
    const { requestsPerMinute, requestsPerDay, tokensPerMinute, tokensPerDay } = rates
    const requests = quotasOf({ minute: requestsPerMinute, day: requestsPerDay }, this.options, entry?.quotas.requests, used.requests)
    const tokens = quotasOf({ minute: tokensPerMinute, day: tokensPerDay }, this.options, entry?.quotas.tokens, used.tokens)
    const rateLimitPolicy = [
      ...requests.map((quota) => policyItem('requests', quota)),
      ...tokens.map((quota) => `${policyItem('tokens', quota)};qu="tokens"`),
    ].join(', ')
    const quotas: CallerQuotas = { requests, tokens, rateLimitPolicy }
    this.#entries.set(id, { rates, quotas })
    return quotas
  }

  /** A request of this caller has ended, whether anything limits it or not: a limit of the day that is set later counts it. */
  countEnded(id: string, requests: number, tokens: number): void {
    const day = beginOf('day', this.options.now())
    const ended = this.#ended.get(id)
    if (ended?.day !== day) this.#ended.set(id, { day, requests, tokens })
    else {
      ended.requests += requests
      ended.tokens += tokens
    }
  }

  /** What a restart would find in the books, and the requests that run: their tokens count at their end. */
  #usedToday(id: string): UsedToday {
    const { usedToday, usedAt, now } = this.options
    const day = beginOf('day', now())
    const before = usedAt === undefined || beginOf('day', usedAt) === day ? usedToday?.get(id) : undefined
    const known = this.#ended.get(id)
    const ended = known?.day === day ? known : undefined
    return {
      requests: (before?.requests ?? 0) + (ended?.requests ?? 0) + (this.runningOf?.(id) ?? 0),
      tokens: (before?.tokens ?? 0) + (ended?.tokens ?? 0),
    }
  }

  /** For what a caller asks about itself: none of its own limits counts it. */
  ofQuestions(id: string): readonly Quota[] {
    let quotas = this.#questions.get(id)
    if (quotas === undefined) {
      quotas = [new MinuteQuota(questionsPerMinute, this.options.clock)]
      this.#questions.set(id, quotas)
    }
    return quotas
  }

  /** The token was removed. */
  forget(id: string): void {
    this.#entries.delete(id)
    this.#questions.delete(id)
    this.#ended.delete(id)
  }
}

function policyItem(unit: QuotaUnit, quota: Quota): string {
  return `${quotaName(unit, quota)};q=${quota.limit};w=${windowSeconds[quota.window]}`
}

/** Whether each has this amount left. */
export function haveLeft(quotas: readonly Quota[], amount: number): boolean {
  for (const quota of quotas) if (quota.left < amount) return false
  return true
}

export function takeFrom(quotas: readonly Quota[], amount: number): void {
  for (const quota of quotas) quota.take(amount)
}

/** Whole seconds until each has this amount left, and the quota that takes the longest. */
export function waitFor(quotas: readonly Quota[], amount: number): { readonly seconds: number; readonly quota: Quota | undefined } {
  let [seconds, longest]: [number, Quota | undefined] = [1, undefined]
  for (const quota of quotas) {
    const until = Math.ceil(quota.until(amount))
    if (quota.left < amount && until >= seconds) [seconds, longest] = [until, quota]
  }
  return { seconds, quota: longest }
}
