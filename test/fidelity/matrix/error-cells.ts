// Failures of the provider, before a stream and in it, as clients get them.
import { clientDialects, upstreamDialects } from '../../../src/dialects/registry.js'
import type { ChatDialect } from '../../../src/exchange/dialect-name.js'
import { schemasOf } from '../../contract/documents.js'
import type { Upstream } from '../pairs.js'
import { decodeContext, encodeStream, invalidEvents, readStream, replyContext } from '../reply-fidelity.js'
import type { Cell } from './cells.js'

const words = 'The words of the provider.'
const schemas: Readonly<Record<ChatDialect, string>> = {
  'chat-completions': 'ChatErrorResponse',
  messages: 'MessagesErrorResponse',
  responses: 'ResponsesErrorReply',
  'generate-content': 'GeminiErrorReply',
}

/** A status of the provider, and the one that the client must get: a refused key is the gateway's, not the client's. */
export const errorFeatures = [
  { name: 'an invalid request (400)', status: 400, expected: 400 },
  { name: 'an invalid key (401)', status: 401, expected: 502 },
  { name: 'an unknown model (404)', status: 404, expected: 404 },
  { name: 'too many requests (429)', status: 429, expected: 429, retryAfter: '7' },
  { name: 'a server error (500)', status: 500, expected: 502 },
  { name: 'overload (503)', status: 503, expected: 503 },
] as const

export function errorCell(feature: (typeof errorFeatures)[number], client: ChatDialect, upstream: Upstream): Cell {
  const headers = 'retryAfter' in feature ? { 'retry-after': feature.retryAfter } : {}
  const error = upstreamDialects[upstream].decodeError(feature.status, headers, JSON.stringify(bodyOf(upstream, feature.status)))
  const wire = clientDialects[client].encodeError(error, 'req_1')
  const wrong: string[] = []
  const expected = client === 'messages' && feature.expected === 503 ? 529 : feature.expected
  if (wire.status !== expected) wrong.push(`status ${wire.status}`)
  if (!JSON.stringify(wire.body).includes(words)) wrong.push("the provider's words")
  if ('retryAfter' in feature && wire.headers['retry-after'] !== feature.retryAfter) wrong.push('retry-after')
  const problem = schemasOf(client).component(schemas[client])(wire.body)
  if (problem !== undefined) wrong.push(problem.message)
  return wrong.length === 0 ? 'exact' : `failed: ${wrong.join('; ')}`
}

function bodyOf(upstream: Upstream, status: number): unknown {
  switch (upstream) {
    case 'messages':
      return { type: 'error', error: { type: 'api_error', message: words } }
    case 'generate-content':
      return { error: { code: status, message: words, status: 'UNKNOWN' } }
    case 'cohere-chat':
      return { message: words }
    default:
      return { error: { message: words, type: 'server_error', param: null, code: null } }
  }
}

/** An error frame during a stream: the client's stream must have the error, and must not look complete. */
export function streamErrorCell(client: ChatDialect, upstream: Upstream): Cell {
  const context = replyContext(client, upstream, true)
  const decoder = upstreamDialects[upstream].createStreamDecoder(decodeContext(context))
  const parts = [...decoder.push(frameOf(upstream)), ...decoder.end()]
  const text = encodeStream(client, context, [[{ type: 'reply-start', id: 'r', model: 'm' }], parts.filter(({ type }) => type === 'error')])
  const invalid = invalidEvents(client, text)
  if (invalid.length > 0) return `failed: ${invalid.map(({ detail }) => detail).join('; ')}`
  const { read, error } = readStream(client, text, context)
  if (read !== undefined) return 'failed: the stream looks finished'
  return error?.message.includes(words) === true ? 'exact' : "lossy: the provider's words"
}

function frameOf(upstream: Upstream): { readonly event?: string; readonly data: string } {
  switch (upstream) {
    case 'messages':
      return { event: 'error', data: JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: words } }) }
    case 'responses':
      return {
        event: 'error',
        data: JSON.stringify({ type: 'error', code: 'server_error', message: words, param: null, sequence_number: 1 }),
      }
    case 'generate-content':
      return { data: JSON.stringify({ error: { code: 503, message: words, status: 'UNAVAILABLE' } }) }
    case 'cohere-chat':
      return { data: JSON.stringify({ type: 'message-end', delta: { finish_reason: 'ERROR', error: words } }) }
    case 'chat-completions':
      return { data: JSON.stringify({ error: { message: words, type: 'server_error', code: null, param: null } }) }
  }
}
