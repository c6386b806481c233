import type { MessagesErrorResponse } from '../../../generated/messages/model/index.js'
import { failureStatuses, retryHeaders, type FailureKind, type GatewayError } from '../../exchange/error.js'
import { fullContextCode } from '../../exchange/full-context.js'
import type { WireError, WireObject } from '../dialect.js'
import { isObject } from '../../json/object.js'
import { messagesFailures } from './error-types.js'

/** Kinds whose native words are about the gateway's own account, not the client's. */
const ownAccount: ReadonlySet<FailureKind> = new Set<FailureKind>(['upstream_auth'])

/** An error in the envelope of this style, with the status that its clients expect (529 and 402 differ from other styles). */
export function encodeError(error: GatewayError, requestId: string): WireError {
  return { status: statusOf(error), headers: retryHeaders(error), body: { ...errorBody(error, requestId) } }
}

/** The status of an error in this style. */
export function statusOf(error: GatewayError): number {
  return error.status ?? messagesFailures[error.kind].status ?? failureStatuses[error.kind]
}

/** `{type: 'error', error: {type, message}}` */
export function isOwnError({ type, error }: WireObject): boolean {
  return type === 'error' && isObject(error) && typeof error['type'] === 'string' && typeof error['message'] === 'string'
}

/** The event that ends a broken stream; every official client raises on it. */
export function encodeStreamError(error: GatewayError, requestId: string): string {
  return `event: error\ndata: ${JSON.stringify(errorBody(error, requestId))}\n\n`
}

function errorBody(error: GatewayError, requestId: string): MessagesErrorResponse {
  const native = error.native?.dialect === 'messages' && !ownAccount.has(error.kind) ? error.native : undefined
  return {
    type: 'error',
    error: {
      type: native?.type ?? messagesFailures[error.kind].type,
      message: inOwnWords(error),
      ...(isDetails(native?.details) ? { details: native.details } : {}),
    },
    request_id: requestId,
  }
}

/** Clients of this style know a full context by the words of its own provider. */
function inOwnWords({ code, message }: GatewayError): string {
  return code !== fullContextCode || ownWords.test(message) ? message : `prompt is too long: ${message}`
}

const ownWords = /prompt is too long|exceed context limit/i

function isDetails(details: unknown): details is object {
  return typeof details === 'object' && details !== null && !Array.isArray(details)
}
