import type { OutgoingHttpHeaders } from 'node:http'
import type { QuotaState } from '../accounting/quota.js'
import { quotaName, type QuotaStates, type QuotaUnit } from '../accounting/quotas.js'
import { factsOf, type ErrorFormat } from '../contract/error-format.js'
import { timestampOfSecond } from '../exchange/timestamp.js'

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

/** The quotas that the head of a reply tells its client, as they are when it is written. */
export interface ToldLimits {
  readonly quotas: QuotaStates
  readonly errorFormat: ErrorFormat
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * Tells a client its quotas: in the headers that its dialect has of its own, else in OpenAI's, and in those of
 * draft-ietf-httpapi-ratelimit-headers-11, which are the only ones of the gateway's own API. Where there is a header for one quota alone,
 * it is the one of which the least is left.
 */
export function addLimitHeaders(headers: OutgoingHttpHeaders, { quotas, errorFormat, now }: ToldLimits): void {
  const own = errorFormat === 'problem' ? undefined : factsOf(errorFormat).limitHeaders
  let states = ''
  for (const unit of units) {
    let scarcest: QuotaState | undefined
    let [least, reset] = [Infinity, 0]
    for (const quota of quotas[unit]) {
      const { left } = quota
      const seconds = Math.ceil(quota.reset)
      states += `${states === '' ? '' : ', '}${quotaName(unit, quota)};r=${shown(left)};t=${seconds}`
      if (left < least) [scarcest, least, reset] = [quota, left, seconds]
    }
    if (scarcest === undefined || errorFormat === 'problem') continue
    const names = (own ?? openaiNames)[unit]
    headers[names.limit] = String(scarcest.limit)
    headers[names.remaining] = String(shown(least))
    headers[names.reset] = own === undefined ? `${reset}s` : timestampOfSecond(now() + reset * 1000)
  }
  headers['ratelimit-policy'] = quotas.rateLimitPolicy
  headers['ratelimit'] = states
}

const shown = (left: number): number => Math.max(0, Math.floor(left))
