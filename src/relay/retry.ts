import type { RetrySettings } from '../config/configuration.js'
import type { GatewayError } from '../exchange/error.js'

/** What a failed attempt allows. `other-target`: the refusal concerns our key or this provider only. */
export type RetryChoice = 'any-target' | 'other-target' | 'never'

/** Promises P34: which failures another attempt may mend. */
export function retryChoice(error: GatewayError): RetryChoice {
  switch (error.kind) {
    case 'upstream_auth':
      return 'other-target'
    case 'upstream_unavailable':
    case 'upstream_disconnected':
    case 'upstream_timeout':
    case 'upstream_rate_limited':
    case 'overloaded':
      return 'any-target'
    case 'upstream_invalid':
      return 'other-target'
    default:
      return 'never'
  }
}

/**
 * Milliseconds to wait before the next attempt. Another target: none. The same again: what the provider asked for where that is
 * short enough (`undefined` = too long, give up), else 100 ms × 2ⁿ ± 50 %. `retry` counts from 0.
 */
export function retryDelay(
  options: { retry: number; sameTarget: boolean; retryAfterMs: number | undefined; random: () => number },
  settings: RetrySettings,
): number | undefined {
  if (!options.sameTarget) return 0
  if (options.retryAfterMs !== undefined) return options.retryAfterMs <= settings.max_wait_ms ? options.retryAfterMs : undefined
  return 100 * 2 ** options.retry * (0.5 + options.random())
}
