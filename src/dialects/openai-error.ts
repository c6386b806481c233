import type { UpstreamDialect } from '../exchange/dialect-name.js'
import {
  failureStatuses,
  kindOfUpstreamStatus,
  errorHeaders,
  shortened,
  statusOf,
  type FailureKind,
  type GatewayError,
  type NativeError,
} from '../exchange/error.js'
import { fullContextCode, saysFullContext, withFullContextCode } from '../exchange/full-context.js'
import { headerWaitSeconds, waitSeconds } from '../exchange/retry-after.js'
import type { UpstreamHeaders, WireError, WireObject } from './dialect.js'
import { defined, isObject, parseJson } from '../json/object.js'
import { unescapeStep } from '../json/pointer.js'
import { openaiErrorTypes } from './openai-error-types.js'

/** The error object shared by chat completions, responses and the media endpoints. */
export interface OpenAIErrorObject {
  readonly message: string
  readonly type: string
  readonly param: string | null
  readonly code: string | number | null
}

/** Whether a dialect has this error format: then the type, code and param of its upstreams' errors are shown unchanged. */
const hasThisFormat: Readonly<Record<UpstreamDialect, boolean>> = {
  'chat-completions': true,
  responses: true,
  messages: false,
  'generate-content': false,
  'cohere-chat': false,
  'bedrock-converse': false,
}

/** The dialect of the errors of OpenAI's endpoints beside chat: media and realtime. */
export const openaiErrorDialect: UpstreamDialect = 'chat-completions'

const maxMessageLength = 4000
const maxPlainTextLength = 500

/** Renders an error in OpenAI's format: `{"error": {message, type, param, code}}`. `client`: the client's dialect. */
export function encodeOpenAIError(error: GatewayError, client?: UpstreamDialect): WireError {
  const body = openAIErrorObject(error, client)
  return { status: statusOf(error), headers: errorHeaders(error, body.code === 'insufficient_quota'), body: { error: body } }
}

/** The error object, which is also in the error events of streams. */
export function openAIErrorObject(error: GatewayError, client?: UpstreamDialect): OpenAIErrorObject {
  // The refused key is the gateway's: with the provider's `invalid_api_key` clients would think that it is theirs.
  const native =
    error.native !== undefined && hasThisFormat[error.native.dialect] && error.kind !== 'upstream_auth' ? error.native : undefined
  const type = native?.type ?? openaiErrorTypes[error.kind]
  const ownCode = error.code ?? error.kind
  const code = keepsCode(error, native, client) ? (native?.code ?? null) : ownCode
  const param = native === undefined ? (error.param === undefined ? null : fieldPath(error.param)) : (native.param ?? null)
  return { message: error.message, type, param, code }
}

/** Whether the provider's code is shown. A full context has the gateway's code, unless the provider gave one in the client's own dialect. */
function keepsCode(error: GatewayError, native: NativeError | undefined, client: UpstreamDialect | undefined): boolean {
  if (native?.code === undefined) return false
  if (error.code === fullContextCode) return native.code !== null && native.dialect === client
  return native.code !== null || failureStatuses[error.kind] < 500
}

/** Whether an error can be relayed unchanged: it has a message and a type, its code is a string, and a full context has a code. */
export function isOpenAIError(wire: WireObject): boolean {
  const { error } = wire
  if (!isObject(error)) return false
  const { message, type, code } = error
  if (typeof message === 'string' && !code && saysFullContext(message, type)) return false
  return typeof message === 'string' && typeof type === 'string' && (code === undefined || code === null || typeof code === 'string')
}

/** A JSON pointer in OpenAI's notation: `messages[0].content` for `/messages/0/content`. Other texts are returned unchanged. */
export function fieldPath(pointer: string): string {
  if (!pointer.startsWith('/')) return pointer
  let path = ''
  for (const step of pointer.slice(1).split('/')) {
    const name = unescapeStep(step)
    if (/^\d+$/.test(name)) path += `[${name}]`
    else path += path === '' ? name : `.${name}`
  }
  return path
}

/**
 * Reads the error reply of an upstream of an OpenAI dialect. The body may be OpenAI's error object, Azure's without a type, xAI's text
 * member, Mistral's `detail`, Gemini's array, the object of another dialect, HTML, plain text or empty.
 */
export function decodeOpenAIError(dialect: UpstreamDialect, status: number, headers: UpstreamHeaders, body: string): GatewayError {
  const value = parseJson(body)
  const found = value === undefined ? undefined : findError(value)
  const message = found?.message ?? plainMessage(status, value === undefined ? body : '')
  const wait = headerWaitSeconds(headers) ?? found?.retryAfterSeconds
  const kind = kindOf(status, found, message)
  return withFullContextCode(
    defined({
      kind,
      message,
      status: status === 422 ? status : undefined,
      retryAfterSeconds: wait,
      native: found === undefined ? undefined : { dialect, status, ...found.native },
    }),
  )
}

