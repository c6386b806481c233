import type { Admission } from '../../access/admission.js'
import type { Lease } from '../../access/lease.js'
import type { SharedMiddleware } from '../context.js'

/** Takes a lease for the request; gives it back at any end. */
export function admit(admission: Admission, draining: () => boolean): SharedMiddleware {
  return async (context, next) => {
    const { res: response } = context
    const { caller } = context.state
    if (caller === undefined) {
      await next()
      return
    }
    if (admission.load === 'busy' || draining()) response.setHeader('connection', 'close')
    let lease: Lease
    try {
      lease = admission.enter(caller)
    } finally {
      const headers = admission.rateHeaders(caller)
      for (const name in headers) response.setHeader(name, headers[name] ?? '')
    }
    context.state.lease = lease
    try {
      await next()
    } finally {
      lease.release()
    }
  }
}
