import { renderError } from '../../contract/error-format.js'
import { GatewayFailure, type GatewayError } from '../../exchange/error.js'
import type { Log } from '../../observability/log.js'
import { brokenOff, clientLeft, refused } from '../../record/ending.js'
import { RelayedFailure } from '../../relay/upstream/reply-failure.js'
import type { RequestContext } from '../context.js'
import { isUnread } from '../unread-body.js'
import { answer } from './identify-request.js'

/** Writes what was thrown in the client's error format. The only place that writes errors before a stream has begun. */
export function sendThrown(context: RequestContext, thrown: unknown, log: Log): void {
  if (!(thrown instanceof GatewayFailure))
    log.error('request failed unexpectedly', {
      request_id: context.state.id,
      stack: thrown instanceof Error ? thrown.stack : String(thrown),
    })
  const error: GatewayError =
    thrown instanceof GatewayFailure ? thrown.error : { kind: 'internal', message: 'The gateway failed on this request.' }
  sendError(context, error, thrown instanceof RelayedFailure ? thrown.body : undefined)
}

/** Answers a request with an error. Where a reply has begun, the connection is closed instead. */
export function sendError(context: RequestContext, error: GatewayError, relayed?: Buffer): void {
  const { state, res: response } = context
  if (response.headersSent || response.destroyed) {
    state.record.ends(response.destroyed ? clientLeft : brokenOff(error))
    response.destroy()
    return
  }
  const rendered = renderError(state.errorFormat, error, state.id)
  state.record.ends(refused(error, rendered.status))
  const closes = isUnread(context.req) ? { connection: 'close' } : {}
  answer(
    response,
    state,
    rendered.status,
    {
      'content-type': 'application/json',
      ...rendered.headers,
      ...closes,
      ...(state.allow === undefined ? {} : { allow: state.allow.join(', ') }),
    },
    relayed ?? JSON.stringify(rendered.body),
  )
}
