import type { MessagesErrorResponse } from '../../../generated/messages/model/index.js'
import { failureStatuses, errorHeaders, type FailureKind, type GatewayError } from '../../exchange/error.js'
import { fullContextCode } from '../../exchange/full-context.js'
import type { WireError, WireObject } from '../dialect.js'
import { isObject } from '../../json/object.js'
import { messagesFailures } from './error-types.js'

/** Kinds for which the provider's error type is not shown: it concerns the gateway's account, not the client's. */
const ownAccount: ReadonlySet<FailureKind> = new Set<FailureKind>(['upstream_auth'])

/** Renders an error in Anthropic's format, with its statuses (529 and 402 are its own). */
export function encodeError(error: GatewayError, requestId: string): WireError {
  return { status: statusOf(error), headers: errorHeaders(error), body: { ...errorBody(error, requestId) } }
}

/** The HTTP status of an error in this dialect. */
export function statusOf(error: GatewayError): number {
  return error.status ?? messagesFailures[error.kind].status ?? failureStatuses[error.kind]
}

/** Whether an error reply is `{type: 'error', error: {type, message}}`. */
export function isOwnError({ type, error }: WireObject): boolean {
  return type === 'error' && isObject(error) && typeof error['type'] === 'string' && typeof error['message'] === 'string'
}

/** The event that ends a stream with an error. The official clients throw an error when they read it. */
export function encodeStreamError(error: GatewayError, requestId: string): string {
  return `event: error\ndata: ${JSON.stringify(errorBody(error, requestId))}\n\n`
}

function errorBody(error: GatewayError, requestId: string): MessagesErrorResponse {
  const native = error.native?.dialect === 'messages' && !ownAccount.has(error.kind) ? error.native : undefined
  return {
    type: 'error',
    error: {
      type: native?.type ?? messagesFailures[error.kind].type,
      message: shownMessage(error),
      ...(isDetails(native?.details) ? { details: native.details } : {}),
    },
    request_id: requestId,
  }
}

/** Clients recognise a full context by Anthropic's message, since its errors have no code. */
function shownMessage({ code, message }: GatewayError): string {
  return code !== fullContextCode || anthropicMessage.test(message) ? message : `prompt is too long: ${message}`
}

const anthropicMessage = /prompt is too long|exceed context limit/i

function isDetails(details: unknown): details is object {
  return typeof details === 'object' && details !== null && !Array.isArray(details)
}
