import { objectOf, type JsonObject } from '../../../src/json/object.js'
import { callInput, modelName, pieces, type Plan, type Style } from './correct-server.js'

const block = (plan: Plan): object =>
  plan.call === undefined
    ? { type: 'text', text: plan.text }
    : { type: 'tool_use', id: 'toolu_01', name: plan.call, input: JSON.parse(callInput) as unknown, caller: { type: 'direct' } }

const stopReason = (plan: Plan): string => (plan.limited ? 'max_tokens' : plan.call === undefined ? 'end_turn' : 'tool_use')

const counts = (plan: Plan) => ({
  // The whole prompt came from the cache.
  input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 20,
  output_tokens: plan.limited ? plan.most : 9,
  service_tier: 'standard',
})

const message = (plan: Plan): JsonObject => ({
  id: 'msg_01',
  type: 'message',
  role: 'assistant',
  model: plan.model,
  content: [{ type: 'thinking', thinking: 'A greeting.', signature: 'c2ln' }, block(plan)],
  stop_reason: stopReason(plan),
  stop_sequence: null,
  usage: counts(plan),
})

function messageFrames(plan: Plan): string[] {
  const event = (type: string, fields: object = {}): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}   \n\n`
  const delta = (index: number, fields: object): string => event('content_block_delta', { index, delta: fields })
  const start = plan.call === undefined ? { type: 'text', text: '' } : { ...block(plan), input: {} }
  return [
    event('message_start', {
      message: { ...message(plan), content: [], stop_reason: null, usage: { ...counts(plan), output_tokens: 1 } },
    }),
    event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } }),
    event('ping'),
    ...pieces('A greeting.').map((thinking) => delta(0, { type: 'thinking_delta', thinking })),
    delta(0, { type: 'signature_delta', signature: 'c2ln' }),
    event('content_block_stop', { index: 0 }),
    event('content_block_start', { index: 1, content_block: start }),
    ...(plan.call === undefined
      ? pieces(plan.text).map((text) => delta(1, { type: 'text_delta', text }))
      : ['', ...pieces(callInput)].map((piece) => delta(1, { type: 'input_json_delta', partial_json: piece }))),
    event('content_block_stop', { index: 1 }),
    // Old recordings repeat only the count of the output.
    event('message_delta', {
      delta: { stop_reason: stopReason(plan), stop_sequence: null },
      usage: { output_tokens: plan.limited ? plan.most : 9 },
    }),
    event('message_stop'),
  ]
}

/** Messages with thinking, pings, padding behind the JSON and a prompt that was read from the cache. */
export const recordedMessages: Style = {
  owns: (path, headers) => path.startsWith('/v1/messages') || (path.startsWith('/v1/models') && headers['anthropic-version'] !== undefined),
  requestId: 'request-id',
  credential: (headers) => headers['x-api-key'] !== undefined,
  wrong: (body, path) => {
    if (!Array.isArray(body['messages'])) return 'messages'
    if (Number(body['temperature'] ?? 0) > 1) return 'temperature'
    return body['max_tokens'] === undefined && path === '/v1/messages' ? 'max_tokens' : undefined
  },
  error: (status, text, id) => ({
    type: 'error',
    error: { type: { 400: 'invalid_request_error', 401: 'authentication_error' }[status] ?? 'not_found_error', message: text },
    request_id: id,
  }),
  models: (name) => {
    const one = { type: 'model', id: modelName, display_name: 'Recorded', created_at: '2026-11-18T10:26:40Z' }
    return name === undefined ? { data: [one], has_more: false, first_id: modelName, last_id: modelName } : one
  },
  count: (tokens) => ({ input_tokens: tokens }),
  plan: (body) => {
    const { type, name } = objectOf(body['tool_choice']) ?? {}
    return {
      call: type === 'tool' ? String(name) : type === 'any' ? 'read_weather' : undefined,
      limited: body['max_tokens'] === 16,
      most: 16,
    }
  },
  reply: message,
  frames: messageFrames,
}

const part = (plan: Plan): object =>
  plan.call === undefined
    ? { text: plan.text }
    : { functionCall: { name: plan.call, args: JSON.parse(callInput) as unknown, id: 'fc-1' }, thoughtSignature: 'c2ln' }

const metadata = (plan: Plan): object => ({
  usageMetadata: {
    promptTokenCount: 20,
    candidatesTokenCount: plan.limited ? 12 : 5,
    totalTokenCount: plan.limited ? 36 : 29,
    thoughtsTokenCount: 4,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: 20 }],
  },
  modelVersion: plan.model,
  responseId: 'r1AbC',
})

const finished = (plan: Plan): string => (plan.limited ? 'MAX_TOKENS' : 'STOP')

/** GenerateContent without index, with thoughts, CRLF line ends and a last part that has only a signature. */
export const recordedGenerateContent: Style = {
  owns: (path) => path.startsWith('/v1beta/models'),
  credential: (headers) => headers['x-goog-api-key'] !== undefined,
  wrong: (body) => (Array.isArray(body['contents']) ? undefined : 'contents'),
  error: (status, text) => ({
    error: { code: status, message: text, status: { 400: 'INVALID_ARGUMENT', 401: 'UNAUTHENTICATED' }[status] ?? 'NOT_FOUND' },
  }),
  models: (name) => {
    const one = { name: `models/${modelName}`, version: '1', displayName: 'Recorded', supportedGenerationMethods: ['generateContent'] }
    return name === undefined ? { models: [one] } : one
  },
  count: (tokens) => ({ totalTokens: tokens }),
  plan: (body) => {
    const { mode, allowedFunctionNames: names } = objectOf(objectOf(body['toolConfig'])?.['functionCallingConfig']) ?? {}
    const call = mode !== 'ANY' ? undefined : Array.isArray(names) ? String(names[0]) : 'read_weather'
    return { call, limited: objectOf(body['generationConfig'])?.['maxOutputTokens'] === 16, most: 16 }
  },
  reply: (plan) => ({
    candidates: [{ content: { parts: [part(plan)], role: 'model' }, finishReason: finished(plan) }],
    ...metadata(plan),
  }),
  frames: (plan) => {
    const chunk = (parts: readonly object[], more: object = {}): string =>
      `data: ${JSON.stringify({ candidates: [{ content: { parts, role: 'model' }, ...more }], ...metadata(plan) })}\r\n\r\n`
    const parts = plan.call === undefined ? pieces(plan.text).map((text) => ({ text })) : [part(plan)]
    return [
      chunk([{ text: 'A greeting.', thought: true }]),
      ...parts.map((one) => chunk([one])),
      chunk([{ text: '', thoughtSignature: 'c2ln' }], { finishReason: finished(plan) }),
    ]
  },
}
