import type { QuotaState } from '../accounting/quota.js'
import { quotaName, scarcest, type QuotaStates, type QuotaUnit } from '../accounting/quotas.js'
import { factsOf, type ErrorFormat } from '../contract/error-format.js'

/** Where headers are set: a response, or the reply to a handshake. */
interface HeaderSink {
  setHeader(name: string, value: string): unknown
}

const openaiNames = {
  requests: {
    limit: 'x-ratelimit-limit-requests',
    remaining: 'x-ratelimit-remaining-requests',
    reset: 'x-ratelimit-reset-requests',
  },
  tokens: { limit: 'x-ratelimit-limit-tokens', remaining: 'x-ratelimit-remaining-tokens', reset: 'x-ratelimit-reset-tokens' },
}

const units: readonly QuotaUnit[] = ['requests', 'tokens']

/** Those that clients get whose dialect has none of its own. */
export const limitHeaderNames: readonly string[] = [
  ...units.flatMap((unit) => Object.values(openaiNames[unit])),
  'ratelimit-policy',
  'ratelimit',
]

/**
 * Tells a client its quotas: in the headers that its dialect has of its own, else in OpenAI's, and in those of
 * draft-ietf-httpapi-ratelimit-headers-11, which are the only ones of the gateway's own API. Where there is a header for one quota alone,
 * it is the one of which the least is left. `quotas` is `undefined` where nothing is limited. `now`: milliseconds since the epoch.
 */
export function setLimitHeaders(sink: HeaderSink, quotas: QuotaStates | undefined, errorFormat: ErrorFormat, now: number): void {
  if (quotas === undefined) return
  if (errorFormat !== 'problem') setDialectHeaders(sink, quotas, errorFormat, now)
  sink.setHeader('ratelimit-policy', quotas.rateLimitPolicy)
  sink.setHeader('ratelimit', stateOf(quotas))
}

/** The same after tokens were taken, where they are limited. */
export function setTokenLimitHeaders(sink: HeaderSink, quotas: QuotaStates | undefined, errorFormat: ErrorFormat, now: number): void {
  if (quotas !== undefined && quotas.tokens.length > 0) setLimitHeaders(sink, quotas, errorFormat, now)
}

function setDialectHeaders(sink: HeaderSink, quotas: QuotaStates, errorFormat: ErrorFormat, now: number): void {
  const { limitHeaders } = factsOf(errorFormat)
  for (const unit of units) {
    const quota = scarcest(quotas[unit])
    if (quota === undefined) continue
    const names = (limitHeaders ?? openaiNames)[unit]
    const reset = Math.ceil(quota.reset)
    sink.setHeader(names.limit, String(quota.limit))
    sink.setHeader(names.remaining, String(leftOf(quota)))
    sink.setHeader(names.reset, limitHeaders === undefined ? `${reset}s` : timeText(now + reset * 1000))
  }
}

function stateOf(quotas: QuotaStates): string {
  const items: string[] = []
  for (const unit of units)
    for (const quota of quotas[unit]) items.push(`${quotaName(unit, quota)};r=${leftOf(quota)};t=${Math.ceil(quota.reset)}`)
  return items.join(', ')
}

const timeText = (time: number): string => new Date(time).toISOString().replace(/\.\d+/, '')

const leftOf = (quota: QuotaState): number => Math.max(0, Math.floor(quota.left))
