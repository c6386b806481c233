import type { OperationId } from '../../../generated/operations.js'
import type { Admission } from '../../access/admission.js'
import { Lease } from '../../access/lease.js'
import type { Caller } from '../../access/caller.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { SharedMiddleware } from '../context.js'

interface AdmitOptions {
  readonly draining: () => boolean
  readonly isValid: (caller: Caller) => boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** The operation by which a token reads its own limits: it works also when its requests are used up. */
const aboutItself: OperationId = 'getOwnToken'

/** Takes a lease for the request, which is given back at its end. */
export function admit(admission: Admission, { draining, isValid, now }: AdmitOptions): SharedMiddleware {
  return (context, next) => {
    const { res: response, state } = context
    const { caller, operation } = state
    if (caller === undefined) return next()
    if (admission.load === 'busy' || draining()) response.setHeader('connection', 'close')
    const quotas = admission.quotasOf(caller)
    if (quotas !== undefined) response.limits = { quotas, errorFormat: state.errorFormat, now }
    const entered = operation?.operationId === aboutItself ? admission.enterToAsk(caller) : admission.enterInTurn(caller, response)
    if (entered instanceof Lease) {
      state.lease = entered
      return next()
    }
    return inTurn(entered, () => isValid(caller)).then((lease) => {
      state.lease = lease
      return next()
    })
  }
}

/** A token that was revoked while its request waited asks nothing more. */
async function inTurn(entered: Promise<Lease>, isValid: () => boolean): Promise<Lease> {
  const lease = await entered
  if (isValid()) return lease
  lease.release()
  throw new GatewayFailure({ kind: 'invalid_api_key', message: 'The token is not valid.' })
}
