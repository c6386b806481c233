import type { PlatformRequest } from '../../../generated/platform/model/index.js'

/** A stretch of a request's time, in milliseconds from its begin. */
export interface Stretch {
  readonly kind: 'gateway' | 'attempt'
  readonly label: string
  readonly from: number
  readonly to: number
  readonly failed: boolean
}

export interface Timeline {
  readonly length: number
  readonly stretches: readonly Stretch[]
  /** When the first byte was sent to the client. */
  readonly firstByte: number | null
}

type Timed = Pick<PlatformRequest, 'attempts' | 'duration_ms' | 'first_byte_ms'>

/**
 * The record has how long the whole and each attempt took, not when an attempt began. What is over is the gateway's own time: token,
 * limits, body, waiting before another attempt. It is drawn before the attempts.
 */
export function timelineOf({ attempts, duration_ms: duration, first_byte_ms: firstByte }: Timed): Timeline {
  const tried = attempts.reduce((sum, { duration_ms: taken }) => sum + taken, 0)
  const length = Math.max(duration, tried, firstByte ?? 0, 1)
  const stretches: Stretch[] = []
  let from = length - tried
  if (from > 0) stretches.push({ kind: 'gateway', label: 'Gateway', from: 0, to: from, failed: false })
  for (const [index, { provider, duration_ms: taken, error }] of attempts.entries()) {
    stretches.push({ kind: 'attempt', label: `${index + 1}. ${provider}`, from, to: from + taken, failed: error !== undefined })
    from += taken
  }
  return { length, stretches, firstByte }
}
