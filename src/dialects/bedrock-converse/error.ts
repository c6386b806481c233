import { kindOfUpstreamStatus, shortened, type FailureKind, type GatewayError, type NativeError } from '../../exchange/error.js'
import { withFullContextCode } from '../../exchange/full-context.js'
import { headerWaitSeconds } from '../../exchange/retry-after.js'
import type { UpstreamHeaders } from '../dialect.js'
import { defined, isObject, parseJson } from '../../json/object.js'

const maxMessageLength = 2000

/** Kinds of Bedrock's exceptions (https://docs.aws.amazon.com/bedrock/latest/APIReference/CommonErrors.html); events of a stream have no status. */
const kinds: ReadonlyMap<string, FailureKind> = new Map([
  ['ThrottlingException', 'upstream_rate_limited'],
  ['ServiceQuotaExceededException', 'upstream_rate_limited'],
  ['ModelNotReadyException', 'overloaded'],
  ['ServiceUnavailableException', 'overloaded'],
  ['ModelTimeoutException', 'upstream_timeout'],
  ['ModelErrorException', 'upstream_unavailable'],
  ['ModelStreamErrorException', 'upstream_unavailable'],
  ['InternalServerException', 'upstream_unavailable'],
  ['AccessDeniedException', 'upstream_auth'],
  ['UnrecognizedClientException', 'upstream_auth'],
  ['ExpiredTokenException', 'upstream_auth'],
  ['InvalidSignatureException', 'upstream_auth'],
  ['ResourceNotFoundException', 'not_found'],
  ['ValidationException', 'invalid_request'],
])

/** Reads an error reply: `{"message"}` with the exception's name in `x-amzn-errortype`, or that of a server in between. */
export function decodeError(status: number, headers: UpstreamHeaders, body: string): GatewayError {
  const wire = parseJson(body)
  const type = errorType(headers, wire)
  const retryAfterSeconds = headerWaitSeconds(headers)
  return withFullContextCode(
    defined({
      kind: (type === undefined ? undefined : kinds.get(type)) ?? kindOfUpstreamStatus(status),
      message: messageOf(wire) ?? plainText(body) ?? `The provider answered with the status ${status}.`,
      retryAfterSeconds,
      native: defined<NativeError>({ dialect: 'bedrock-converse', status, type }),
    }),
  )
}

/** An exception in a stream: `{"throttlingException": {"message"}}`; `undefined` for any other event. */
export function decodeException(event: Readonly<Record<string, unknown>>): GatewayError | undefined {
  const name = Object.keys(event).find((key) => key.endsWith('Exception'))
  if (name === undefined) return undefined
  const type = name.charAt(0).toUpperCase() + name.slice(1)
  return withFullContextCode({
    kind: kinds.get(type) ?? 'upstream_unavailable',
    message: messageOf(event[name]) ?? 'The provider reported an error without a description.',
    native: { dialect: 'bedrock-converse', type },
  })
}

/** An error object in place of a reply. */
export function readErrorInReply(wire: unknown): GatewayError | undefined {
  if (!isObject(wire) || wire['output'] !== undefined) return undefined
  const message = messageOf(wire)
  const type = errorType({}, wire)
  if (message === undefined && type === undefined) return undefined
  return withFullContextCode({
    kind: (type === undefined ? undefined : kinds.get(type)) ?? 'upstream_invalid',
    message: message ?? 'The provider reported an error without a description.',
    native: defined<NativeError>({ dialect: 'bedrock-converse', type }),
  })
}

/** The exception's name in `ThrottlingException:http://internal.amazon.com/…` or `com.amazon.coral.service#ThrottlingException`. */
function errorType(headers: UpstreamHeaders, wire: unknown): string | undefined {
  const text = one(headers['x-amzn-errortype']) ?? (isObject(wire) ? wire['__type'] : undefined)
  if (typeof text !== 'string' || text === '') return undefined
  return text.split(':')[0]?.split('#').at(-1)
}

function messageOf(wire: unknown): string | undefined {
  if (!isObject(wire)) return undefined
  const message = wire['message'] ?? wire['Message']
  return typeof message === 'string' && message !== '' ? shortened(message, maxMessageLength) : undefined
}

function plainText(body: string): string | undefined {
  const text = body.trim()
  return text === '' || text.startsWith('<') || text.startsWith('{') ? undefined : shortened(text, maxMessageLength)
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
