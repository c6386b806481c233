import { renderError } from '../contract/error-format.js'
import { GatewayFailure, type FailureKind, type GatewayError } from '../exchange/error.js'
import { defined } from '../json/object.js'
import { mockFailure } from './conversation/stream.js'
import { framesOf, type Script } from './play.js'
import type { Preferences } from './preferences.js'
import type { MatchedRequest } from './request.js'

/** An answer that is not a stream. */
export interface WholeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** `preferences`: how a stream is played, where not as the request prefers. */
export type MockAnswer = { readonly whole: WholeAnswer } | { readonly script: Script; readonly preferences?: Preferences }

export function jsonAnswer(body: unknown): WholeAnswer {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

export function wholeError(request: Pick<MatchedRequest, 'errorFormat' | 'id'>, error: GatewayError): WholeAnswer {
  const { status, headers, body } = renderError(request.errorFormat, error, request.id)
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** The gateway's own error of a status, in the format of the caller. */
export function errorOfStatus(request: MatchedRequest, status: number): WholeAnswer {
  const kind = kinds.get(status) ?? (status < 500 ? 'invalid_request' : 'upstream_unavailable')
  return { ...wholeError(request, { ...mockFailure(kind), status }), status }
}

/** What a status means to a client. */
const kinds: ReadonlyMap<number, FailureKind> = new Map<number, FailureKind>([
  [401, 'invalid_api_key'],
  [402, 'insufficient_quota'],
  [403, 'permission_denied'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [408, 'request_timeout'],
  [409, 'conflict'],
  [413, 'request_too_large'],
  [415, 'unsupported_media_type'],
  [429, 'rate_limit_exceeded'],
  [500, 'internal'],
  [503, 'overloaded'],
  [504, 'upstream_timeout'],
  [529, 'overloaded'],
])

/** The text of a stream that is not a conversation, with an error at its end where it shall fail. */
export function plainScript(request: MatchedRequest, text: string, error: GatewayError | undefined): Script {
  const failure = error === undefined ? undefined : renderError(request.errorFormat, error, request.id)
  return defined({
    contentType: 'text/event-stream; charset=utf-8',
    frames: framesOf(text),
    failure: failure === undefined ? undefined : `event: error\ndata: ${JSON.stringify(failure.body)}\n\n`,
  })
}

export function refused(message: string, param: string): GatewayFailure {
  return new GatewayFailure({ kind: 'invalid_request', message, param })
}

export function unknownExample(name: string | undefined, known: Iterable<string>): GatewayFailure {
  const names = [...known].join(', ')
  return refused(
    `Prefer: the operation has no example ${JSON.stringify(name ?? '')}${names === '' ? '' : `; its streams are ${names}`}.`,
    'Prefer',
  )
}

export function notDocumented(status: number): GatewayFailure {
  return refused(`Prefer: the operation has no reply with status ${status}.`, 'Prefer')
}
