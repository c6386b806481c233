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
 * What is not an attempt is the gateway's own time: before the first one the token, the limits, the body and the choice of a target; later
 * the wait before another attempt, and the end of the reply. A record of an earlier version has no beginnings of attempts: there all of it is
 * drawn before the first one.
 */
export function timelineOf({ attempts, duration_ms: duration, first_byte_ms: firstByte }: Timed): Timeline {
  const tried = attempts.reduce((sum, { duration_ms: taken }) => sum + taken, 0)
  const lastEnd = Math.max(0, ...attempts.map(({ started_ms: started = 0, duration_ms: taken }) => started + taken))
  const length = Math.max(duration, tried, lastEnd, firstByte ?? 0, 1)
  const stretches: Stretch[] = []
  let at = 0
  const gateway = (label: string, to: number): void => {
    if (to > at) stretches.push({ kind: 'gateway', label, from: at, to, failed: false })
    at = Math.max(at, to)
  }
  for (const [index, { provider, started_ms: started, duration_ms: taken, error }] of attempts.entries()) {
    gateway(index === 0 ? 'Authentication and routing' : 'Waiting', started ?? (index === 0 ? length - tried : at))
    stretches.push({ kind: 'attempt', label: `${index + 1}. ${provider}`, from: at, to: at + taken, failed: error !== undefined })
    at += taken
  }
  const last = attempts.at(-1)
  gateway(
    last === undefined ? 'Authentication and routing' : last.error === undefined ? 'End of the reply' : 'After the last attempt',
    length,
  )
  return { length, stretches, firstByte }
}
