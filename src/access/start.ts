import { GatewayFailure } from '../exchange/error.js'
import type { Quota } from '../accounting/quota.js'
import { haveLeft, takeFrom, waitFor } from '../accounting/quotas.js'

/** Counts requests against a caller's quotas. Throws `GatewayFailure` where one of them has not so many left; then none is changed. */
export function start(quotas: readonly Quota[], count: number): void {
  if (haveLeft(quotas, count)) {
    takeFrom(quotas, count)
    return
  }
  const never = quotas.find(({ limit }) => count > 1 && count >= limit)
  if (never !== undefined)
    throw new GatewayFailure({
      kind: 'invalid_request',
      message: `The request becomes ${count + 1} requests to the provider; this token may start ${never.limit} per ${never.window}. Ask for less at a time.`,
    })
  const { seconds, quota } = waitFor(quotas, count)
  const limit = quota?.limit ?? 0
  throw new GatewayFailure({
    kind: 'rate_limit_exceeded',
    message: `This token may start ${limit} ${limit === 1 ? 'request' : 'requests'} per ${quota?.window ?? 'minute'}. Try again in ${seconds}s.`,
    retryAfterSeconds: seconds,
  })
}
