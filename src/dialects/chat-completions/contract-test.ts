import { bearer, longText, parameters, text, time, toolNames, weather, type DialectTest } from '../contract-test.js'
import { streamOrder } from './stream-order.js'

const tools = [weather, time].map((tool) => ({ type: 'function', function: { ...tool, parameters } }))

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
  tools: {
    names: toolNames,
    required: { tools, tool_choice: 'required' },
    named: { tools, tool_choice: { type: 'function', function: { name: time.name } } },
    none: { tools, tool_choice: 'none' },
  },
  limit: { most: 16, more: { max_completion_tokens: 16, messages: [{ role: 'user', content: longText }] } },
  otherStreams: [{ name: 'a stream without stream_options', more: { stream_options: undefined }, framing: 'sse' }],
  invalidBodies: [
    { name: 'messages of a wrong type', body: (model) => ({ model, messages: 5 }) },
    { name: 'no messages', body: (model) => ({ model }) },
    { name: 'no model', body: () => ({ messages: [{ role: 'user', content: text }] }) },
  ],
  models: { path: '/v1/models', list: 'ModelsOpenAIList', one: 'ModelsOpenAIModel' },
}
