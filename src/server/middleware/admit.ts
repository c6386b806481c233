import type { OperationId } from '../../../generated/operations.js'
import type { Admission } from '../../access/admission.js'
import { Lease } from '../../access/lease.js'
import type { Caller } from '../../access/caller.js'
import { GatewayFailure } from '../../exchange/error.js'
import { setLimitHeaders } from '../../access/limit-headers.js'
import type { SharedMiddleware } from '../context.js'

interface AdmitOptions {
  readonly draining: () => boolean
  readonly isValid: (caller: Caller) => boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** A token whose requests are used up can still see that. */
const aboutItself: OperationId = 'getOwnToken'

/** Takes a lease for the request; gives it back at any end. */
export function admit(admission: Admission, { draining, isValid, now }: AdmitOptions): SharedMiddleware {
  return async (context, next) => {
    const { res: response } = context
    const { caller, errorFormat, operation } = context.state
    if (caller === undefined) {
      await next()
      return
    }
    if (admission.load === 'busy' || draining()) response.setHeader('connection', 'close')
    let lease: Lease
    try {
      const entered = operation?.operationId === aboutItself ? admission.enterToAsk(caller) : admission.enterInTurn(caller, response)
      lease = entered instanceof Lease ? entered : await inTurn(entered, () => isValid(caller))
    } finally {
      const quotas = admission.quotasOf(caller)
      if (quotas !== undefined) setLimitHeaders(response, quotas, errorFormat, now())
    }
    context.state.lease = lease
    try {
      await next()
    } finally {
      lease.release()
    }
  }
}

/** A token that was revoked while its request waited asks nothing more. */
async function inTurn(entered: Promise<Lease>, isValid: () => boolean): Promise<Lease> {
  const lease = await entered
  if (isValid()) return lease
  lease.release()
  throw new GatewayFailure({ kind: 'invalid_api_key', message: 'The token is not valid.' })
}
