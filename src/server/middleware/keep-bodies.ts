import type { PlatformTrace } from '../../../generated/platform/model/index.js'
import { isAdminPath } from '../../access/admin-key.js'
import type { Bodies } from '../../books/bodies.js'
import type { RecordServices } from '../../record/request-record.js'
import { shownTrace } from '../../relay/trace/shown-trace.js'
import { Trace } from '../../relay/trace/trace.js'
import type { RequestContext, SharedMiddleware } from '../context.js'
import { beginTrace, endTrace } from './trace-requests.js'

type Clocks = Pick<RecordServices, 'clock' | 'now'>

const texts = /^(?:text\/|application\/(?:[\w.+-]*json|x-ndjson))/
/** Bodies of a request that are kept in full length: its own and its reply, those of some attempts. */
const mostBodies = 16

/**
 * Keeps what a token's request was, what its providers got and sent, and what was answered, where the operator wants it: over a WebSocket
 * one message and its events. `clean` removes secrets from a text.
 */
export function keepBodies(bodies: Bodies, { clock, now }: Clocks, clean: (text: string) => string): SharedMiddleware {
  return (context, next) => (bodies.areKept ? keep(context, next) : next())

  async function keep(context: RequestContext, next: () => Promise<void>): Promise<void> {
    const { id, path } = context.state
    const trace = new Trace({ id, clock, startedAt: now(), mostOfBody: bodies.mostBytes, mostBytes: mostBodies * bodies.mostBytes })
    beginTrace(trace, context)
    try {
      await next()
    } finally {
      const { caller, body, operation } = context.state
      // What the admin API takes and answers has keys in it, and leaves no record.
      if (caller?.kind === 'token' && operation !== undefined && !isAdminPath(path)) {
        endTrace(trace, context)
        const { headers, pieces } = trace.reply ?? { headers: {}, pieces: [] }
        const answered = texts.test(headers['content-type'] ?? '')
        bodies.take({
          id,
          request: body?.bytes,
          reply: answered ? Buffer.concat(pieces.map(({ bytes }) => bytes)) : undefined,
          trace: JSON.stringify(withoutBody(shownTrace(trace, clean))),
        })
      }
    }
  }
}

/** The client's body is kept beside it. */
function withoutBody({ client_request, ...trace }: PlatformTrace): PlatformTrace {
  return { ...trace, client_request: { ...client_request, body: null } }
}
