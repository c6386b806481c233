import { bearer, parameters, text, weather, type DialectTest } from '../contract-test.js'
import { streamOrder } from './stream-order.js'

export const contractTest: DialectTest = {
  document: 'chat-completions',
  reply: 'ChatCompletion',
  event: 'ChatStreamFrame',
  error: 'ChatErrorResponse',
  order: streamOrder,
  credential: bearer,
  headers: {},
  path: () => '/v1/chat/completions',
  body: (model, stream, more) => ({
    model,
    messages: [{ role: 'user', content: text }],
    ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
    ...more,
  }),
  tool: { tools: [{ type: 'function', function: { ...weather, parameters } }], tool_choice: 'required' },
  invalidBodies: [
    { name: 'messages of a wrong type', body: (model) => ({ model, messages: 5 }) },
    { name: 'no messages', body: (model) => ({ model }) },
    { name: 'no model', body: () => ({ messages: [{ role: 'user', content: text }] }) },
  ],
  otherRequests: [{ name: 'the list of models', schema: 'ModelsOpenAIList', document: 'models', request: () => ({ path: '/v1/models' }) }],
}
