import type { Admission } from '../../access/admission.js'
import type { Lease } from '../../access/lease.js'
import { setLimitHeaders } from '../../access/limit-headers.js'
import type { SharedMiddleware } from '../context.js'

interface AdmitOptions {
  readonly draining: () => boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Takes a lease for the request; gives it back at any end. */
export function admit(admission: Admission, { draining, now }: AdmitOptions): SharedMiddleware {
  return async (context, next) => {
    const { res: response } = context
    const { caller, errorFormat } = context.state
    if (caller === undefined) {
      await next()
      return
    }
    if (admission.load === 'busy' || draining()) response.setHeader('connection', 'close')
    let lease: Lease
    try {
      lease = admission.enter(caller)
    } finally {
      const quotas = admission.quotasOf(caller)
      if (quotas !== undefined) setLimitHeaders(response, quotas, { isMessages: errorFormat === 'messages', now: now() })
    }
    context.state.lease = lease
    try {
      await next()
    } finally {
      lease.release()
    }
  }
}
