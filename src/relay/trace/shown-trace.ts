import type {
  PlatformTrace,
  PlatformTraceAttempt,
  PlatformTraceClientRequest,
  PlatformTraceReply,
} from '../../../generated/platform/model/index.js'
import { framesOf } from './frames.js'
import { shownHeaders } from './shown-headers.js'
import type { Trace } from './trace.js'
import type { TracedAttempt, TracedReply } from './traced.js'

/** Removes secrets from a text. */
type Clean = (text: string) => string

const mostLosses = 500

/** A trace for people: as texts, without secrets. */
export function shownTrace(trace: Trace, clean: Clean): PlatformTrace {
  const { outcome } = trace
  return {
    request_id: trace.id,
    started_at: new Date(trace.startedAt).toISOString(),
    finished: outcome !== undefined,
    style: outcome?.style ?? null,
    model: outcome?.model ?? null,
    conversion: outcome?.conversion?.name ?? null,
    client_request: clientRequest(trace, clean),
    attempts: trace.attempts.map((attempt) => shownAttempt(attempt, clean)),
    client_reply: trace.reply === undefined ? null : shownReply(trace.reply, clean),
    losses: outcome?.conversion?.losses.slice(0, mostLosses) ?? [],
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

function shownAttempt(
  { atMs, provider, model, request, body, bodyBytes, reply, error }: TracedAttempt,
  clean: Clean,
): PlatformTraceAttempt {
  const { method, origin, path, headers } = request
  return {
    provider,
    model,
    request: {
      at_ms: atMs,
      method,
      url: clean(withoutKey(origin + path)),
      headers: shownHeaders(headers, clean),
      body: body === undefined ? null : clean(body.toString('utf8')),
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
