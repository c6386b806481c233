import type {
  PlatformTrace,
  PlatformTraceAttempt,
  PlatformTraceClientRequest,
  PlatformTraceReply,
} from '../../../generated/platform/model/index.js'
import { GatewayFailure } from '../../exchange/error.js'
import { framesOf } from '../../relay/trace/frames.js'
import { shownHeaders } from '../../relay/trace/shown-headers.js'
import type { Trace } from '../../relay/trace/trace.js'
import type { TracedAttempt, TracedReply } from '../../relay/trace/traced.js'
import { time } from '../admin/token-view.js'
import type { OperationHandler } from '../operation.js'
import { requireSession } from './session.js'

type Clean = (text: string) => string

/** `GET /api/console/traces/{request_id}` */
export const getTrace: OperationHandler<'getTrace'> = ({ caller }, { console }, { request_id: id }) => {
  const trace = console.traces.find(id)
  if (trace === undefined || trace.userId !== requireSession(caller).user.id)
    throw new GatewayFailure({
      kind: 'not_found',
      message: 'There is no trace of this request: only the newest of your playground are kept.',
    })
  return { status: 200, body: shown(trace, console.clean) }
}

function shown(trace: Trace, clean: Clean): PlatformTrace {
  const { outcome } = trace
  return {
    request_id: trace.id,
    started_at: time(trace.startedAt),
    finished: outcome !== undefined,
    style: outcome?.style ?? null,
    model: outcome?.model ?? null,
    conversion: outcome?.conversion?.name ?? null,
    client_request: clientRequest(trace, clean),
    attempts: trace.attempts.map((attempt) => shownAttempt(attempt, clean)),
    client_reply: trace.reply === undefined ? null : shownReply(trace.reply, clean),
    losses: [...(outcome?.conversion?.losses ?? [])],
    cut: trace.cut,
  }
}

function clientRequest({ request, body, bodyBytes }: Trace, clean: Clean): PlatformTraceClientRequest {
  return {
    method: request?.method ?? '',
    path: withoutKey(request?.path ?? ''),
    headers: shownHeaders(request?.headers ?? {}, clean),
    body: body === undefined ? null : clean(body.toString('utf8')),
    body_bytes: bodyBytes,
  }
}

/** Clients of generate content may send their token as a parameter. */
const withoutKey = (path: string): string => path.replace(/([?&]key=)[^&#]*/g, '$1***')

function shownAttempt({ atMs, provider, model, request, bodyBytes, reply, error }: TracedAttempt, clean: Clean): PlatformTraceAttempt {
  const { method, origin, path, headers, body } = request
  return {
    provider,
    model,
    request: {
      at_ms: atMs,
      method,
      url: clean(withoutKey(origin + path)),
      headers: shownHeaders(headers, clean),
      body: typeof body === 'string' || Buffer.isBuffer(body) ? clean(body.toString('utf8')) : null,
      body_bytes: bodyBytes,
    },
    reply: reply === undefined ? null : shownReply(reply, clean),
    error: error ?? null,
  }
}

function shownReply(reply: TracedReply, clean: Clean): PlatformTraceReply {
  return {
    at_ms: reply.atMs,
    status: reply.status,
    headers: shownHeaders(reply.headers, clean),
    frames: framesOf(reply).map(({ atMs, text }) => ({ at_ms: atMs, text: clean(text) })),
    bytes: reply.bytes,
  }
}
