import type { Log } from '../../observability/log.js'
import type { Middleware, RequestState } from '../context.js'

const quiet = new Set(['/healthz', '/readyz'])

/** One line for each request at its end: who, what, where it went, what was lost on the way. Never a prompt, never a secret (promises P50). */
export function logRequests(log: Log): Middleware {
  return async (context, next) => {
    await next()
    const { state } = context
    if (!quiet.has(state.path)) writeRequest(log, state, context.method, context.res.statusCode)
  }
}

/** The line of one request, or of a connection that counts as one. */
export function writeRequest(
  log: Log,
  state: Pick<RequestState, 'id' | 'path' | 'caller' | 'record' | 'startedAt'>,
  method: string,
  status: number,
): void {
  const { record } = state
  log.info('request', {
    request_id: state.id,
    method,
    path: state.path.length > 200 ? `${state.path.slice(0, 200)}…` : state.path,
    token: state.caller?.name,
    style: record.style,
    model: record.model,
    provider: record.provider,
    upstream_model: record.upstream_model,
    status: record.status ?? status,
    outcome: record.outcome,
    duration_ms: Math.round(performance.now() - state.startedAt),
    first_byte_ms: record.first_byte_ms,
    usage: record.usage,
    conversion: record.conversion,
    losses: record.losses !== undefined && record.losses.length > 0 ? record.losses : undefined,
    attempts: record.attempts.length > 1 ? record.attempts : undefined,
    error: record.error,
    error_message: record.error_message,
  })
}
