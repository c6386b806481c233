import { kindOfUpstreamStatus, type FailureKind, type GatewayError } from '../../exchange/error.js'
import { withFullContextCode } from '../../exchange/full-context.js'
import { headerWaitSeconds } from '../../exchange/retry-after.js'
import type { UpstreamHeaders } from '../dialect.js'

const longestMessage = 2000

/** Reads Cohere's `{id?, message}`, and whatever else stands in an error body between us and them. */
export function decodeError(status: number, headers: UpstreamHeaders, body: string): GatewayError {
  const found = readBody(body)
  const kind = kindOf(status)
  const wait = headerWaitSeconds(headers)
  return withFullContextCode({
    kind,
    message: shortened(found?.message ?? plainWords(body) ?? `The provider answered with the status ${status}.`),
    ...(status === 422 ? { status } : {}),
    ...(wait === undefined ? {} : { retryAfterSeconds: wait }),
    native: { dialect: 'cohere-chat', status, ...(found?.type === undefined ? {} : { type: found.type }) },
  })
}

/** An error object where a reply was expected (status 200), or as a frame of a stream. */
export function readErrorInReply(wire: unknown): GatewayError | undefined {
  if (typeof wire !== 'object' || wire === null) return undefined
  const { message, error, finish_reason: reason } = wire as Record<string, unknown>
  if (reason !== undefined || (typeof message !== 'string' && (typeof error !== 'object' || error === null) && typeof error !== 'string'))
    return undefined
  const found = readWords(wire)
  return found === undefined
    ? undefined
    : withFullContextCode({ kind: 'upstream_invalid', message: shortened(found.message), native: { dialect: 'cohere-chat' } })
}

/** 498 is Cohere's word for a token that it refuses: ours, never the client's. 499 and the rest of 4xx are about the request. */
function kindOf(status: number): FailureKind {
  if (status === 498) return 'upstream_auth'
  if (status === 499) return 'upstream_unavailable'
  return kindOfUpstreamStatus(status)
}

interface Words {
  readonly message: string
  readonly type?: string
}

function readBody(body: string): Words | undefined {
  try {
    return readWords(JSON.parse(body))
  } catch {
    return undefined
  }
}

function readWords(value: unknown): Words | undefined {
  if (Array.isArray(value)) return readWords(value[0])
  if (typeof value === 'string' && value !== '') return { message: value }
  if (typeof value !== 'object' || value === null) return undefined
  const { message, error, detail, error_type: type } = value as Record<string, unknown>
  if (typeof message === 'string' && message !== '') return { message, ...(typeof type === 'string' ? { type } : {}) }
  return readWords(error) ?? readWords(detail)
}

function plainWords(body: string): string | undefined {
  const text = body.trim()
  return text === '' || text.startsWith('<') || text.startsWith('{') ? undefined : text
}

function shortened(message: string): string {
  return message.length <= longestMessage ? message : `${message.slice(0, longestMessage)}…`
}
