import type { UpstreamDialect } from '../exchange/dialect-name.js'
import {
  failureStatuses,
  kindOfUpstreamStatus,
  retryHeaders,
  statusOf,
  type FailureKind,
  type GatewayError,
  type NativeError,
} from '../exchange/error.js'
import { fullContextCode, saysFullContext, withFullContextCode } from '../exchange/full-context.js'
import { headerWaitSeconds, waitSeconds } from '../exchange/retry-after.js'
import type { UpstreamHeaders, WireError, WireObject } from './dialect.js'
import { isObject, parseJson } from '../json/object.js'
import { openaiErrorTypes } from './openai-error-types.js'

/** The error object shared by chat completions, responses and the media endpoints. */
export interface OpenAIErrorObject {
  readonly message: string
  readonly type: string
  readonly param: string | null
  readonly code: string | number | null
}

/** Dialects whose errors come in this envelope, so that an upstream's own words may be shown as they are. */
const envelopeDialects: ReadonlySet<UpstreamDialect> = new Set<UpstreamDialect>(['chat-completions', 'responses'])

const longestMessage = 4000
const longestPlainText = 500

/** Renders an error in OpenAI's envelope: `{"error": {message, type, param, code}}`. `client`: the dialect of the client. */
export function encodeOpenAIError(error: GatewayError, client?: UpstreamDialect): WireError {
  const body = openAIErrorObject(error, client)
  return { status: statusOf(error), headers: retryHeaders(error, body.code === 'insufficient_quota'), body: { error: body } }
}

/** The object inside the envelope, for error frames of streams too. */
export function openAIErrorObject(error: GatewayError, client?: UpstreamDialect): OpenAIErrorObject {
  // A refused key is the gateway's own: the provider's `invalid_api_key` would tell clients that theirs is wrong.
  const native =
    error.native !== undefined && envelopeDialects.has(error.native.dialect) && error.kind !== 'upstream_auth' ? error.native : undefined
  const type = native?.type ?? openaiErrorTypes[error.kind]
  const own = error.code ?? error.kind
  const code = keepsCode(error, native, client) ? (native?.code ?? null) : own
  const param = native === undefined ? (error.param === undefined ? null : fieldPath(error.param)) : (native.param ?? null)
  return { message: error.message, type, param, code }
}

/** A code that the provider gave in the client's own dialect stays; a full context has the same code wherever else it is said. */
function keepsCode(error: GatewayError, native: NativeError | undefined, client: UpstreamDialect | undefined): boolean {
  if (native?.code === undefined) return false
  if (error.code === fullContextCode) return native.code !== null && native.dialect === client
  return native.code !== null || failureStatuses[error.kind] < 500
}

/** `{error: {message, type}}`, the code a text where there is one, and there at all where the context is full. */
export function isOpenAIError(wire: WireObject): boolean {
  const { error } = wire
  if (!isObject(error)) return false
  const { message, type, code } = error
  if (typeof message === 'string' && !code && saysFullContext(message, type)) return false
  return typeof message === 'string' && typeof type === 'string' && (code === undefined || code === null || typeof code === 'string')
}

/** `/messages/0/content` as OpenAI writes it: `messages[0].content`. Anything that is no JSON pointer stays as it is. */
export function fieldPath(pointer: string): string {
  if (!pointer.startsWith('/')) return pointer
  let path = ''
  for (const step of pointer.slice(1).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (/^\d+$/.test(name)) path += `[${name}]`
    else path += path === '' ? name : `.${name}`
  }
  return path
}

/**
 * Reads the error reply of an upstream that speaks an OpenAI style, whatever its body is: the envelope, Azure's without a type,
 * xAI's text member, Mistral's `detail`, Gemini's array, another style's object, HTML, plain text or nothing.
 */
export function decodeOpenAIError(dialect: UpstreamDialect, status: number, headers: UpstreamHeaders, body: string): GatewayError {
  const value = parseJson(body)
  const found = value === undefined ? undefined : findError(value)
  const message = found?.message ?? plainMessage(status, value === undefined ? body : '')
  const wait = headerWaitSeconds(headers) ?? found?.retryAfterSeconds
  const kind = kindOf(status, found, message)
  return withFullContextCode({
    kind,
    message,
    ...(status === 422 ? { status } : {}),
    ...(wait === undefined ? {} : { retryAfterSeconds: wait }),
    ...(found === undefined ? {} : { native: { dialect, status, ...found.words } }),
  })
}

