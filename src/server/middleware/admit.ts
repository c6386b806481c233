import type { Admission, RateHeaders } from '../../access/admission.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Middleware } from '../context.js'

/** Lets the request in where process and token have room; gives the slot back at any end (promises P28, P39, P41). */
export function admit(admission: Admission, draining: () => boolean): Middleware {
  return async (context, next) => {
    const { token } = context.state
    if (token === undefined) {
      await next()
      return
    }
    const { load } = admission
    if (load === 'full')
      throw new GatewayFailure({ kind: 'overloaded', message: 'The gateway is at its limit. Try again in 1s.', retryAfterSeconds: 1 })
    if (load === 'busy' || draining()) context.res.setHeader('connection', 'close')
    const refused = admission.enter(token)
    const rate = rateHeaders(admission.rate(token))
    for (const name in rate) context.res.setHeader(name, rate[name] ?? '')
    if (refused !== undefined) throw new GatewayFailure(refused)
    admission.inFlight++
    try {
      await next()
    } finally {
      admission.inFlight--
      admission.leave(token)
    }
  }
}

/** What a token with a limit is told of it. */
export function rateHeaders(rate: RateHeaders | undefined): Readonly<Record<string, string>> {
  if (rate === undefined) return {}
  return {
    'x-ratelimit-limit-requests': String(rate.limit),
    'x-ratelimit-remaining-requests': String(rate.remaining),
    'x-ratelimit-reset-requests': `${rate.resetSeconds}s`,
  }
}
