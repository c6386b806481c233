import type { Quota } from '../accounting/quota.js'
import { quotaName, scarcest, type CallerQuotas, type QuotaUnit } from '../accounting/quotas.js'

/** Where headers are set: a response, or the reply to a handshake. */
interface HeaderSink {
  setHeader(name: string, value: string): unknown
}

/** A style's own names for what is left of one quota. */
interface HeaderNames {
  readonly limit: string
  readonly remaining: string
  readonly reset: string
}

const openaiNames: Readonly<Record<QuotaUnit, HeaderNames>> = {
  requests: {
    limit: 'x-ratelimit-limit-requests',
    remaining: 'x-ratelimit-remaining-requests',
    reset: 'x-ratelimit-reset-requests',
  },
  tokens: { limit: 'x-ratelimit-limit-tokens', remaining: 'x-ratelimit-remaining-tokens', reset: 'x-ratelimit-reset-tokens' },
}

/** https://platform.claude.com/docs/en/api/rate-limits#response-headers */
const anthropicNames: Readonly<Record<QuotaUnit, HeaderNames>> = {
  requests: {
    limit: 'anthropic-ratelimit-requests-limit',
    remaining: 'anthropic-ratelimit-requests-remaining',
    reset: 'anthropic-ratelimit-requests-reset',
  },
  tokens: {
    limit: 'anthropic-ratelimit-tokens-limit',
    remaining: 'anthropic-ratelimit-tokens-remaining',
    reset: 'anthropic-ratelimit-tokens-reset',
  },
}

const units: readonly QuotaUnit[] = ['requests', 'tokens']

/** All that may be set. */
export const limitHeaderNames: readonly string[] = [
  ...[openaiNames, anthropicNames].flatMap((names) =>
    units.flatMap((unit) => [names[unit].limit, names[unit].remaining, names[unit].reset]),
  ),
  'ratelimit-policy',
  'ratelimit',
]

/**
 * Tells a client its quotas: in OpenAI's headers, for clients of the messages style in Anthropic's too, and in those of
 * draft-ietf-httpapi-ratelimit-headers-11. Where a style has a header for one quota alone, it is the one of which the least is left.
 * `now`: milliseconds since the epoch.
 */
export function setLimitHeaders(
  sink: HeaderSink,
  quotas: CallerQuotas,
  style: { readonly isMessages: boolean; readonly now: number },
): void {
  for (const unit of units) {
    const quota = scarcest(quotas[unit])
    if (quota === undefined) continue
    const [limit, remaining, reset] = [String(quota.limit), String(leftOf(quota)), Math.ceil(quota.reset)]
    const names = openaiNames[unit]
    sink.setHeader(names.limit, limit)
    sink.setHeader(names.remaining, remaining)
    sink.setHeader(names.reset, `${reset}s`)
    if (!style.isMessages) continue
    const own = anthropicNames[unit]
    sink.setHeader(own.limit, limit)
    sink.setHeader(own.remaining, remaining)
    sink.setHeader(own.reset, new Date(style.now + reset * 1000).toISOString().replace(/\.\d+/, ''))
  }
  sink.setHeader('ratelimit-policy', quotas.rateLimitPolicy)
  sink.setHeader('ratelimit', stateOf(quotas))
}

function stateOf(quotas: CallerQuotas): string {
  const items: string[] = []
  for (const unit of units)
    for (const quota of quotas[unit]) items.push(`${quotaName(unit, quota)};r=${leftOf(quota)};t=${Math.ceil(quota.reset)}`)
  return items.join(', ')
}

const leftOf = (quota: Quota): number => Math.max(0, Math.floor(quota.left))
