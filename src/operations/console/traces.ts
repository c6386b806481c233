import { GatewayFailure } from '../../exchange/error.js'
import { shownTrace } from '../../relay/trace/shown-trace.js'
import type { OperationHandler } from '../operation.js'
import { requireSession } from './session.js'

/** `GET /api/console/traces/{request_id}` */
export const getTrace: OperationHandler<'getTrace'> = ({ caller }, { console }, { request_id: id }) => {
  const trace = console.traces.find(id, requireSession(caller).user.id)
  if (trace === undefined)
    throw new GatewayFailure({
      kind: 'not_found',
      message: 'There is no trace of this request: only the newest of your playground are kept.',
    })
  return { status: 200, body: shownTrace(trace, console.clean) }
}
