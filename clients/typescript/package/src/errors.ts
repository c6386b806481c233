import type {
  ChatErrorResponse,
  EmbeddingErrorReply,
  GeminiErrorReply,
  MediaErrorReply,
  MessagesErrorResponse,
  ModelsGeminiErrorResponse,
  ModelsOpenAIErrorResponse,
  PlatformProblemDetails,
  RealtimeErrorReply,
  RerankErrorReply,
  ResponsesErrorReply,
} from './generated/api.js'
import { isObject } from './values.js'

/** The body of an error: each style has its own, the admin API has problem details. */
export type ErrorReply =
  | ChatErrorResponse
  | EmbeddingErrorReply
  | GeminiErrorReply
  | MediaErrorReply
  | MessagesErrorResponse
  | ModelsGeminiErrorResponse
  | ModelsOpenAIErrorResponse
  | PlatformProblemDetails
  | RealtimeErrorReply
  | RerankErrorReply
  | ResponsesErrorReply

/** Whatever this library throws, but for the reason of an `AbortSignal`. */
export class AnywireError extends Error {
  override name = 'AnywireError'
}

/** No reply came, or it broke off. */
export class ConnectionError extends AnywireError {
  override name = 'ConnectionError'
}

/** The gateway was silent for longer than `timeout`. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

/** A reply, or an event, is not JSON. What came is in `text` alone: it may be secret. */
export class UnreadableReplyError extends AnywireError {
  override name = 'UnreadableReplyError'

  constructor(readonly text: string) {
    super('the reply is not JSON')
  }
}

/** A stream said that it failed, after it had begun. */
export class StreamError extends AnywireError {
  override name = 'StreamError'
  readonly code: string | undefined
  readonly requestId: string | undefined

  /** `event`: as it came. */
  constructor(
    readonly event: unknown,
    requestId: string | undefined,
  ) {
    const { message, code } = errorFacts(event)
    super(message ?? 'the stream failed')
    this.code = code
    this.requestId = requestId
  }
}

/** A reply whose status is an error. Its subclasses name the statuses that programs tell apart. */
export class StatusError extends AnywireError {
  override name = 'StatusError'
  /** The word for its kind, as `rate_limit_exceeded`; docs/errors.md lists them. */
  readonly code: string | undefined
  /** The field that is wrong. */
  readonly param: string | undefined
  readonly requestId: string | undefined

  constructor(
    readonly status: number,
    readonly headers: Headers,
    /** In the style of the request; undefined where the reply is not the gateway's, as a proxy's page. */
    readonly body: ErrorReply | undefined,
  ) {
    const { message, code, param, requestId } = errorFacts(body)
    super(`${status}: ${message ?? 'the reply is an error'}`)
    this.code = code
    this.param = param
    this.requestId = headers.get('x-request-id') ?? requestId
  }
}

export class BadRequestError extends StatusError {
  override name = 'BadRequestError'
}
export class UnauthorizedError extends StatusError {
  override name = 'UnauthorizedError'
}
export class PaymentRequiredError extends StatusError {
  override name = 'PaymentRequiredError'
}
export class ForbiddenError extends StatusError {
  override name = 'ForbiddenError'
}
export class NotFoundError extends StatusError {
  override name = 'NotFoundError'
}
export class ConflictError extends StatusError {
  override name = 'ConflictError'
}
export class TooLargeError extends StatusError {
  override name = 'TooLargeError'
}
export class RateLimitError extends StatusError {
  override name = 'RateLimitError'
}
/** Any status from 500. */
export class ServerError extends StatusError {
  override name = 'ServerError'
}

const byStatus: Readonly<Record<number, typeof StatusError>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  402: PaymentRequiredError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  413: TooLargeError,
  429: RateLimitError,
}

export function statusError(status: number, headers: Headers, text: string): StatusError {
  const Kind = byStatus[status] ?? (status >= 500 ? ServerError : StatusError)
  return new Kind(status, headers, readErrorReply(text))
}

function readErrorReply(text: string): ErrorReply | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return isErrorReply(body) ? body : undefined
  } catch {
    return undefined
  }
}

/** Throws an `UnreadableReplyError`. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableReplyError(text)
  }
}

function isErrorReply(body: unknown): body is ErrorReply {
  return errorFacts(body).message !== undefined
}

interface ErrorFacts {
  readonly message?: string | undefined
  readonly code?: string | undefined
  readonly param?: string | undefined
  readonly requestId?: string | undefined
}

/** The same facts out of each style's error, of a reply or of a stream's event. */
function errorFacts(body: unknown): ErrorFacts {
  if (!isObject(body)) return {}
  if (isObject(body.response)) return errorFacts(body.response)
  const error = isObject(body.error) ? body.error : body
  // Generate content has its status as a number in `code` and the word in `status`; messages has the word in `type`.
  const code = [error.code, error.status, error.type].find((word): word is string => typeof word === 'string')
  return {
    message: textOrNone(error.message) ?? textOrNone(error.detail),
    code,
    param: textOrNone(error.param),
    requestId: textOrNone(body.request_id),
  }
}

const textOrNone = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
