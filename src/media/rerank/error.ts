import type { WireError } from '../../dialects/dialect.js'
import { openaiErrorTypes } from '../../dialects/openai-error-types.js'
import { encodeOpenAIError } from '../../dialects/openai-error.js'
import type { GatewayError } from '../../exchange/error.js'
import { isObject } from '../../json/object.js'

/** An error object in place of a ranking: Cohere's `{message}`, Jina's `{detail}`, OpenAI's `{error}`. */
export function readErrorInReply(wire: unknown): GatewayError | undefined {
  if (!isObject(wire) || 'results' in wire || 'data' in wire) return undefined
  const { message, detail, error } = wire
  const inner = isObject(error) ? error['message'] : error
  const words = [message, detail, inner].find((value) => typeof value === 'string')
  return words === undefined ? undefined : { kind: 'upstream_invalid', message: words.slice(0, 2000) }
}

/** Paths whose clients read errors in Cohere's format. */
export function ownsPath(path: string): boolean {
  return path === '/v1/rerank' || path === '/v2/rerank'
}

/** Cohere's format `{id, message}`, with the additional members `code` and `type`. */
export function encodeError(error: GatewayError, requestId: string): WireError {
  const { status, headers } = encodeOpenAIError(error)
  const body = { id: requestId, message: error.message, type: openaiErrorTypes[error.kind], code: error.code ?? error.kind }
  return { status, headers, body }
}
