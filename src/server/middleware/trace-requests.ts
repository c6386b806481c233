import type { Traces } from '../../relay/trace/traces.js'
import type { Middleware } from '../context.js'
import { completed } from '../../record/ending.js'
import { readAlong } from './read-along.js'

/** Keeps what was sent and received for requests of the console's playground; others only pass. */
export function traceRequests(traces: Traces): Middleware {
  return (context, next) => {
    const { caller, record } = context.state
    if (caller?.kind !== 'token' || caller.session === undefined) return next()
    const trace = traces.begin(context.state.id, caller.session, caller.owner)
    context.state.trace = trace
    readAlong(context.res, {
      head: (status, headers) => {
        trace.reply = trace.beginReply(status, headers)
      },
      data: (bytes) => {
        if (trace.reply !== undefined) trace.add(trace.reply, bytes)
      },
    })
    trace.request = { method: context.method, path: context.req.url ?? '', headers: context.req.headers }
    context.res.once('close', () => {
      const { body } = context.state
      if (body !== undefined) trace.takeBody(body.bytes)
      trace.finish(record.endedBy(record.ending ?? completed(context.res.statusCode)))
    })
    return next()
  }
}
