import { renderError } from '../../contract/style.js'
import { GatewayFailure, type GatewayError } from '../../exchange/error.js'
import type { Log } from '../../observability/log.js'
import type { RequestRecord } from '../../relay/gateway-request.js'
import { RelayedFailure } from '../../relay/upstream/reply-failure.js'
import type { Middleware, RequestContext } from '../context.js'
import { answer } from './identify-request.js'

/** Turns whatever was thrown into an error of the caller's own style. The one place that writes errors before a stream has begun. */
export function renderErrors(log: Log): Middleware {
  return async (context, next) => {
    try {
      await next()
    } catch (thrown) {
      if (!(thrown instanceof GatewayFailure))
        log.error('request failed unexpectedly', {
          request_id: context.state.id,
          stack: thrown instanceof Error ? thrown.stack : String(thrown),
        })
      const error: GatewayError =
        thrown instanceof GatewayFailure ? thrown.error : { kind: 'internal', message: 'The gateway failed on this request.' }
      sendError(context, error, thrown instanceof RelayedFailure ? thrown.body : undefined)
    }
  }
}

/** Writes into the record why a request failed. */
export function bookFailure(record: RequestRecord, error: GatewayError): void {
  record.error = error.kind
  record.error_message = error.message
  record.outcome =
    error.kind.startsWith('upstream_') || (error.native !== undefined && error.kind !== 'invalid_request')
      ? error.kind === 'upstream_timeout'
        ? 'timeout'
        : 'upstream_error'
      : (record.outcome ?? 'rejected')
}

/** Answers a request with an error. Where a reply is under way nothing more can be said: the connection is cut. */
export function sendError(context: RequestContext, error: GatewayError, relayed?: Buffer): void {
  const { state, res: response } = context
  bookFailure(state.record, error)
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const rendered = renderError(state.style, error, state.id)
  const unread = !context.req.complete
  const closes = unread ? { connection: 'close' } : {}
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