/** The error in a reply with status 200 or in an event of a stream; `undefined` where there is none. */
export function readOpenAIError(dialect: UpstreamDialect, wire: unknown): GatewayError | undefined {
  const value = Array.isArray(wire) ? (wire as unknown[])[0] : wire
  if (!isObject(value)) return undefined
  if (!value['error'] && value['object'] !== 'error' && value['type'] !== 'error') return undefined
  return openAIErrorOf(dialect, value)
}

/** Reads a value that is known to be an error, such as the data of an `error` event. */
export function openAIErrorOf(dialect: UpstreamDialect, wire: unknown): GatewayError {
  const found = findError(wire)
  if (found === undefined) return { kind: 'upstream_invalid', message: 'The provider reported an error without a description.' }
  return withFullContextCode({ kind: 'upstream_invalid', message: found.message, native: { dialect, ...found.native } })
}

interface FoundError {
  readonly message: string
  readonly native: Omit<NativeError, 'dialect' | 'status'>
  readonly retryAfterSeconds?: number
}

function findError(wire: unknown): FoundError | undefined {
  const value = Array.isArray(wire) ? (wire as unknown[])[0] : wire
  if (typeof value === 'string') return value === '' ? undefined : { message: shortened(value, maxMessageLength), native: {} }
  if (!isObject(value)) return undefined
  const inner = value['error']
  const source = isObject(inner) ? inner : value
  const words =
    typeof inner === 'string'
      ? inner
      : (textIn(source['message']) ?? textIn(source['detail']) ?? textIn(source['msg']) ?? textIn(source['errors']))
  if (words === undefined && !isObject(inner)) return undefined
  const retryAfterSeconds = retryDelay(source['details'])
  return defined<FoundError>({
    message: shortened(words ?? typeAndCode(source) ?? 'The provider reported an error without a description.', maxMessageLength),
    native: nativeFields(source),
    retryAfterSeconds,
  })
}

function nativeFields(source: Readonly<Record<string, unknown>>): FoundError['native'] {
  const { type, code, param, status, details } = source
  return defined({
    type: typeof type === 'string' ? type : undefined,
    code: typeof code === 'string' || typeof code === 'number' || code === null ? code : undefined,
    param: typeof param === 'string' || param === null ? param : undefined,
    statusName: typeof status === 'string' ? status : undefined,
    details,
  })
}

function typeAndCode(source: Readonly<Record<string, unknown>>): string | undefined {
  const words = [source['type'], source['code']].filter((word) => typeof word === 'string' || typeof word === 'number')
  return words.length === 0 ? undefined : words.join(' ')
}

/** The text of an error's member. Mistral and other servers with pydantic send `[{loc, msg}]`, sometimes inside `message`. */
function textIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  if (Array.isArray(value)) {
    const lines = (value as unknown[]).map(textIn).filter((line) => line !== undefined)
    return lines.length === 0 ? undefined : lines.join('; ')
  }
  if (!isObject(value)) return undefined
  const words = textIn(value['msg']) ?? textIn(value['message']) ?? textIn(value['detail'])
  const location = value['loc']
  return words !== undefined && Array.isArray(location) && location.length > 0 ? `${location.join('.')}: ${words}` : words
}

function kindOf(status: number, found: FoundError | undefined, message: string): FailureKind {
  const kind = kindOfUpstreamStatus(status)
  if (kind === 'not_found' && found?.native.code === 'model_not_found') return 'model_not_found'
  // xAI and Google answer an invalid key with 400. The key is the gateway's, so it is not an error of the client's request.
  if (kind === 'invalid_request' && (found?.native.code === 'invalid_api_key' || invalidKeyMessage.test(message))) return 'upstream_auth'
  return kind
}

const invalidKeyMessage = /^(?:incorrect api key|invalid api key|api key not valid)/i

function plainMessage(status: number, body: string): string {
  const text = body.trim()
  if (text === '') return `The provider answered with status ${status} and no error description.`
  if (text.startsWith('<')) return `The provider answered with status ${status} and a page of HTML instead of an error description.`
  return shortened(text, maxPlainTextLength)
}

/** Seconds to wait, from `google.rpc.RetryInfo` (`retryDelay: "34.4s"`), which Google's OpenAI-compatible endpoint sends too. */
function retryDelay(details: unknown): number | undefined {
  if (!Array.isArray(details)) return undefined
  for (const detail of details as unknown[]) {
    const seconds = isObject(detail) ? waitSeconds(detail['retryDelay']) : undefined
    if (seconds !== undefined) return seconds
  }
  return undefined
}
