import { kindOfUpstreamStatus, shortened, type FailureKind, type GatewayError } from '../../exchange/error.js'
import { withFullContextCode } from '../../exchange/full-context.js'
import { headerWaitSeconds } from '../../exchange/retry-after.js'
import type { UpstreamHeaders } from '../dialect.js'
import { defined, isObject, parseJson } from '../../json/object.js'

const maxMessageLength = 4000
const maxPlainTextLength = 500

/** The kinds of error types in streams. Those about keys, permissions and bills concern the gateway's account, not the client's. */
const kindsByType: ReadonlyMap<string, FailureKind> = new Map([
  ['overloaded_error', 'overloaded'],
  ['rate_limit_error', 'upstream_rate_limited'],
  ['timeout_error', 'upstream_timeout'],
  ['authentication_error', 'upstream_auth'],
  ['permission_error', 'upstream_auth'],
  ['billing_error', 'upstream_auth'],
])

/** Reads an error reply of an upstream. The body may be Anthropic's error object (its page "Errors"), another server's, text or empty. */
export function decodeError(status: number, headers: UpstreamHeaders, body: string): GatewayError {
  const found = findError(parseJson(body))
  const wait = headerWaitSeconds(headers)
  return withFullContextCode(
    defined<GatewayError>({
      kind: status === 402 ? 'upstream_auth' : kindOfUpstreamStatus(status),
      message: found?.message ?? plainMessage(status, body),
      status: status === 422 ? status : undefined,
      retryAfterSeconds: wait,
      native: { dialect: 'messages', status, ...found?.native },
    }),
  )
}

/** The error in a reply with status 200; `undefined` where there is none. */
export function readErrorInReply(wire: unknown): GatewayError | undefined {
  if (!isObject(wire) || (wire['type'] !== 'error' && !wire['error'])) return undefined
  return errorOf(wire, () => 'upstream_invalid')
}

/** Reads the data of a stream's `error` event. */
export function decodeStreamError(wire: unknown): GatewayError {
  return errorOf(wire, (type) => kindsByType.get(type) ?? 'upstream_unavailable')
}

function errorOf(wire: unknown, kindOf: (type: string) => FailureKind): GatewayError {
  const found = findError(wire)
  return withFullContextCode({
    kind: kindOf(found?.native.type ?? ''),
    message: found?.message ?? 'The provider reported an error without a description.',
    native: { dialect: 'messages', ...found?.native },
  })
}

interface FoundError {
  readonly message: string
  readonly native: { readonly type?: string; readonly details?: unknown }
}

/** Reads `{type: error, error: {type, message}}`, and the formats of other servers between the gateway and the provider. */
function findError(wire: unknown): FoundError | undefined {
  const value: unknown = Array.isArray(wire) ? wire[0] : wire
  if (typeof value === 'string') return value.trim() === '' ? undefined : { message: shortened(value, maxMessageLength), native: {} }
  if (!isObject(value)) return undefined
  const source = isObject(value['error']) ? value['error'] : value
  const message = [source['message'], value['error'], source['detail'], source['error_description'], source['code']].find(
    (text): text is string => typeof text === 'string' && text !== '',
  )
  const { type, details } = source
  const native = { ...(typeof type === 'string' && source !== value ? { type } : {}), ...(details === undefined ? {} : { details }) }
  if (message !== undefined) return { message: shortened(message, maxMessageLength), native }
  return native.type === undefined ? undefined : { message: native.type, native }
}

function plainMessage(status: number, body: string): string {
  const text = body.trim()
  if (text === '' || text.startsWith('<') || text.startsWith('{') || text.startsWith('['))
    return `The provider answered with status ${status} and no error description.`
  return shortened(text, maxPlainTextLength)
}
