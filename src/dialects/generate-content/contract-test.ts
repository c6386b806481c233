import { parameters, text, weather, type DialectTest } from '../contract-test.js'
import { streamOrder } from './stream-order.js'

const encoded = (model: string): string => model.split('/').map(encodeURIComponent).join('/')

export const contractTest: DialectTest = {
  document: 'generate-content',
  reply: 'GeminiGenerateContentResponse',
  event: 'GeminiStreamChunk',
  error: 'GeminiErrorReply',
  order: streamOrder,
  credential: (token) => ({ 'x-goog-api-key': token }),
  headers: {},
  path: (model, stream) => `/v1beta/models/${encoded(model)}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  body: (_model, _stream, more) => ({ contents: [{ role: 'user', parts: [{ text }] }], ...more }),
  tool: {
    tools: [{ functionDeclarations: [{ ...weather, parameters }] }],
    toolConfig: { functionCallingConfig: { mode: 'ANY' } },
  },
  invalidBodies: [
    { name: 'contents of a wrong type', body: () => ({ contents: 5 }) },
    { name: 'no contents', body: () => ({}) },
  ],
  otherRequests: [
    { name: 'the list of models', schema: 'ModelsGeminiList', document: 'models', request: () => ({ path: '/v1beta/models' }) },
    {
      name: 'the count of tokens',
      schema: 'GeminiCountTokensResponse',
      document: 'generate-content',
      request: (model) => ({
        path: `/v1beta/models/${encoded(model)}:countTokens`,
        body: { contents: [{ role: 'user', parts: [{ text }] }] },
      }),
    },
  ],
}