/** The error inside a reply with status 200 or inside a frame of a stream; `undefined` where there is none. */
export function readOpenAIError(dialect: UpstreamDialect, wire: unknown): GatewayError | undefined {
  const value = Array.isArray(wire) ? (wire as unknown[])[0] : wire
  if (!isObject(value)) return undefined
  if (!value['error'] && value['object'] !== 'error' && value['type'] !== 'error') return undefined
  return openAIErrorOf(dialect, value)
}

/** Reads a value that is known to be an error (an `event: error` frame). */
export function openAIErrorOf(dialect: UpstreamDialect, wire: unknown): GatewayError {
  const found = findError(wire)
  if (found === undefined) return { kind: 'upstream_invalid', message: 'The provider reported an error without a description.' }
  return withFullContextCode({ kind: 'upstream_invalid', message: found.message, native: { dialect, ...found.words } })
}

interface FoundError {
  readonly message: string
  readonly words: Omit<NativeError, 'dialect' | 'status'>
  readonly retryAfterSeconds?: number
}

function findError(wire: unknown): FoundError | undefined {
  const value = Array.isArray(wire) ? (wire as unknown[])[0] : wire
  if (typeof value === 'string') return value === '' ? undefined : { message: shorten(value, longestMessage), words: {} }
  if (!isObject(value)) return undefined
  const inner = value['error']
  const source = isObject(inner) ? inner : value
  const words =
    typeof inner === 'string'
      ? inner
      : (readable(source['message']) ?? readable(source['detail']) ?? readable(source['msg']) ?? readable(source['errors']))
  if (words === undefined && !isObject(inner)) return undefined
  const retryAfterSeconds = retryDelay(source['details'])
  return {
    message: shorten(words ?? codeText(source) ?? 'The provider reported an error without a description.', longestMessage),
    words: nativeWords(source),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
}

function nativeWords(source: Readonly<Record<string, unknown>>): FoundError['words'] {
  const { type, code, param, status, details } = source
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof code === 'string' || typeof code === 'number' || code === null ? { code } : {}),
    ...(typeof param === 'string' || param === null ? { param } : {}),
    ...(typeof status === 'string' ? { statusName: status } : {}),
    ...(details === undefined ? {} : { details }),
  }
}

function codeText(source: Readonly<Record<string, unknown>>): string | undefined {
  const words = [source['type'], source['code']].filter((word) => typeof word === 'string' || typeof word === 'number')
  return words.length === 0 ? undefined : words.join(' ')
}

/** Mistral and other pydantic servers answer `detail: [{loc, msg}]`, sometimes inside `message`. */
function readable(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  if (Array.isArray(value)) {
    const lines = (value as unknown[]).map(readable).filter((line) => line !== undefined)
    return lines.length === 0 ? undefined : lines.join('; ')
  }
  if (!isObject(value)) return undefined
  const words = readable(value['msg']) ?? readable(value['message']) ?? readable(value['detail'])
  const location = value['loc']
  return words !== undefined && Array.isArray(location) && location.length > 0 ? `${location.join('.')}: ${words}` : words
}

function kindOf(status: number, found: FoundError | undefined, message: string): FailureKind {
  const kind = kindOfUpstreamStatus(status)
  if (kind === 'not_found' && found?.words.code === 'model_not_found') return 'model_not_found'
  // xAI and Google answer a wrong key with 400; the key is the gateway's, so the client must not be blamed.
  if (kind === 'invalid_request' && (found?.words.code === 'invalid_api_key' || refusedKey.test(message))) return 'upstream_auth'
  return kind
}

const refusedKey = /^(?:incorrect api key|invalid api key|api key not valid)/i

function plainMessage(status: number, body: string): string {
  const text = body.trim()
  if (text === '') return `The provider answered with status ${status} and no error description.`
  if (text.startsWith('<')) return `The provider answered with status ${status} and a page of HTML instead of an error description.`
  return shorten(text, longestPlainText)
}

function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}…`
}

/** Google's RetryInfo, which its OpenAI-compatible endpoint sends too: `retryDelay: "34.4s"`. */
function retryDelay(details: unknown): number | undefined {
  if (!Array.isArray(details)) return undefined
  for (const detail of details as unknown[]) {
    const seconds = isObject(detail) ? waitSeconds(detail['retryDelay']) : undefined
    if (seconds !== undefined) return seconds
  }
  return undefined
}
