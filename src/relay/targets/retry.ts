import type { GatewayError } from '../../exchange/error.js'

/** What a failed attempt allows. `other-target`: the refusal is about the gateway's key or this provider only. */
export type RetryChoice = 'any-target' | 'other-target' | 'never'

/** Which failures allow another attempt. */
export function retryChoice(error: GatewayError): RetryChoice {
  switch (error.kind) {
    case 'upstream_auth':
      return 'other-target'
    case 'upstream_timeout':
      // After one of the gateway's time limits the model may still be working: the same target would be paid twice. A provider's own 504 has ended.
      return error.native?.status === undefined ? 'other-target' : 'any-target'
    case 'upstream_unavailable':
    case 'upstream_disconnected':
    case 'upstream_rate_limited':
    case 'overloaded':
      return 'any-target'
    case 'upstream_invalid':
      return 'other-target'
    default:
      return 'never'
  }
}

/** Milliseconds before the next attempt at the same target: 100 ms × 2ⁿ ± 50 %. `retry` counts from 0, `drawn` is random in [0, 1). */
export function backoffMs(retry: number, drawn: number): number {
  return 100 * 2 ** Math.min(retry, 10) * (0.5 + drawn)
}
