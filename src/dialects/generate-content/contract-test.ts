import { longText, parameters, text, time, toolNames, weather, type DialectTest } from '../contract-test.js'
import { streamOrder } from './stream-order.js'

const encoded = (model: string): string => model.split('/').map(encodeURIComponent).join('/')

const tools = [{ functionDeclarations: [weather, time].map((tool) => ({ ...tool, parameters })) }]
const choosing = (functionCallingConfig: object): Record<string, unknown> => ({ tools, toolConfig: { functionCallingConfig } })

export const contractTest: DialectTest = {
  document: 'generate-content',
  reply: 'GeminiGenerateContentResponse',
  event: 'GeminiStreamChunk',
  error: 'GeminiErrorReply',
  order: streamOrder,
  credential: (token) => ({ 'x-goog-api-key': token }),
  headers: {},
  path: (model, stream, framing = 'sse') =>
    `/v1beta/models/${encoded(model)}:${stream ? `streamGenerateContent${framing === 'sse' ? '?alt=sse' : ''}` : 'generateContent'}`,
  body: (_model, _stream, more) => ({ contents: [{ role: 'user', parts: [{ text }] }], ...more }),
  tools: {
    names: toolNames,
    required: choosing({ mode: 'ANY' }),
    named: choosing({ mode: 'ANY', allowedFunctionNames: [time.name] }),
    none: choosing({ mode: 'NONE' }),
  },
  limit: { most: 16, more: { generationConfig: { maxOutputTokens: 16 }, contents: [{ role: 'user', parts: [{ text: longText }] }] } },
  otherStreams: [{ name: 'a stream as a JSON array', more: {}, framing: 'json-array' }],
  invalidBodies: [
    { name: 'contents of a wrong type', body: () => ({ contents: 5 }) },
    { name: 'no contents', body: () => ({}) },
  ],
  models: { path: '/v1beta/models', list: 'ModelsGeminiList', one: 'ModelsGeminiModel' },
  tokenCount: {
    schema: 'GeminiCountTokensResponse',
    member: 'totalTokens',
    path: (model) => `/v1beta/models/${encoded(model)}:countTokens`,
    body: (_model, counted) => ({ contents: [{ role: 'user', parts: [{ text: counted }] }] }),
  },
}
