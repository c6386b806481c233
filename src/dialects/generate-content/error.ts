import type { GeminiErrorReply, GeminiStatus } from '../../../generated/generate-content/model/index.js'
import { kindOfUpstreamStatus, errorHeaders, statusOf, type GatewayError, type NativeError } from '../../exchange/error.js'
import { withFullContextCode } from '../../exchange/full-context.js'
import { headerWaitSeconds, waitSeconds } from '../../exchange/retry-after.js'
import type { UpstreamHeaders, WireError, WireObject } from '../dialect.js'
import { statusNames } from './error-status.js'
import { readableText } from './reply/readable-text.js'
import { defined, parseJson } from '../../json/object.js'

/** The types of details that clients get. The others are about the gateway's account at the provider. */
const sharedDetails: ReadonlySet<string> = new Set([
  'type.googleapis.com/google.rpc.BadRequest',
  'type.googleapis.com/google.rpc.RetryInfo',
  'type.googleapis.com/google.rpc.LocalizedMessage',
])

export function encodeError(error: GatewayError): WireError {
  return { status: statusOf(error), headers: errorHeaders(error), body: { ...errorBody(error) } }
}

export function errorBody(error: GatewayError): GeminiErrorReply {
  const own = error.native?.dialect === 'generate-content' && error.kind !== 'upstream_auth' ? error.native : undefined
  const details = own === undefined ? [] : detailsOf(own.details).filter((detail) => sharedDetails.has(String(detail['@type'])))
  const status: GeminiStatus = defined({
    code: statusOf(error),
    message: namedMessage(error),
    status: own?.statusName ?? statusNames[error.kind],
    details: details.length > 0 ? details : undefined,
  })
  return { error: status }
}

/** `{error: {code, status, message}}` */
export function isOwnError(wire: WireObject): boolean {
  const failure = Array.isArray(wire) ? undefined : failureOf(wire)
  return typeof failure?.code === 'number' && typeof failure.status === 'string' && typeof failure.message === 'string'
}

/** The format has no member for the name of the wrong field: it goes into the message. */
function namedMessage(error: GatewayError): string {
  const { param, message } = error
  return param === undefined || param === '' || message.includes(param) ? message : `${message} (${param})`
}

export function decodeError(status: number, headers: UpstreamHeaders, body: string): GatewayError {
  const wire = parseJson(body)
  const failure = failureOf(wire)
  const retryAfterSeconds = retryAfter(headers, detailsOf(failure?.details))
  const native: NativeError = { dialect: 'generate-content', status, ...nativeOf(failure) }
  const kind = isKeyRefusal(failure) || status === 402 ? 'upstream_auth' : kindOfUpstreamStatus(status)
  const message = failure === undefined ? readableText(wire ?? body) : readableText(failure.message)
  return withFullContextCode(
    defined({
      kind,
      message: message ?? `The provider answered with status ${status}.`,
      status: kind === 'invalid_request' && status === 422 ? status : undefined,
      retryAfterSeconds,
      native,
    }),
  )
}

/** An error object in place of a reply: with status 200, or as a frame of a stream. */
export function readErrorInReply(wire: unknown): GatewayError | undefined {
  const failure = failureOf(wire)
  return failure === undefined
    ? undefined
    : withFullContextCode({
        kind: 'upstream_invalid',
        message: readableText(failure.message) ?? 'The provider reported an error without a description.',
        native: { dialect: 'generate-content', ...nativeOf(failure) },
      })
}

/** The same in a stream, where `code` is the HTTP status that the error would have had. */
export function readErrorInStream(wire: unknown): GatewayError | undefined {
  const error = readErrorInReply(wire)
  const code = error?.native?.code
  if (error === undefined || typeof code !== 'number' || code < 400 || code > 599) return error
  const retryAfterSeconds = retryAfter({}, detailsOf(error.native?.details))
  return {
    ...error,
    kind: isKeyRefusal(failureOf(wire)) ? 'upstream_auth' : kindOfUpstreamStatus(code),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
}

interface Failure {
  readonly code?: unknown
  readonly message?: unknown
  readonly status?: unknown
  readonly details?: unknown
}

/** `{error: {…}}`, also in a list (the reply to a stream request without `alt=sse`), and `{error: "text"}`. */
function failureOf(wire: unknown): Failure | undefined {
  const body: unknown = Array.isArray(wire) ? wire[0] : wire
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  const { error } = body
  if (typeof error === 'string') return { message: error }
  return typeof error === 'object' && error !== null && !Array.isArray(error) ? error : undefined
}

function nativeOf(failure: Failure | undefined): Partial<NativeError> {
  if (failure === undefined) return {}
  const { code, status, details } = failure
  return defined({
    code: typeof code === 'number' || typeof code === 'string' ? code : undefined,
    statusName: typeof status === 'string' ? status : undefined,
    details,
  })
}

/** Google answers a wrong API key with 400. */
function isKeyRefusal(failure: Failure | undefined): boolean {
  if (failure === undefined) return false
  if (detailsOf(failure.details).some((detail) => detail['reason'] === 'API_KEY_INVALID')) return true
  return typeof failure.message === 'string' && failure.message.startsWith('API key not valid')
}

function detailsOf(details: unknown): Record<string, unknown>[] {
  return Array.isArray(details)
    ? details.filter((detail): detail is Record<string, unknown> => typeof detail === 'object' && detail !== null)
    : []
}

/** Seconds to wait: from the headers, else from the details (`google.rpc.RetryInfo`: `retryDelay: "34.4s"`). */
function retryAfter(headers: UpstreamHeaders, details: readonly Record<string, unknown>[]): number | undefined {
  return headerWaitSeconds(headers) ?? details.map((detail) => waitSeconds(detail['retryDelay'])).find((seconds) => seconds !== undefined)
}
