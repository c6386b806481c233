import type { Trace } from '../../relay/trace/trace.js'
import type { Traces } from '../../relay/trace/traces.js'
import { completed } from '../../record/ending.js'
import type { Middleware, RequestContext } from '../context.js'
import { readAlong } from './read-along.js'

/** Keeps what was sent and received for requests of the console's playground; others only pass. */
export function traceRequests(traces: Traces): Middleware {
  return (context, next) => {
    const { caller } = context.state
    if (caller?.kind !== 'token' || caller.session === undefined) return next()
    const trace = traces.begin(context.state.id, caller.session, caller.owner)
    beginTrace(trace, context)
    context.res.once('close', () => {
      endTrace(trace, context)
    })
    return next()
  }
}

/** From here on the trace takes what the client and the providers get. */
export function beginTrace(trace: Trace, context: RequestContext): void {
  context.state.traces = [...(context.state.traces ?? []), trace]
  trace.request = { method: context.method, path: context.req.url ?? '', headers: context.req.headers }
  readAlong(context.res, {
    head: (status, headers) => {
      trace.reply = trace.beginReply(status, headers)
    },
    data: (bytes) => {
      if (trace.reply !== undefined) trace.add(trace.reply, bytes)
    },
  })
}

export function endTrace(trace: Trace, { state: { body, record }, res }: RequestContext): void {
  if (body !== undefined) trace.takeBody(body.bytes)
  trace.finish(record.endedBy(record.ending ?? completed(res.statusCode)))
}
