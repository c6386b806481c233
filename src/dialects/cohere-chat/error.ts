import { kindOfUpstreamStatus, shortened, type FailureKind, type GatewayError, type NativeError } from '../../exchange/error.js'
import { withFullContextCode } from '../../exchange/full-context.js'
import { headerWaitSeconds } from '../../exchange/retry-after.js'
import type { UpstreamHeaders } from '../dialect.js'
import { defined } from '../../json/object.js'

const maxMessageLength = 2000

/** Reads an error reply: Cohere's `{id?, message}` (https://docs.cohere.com/reference/errors), or that of a server in between. */
export function decodeError(status: number, headers: UpstreamHeaders, body: string): GatewayError {
  const found = readBody(body)
  const kind = kindOf(status)
  return withFullContextCode(
    defined({
      kind,
      message: shortened(found?.message ?? plainText(body) ?? `The provider answered with the status ${status}.`, maxMessageLength),
      status: status === 422 ? status : undefined,
      retryAfterSeconds: headerWaitSeconds(headers),
      native: defined<NativeError>({ dialect: 'cohere-chat', status, type: found?.type }),
    }),
  )
}

/** An error object in place of a reply: with status 200, or as a frame of a stream. */
export function readErrorInReply(wire: unknown): GatewayError | undefined {
  if (typeof wire !== 'object' || wire === null) return undefined
  const { message, error, finish_reason: reason } = wire as Record<string, unknown>
  if (reason !== undefined || (typeof message !== 'string' && (typeof error !== 'object' || error === null) && typeof error !== 'string'))
    return undefined
  const found = findError(wire)
  return found === undefined
    ? undefined
    : withFullContextCode({
        kind: 'upstream_invalid',
        message: shortened(found.message, maxMessageLength),
        native: { dialect: 'cohere-chat' },
      })
}

/** Cohere answers 498 where it refuses the API key, which is the gateway's, and 499 where the request was cancelled. */
function kindOf(status: number): FailureKind {
  if (status === 498) return 'upstream_auth'
  if (status === 499) return 'upstream_unavailable'
  return kindOfUpstreamStatus(status)
}

interface FoundError {
  readonly message: string
  readonly type?: string
}

function readBody(body: string): FoundError | undefined {
  try {
    return findError(JSON.parse(body))
  } catch {
    return undefined
  }
}

function findError(value: unknown): FoundError | undefined {
  if (Array.isArray(value)) return findError(value[0])
  if (typeof value === 'string' && value !== '') return { message: value }
  if (typeof value !== 'object' || value === null) return undefined
  const { message, error, detail, error_type: type } = value as Record<string, unknown>
  if (typeof message === 'string' && message !== '')
    return defined<FoundError>({ message, type: typeof type === 'string' ? type : undefined })
  return findError(error) ?? findError(detail)
}

function plainText(body: string): string | undefined {
  const text = body.trim()
  return text === '' || text.startsWith('<') || text.startsWith('{') ? undefined : text
}
