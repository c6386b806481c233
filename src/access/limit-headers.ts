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
export function addLimitHeaders(headers: OutgoingHttpHeaders, told: ToldLimits): void {
  tellLimits(told, (name, value) => {
    headers[name] = value
  })
}

/** The same as lines of a head in HTTP/1. */
export function limitHeaderLines(told: ToldLimits): string {
  let lines = ''
  tellLimits(told, (name, value) => {
    lines += `${name}: ${value}\r\n`
  })
  return lines
}

function tellLimits({ quotas, errorFormat, now }: ToldLimits, tell: (name: string, value: string) => void): void {
  const own = errorFormat === 'problem' ? undefined : factsOf(errorFormat).limitHeaders
  let states = ''
  for (const unit of units) {
    let scarcest: QuotaState | undefined
    let least = Infinity
    let reset = 0
    for (const quota of quotas[unit]) {
      const { left } = quota
      const seconds = Math.ceil(quota.reset)
      states += `${states === '' ? '' : ', '}${quotaName(unit, quota)};r=${shown(left)};t=${seconds}`
      if (left >= least) continue
      scarcest = quota
      least = left
      reset = seconds
    }
    if (scarcest === undefined || errorFormat === 'problem') continue
    const names = (own ?? openaiNames)[unit]
    tell(names.limit, String(scarcest.limit))
    tell(names.remaining, String(shown(least)))
    tell(names.reset, own === undefined ? `${reset}s` : timestampOfSecond(now() + reset * 1000))
  }
  tell('ratelimit-policy', quotas.rateLimitPolicy)
  tell('ratelimit', states)
}

const shown = (left: number): number => Math.max(0, Math.floor(left))
