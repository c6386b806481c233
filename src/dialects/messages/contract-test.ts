import { longText, parameters, text, time, toolNames, weather, type DialectTest } from '../contract-test.js'
import { streamOrder } from './stream-order.js'
import { defined } from '../../json/object.js'

const limit = 256
const tools = [weather, time].map((tool) => ({ ...tool, input_schema: parameters }))

export const contractTest: DialectTest = {
  document: 'messages',
  reply: 'MessagesMessage',
  event: 'MessagesStreamEvent',
  error: 'MessagesErrorResponse',
  order: streamOrder,
  credential: (token) => ({ 'x-api-key': token }),
  headers: { 'anthropic-version': '2023-06-01' },
  path: () => '/v1/messages',
  body: (model, stream, more) =>
    defined({
      model,
      max_tokens: limit,
      messages: [{ role: 'user', content: text }],
      stream: stream ? stream : undefined,
      ...more,
    }),
  tools: {
    names: toolNames,
    required: { tools, tool_choice: { type: 'any' } },
    named: { tools, tool_choice: { type: 'tool', name: time.name } },
    none: { tools, tool_choice: { type: 'none' } },
  },
  limit: { most: 16, more: { max_tokens: 16, messages: [{ role: 'user', content: longText }] } },
  otherStreams: [],
  invalidBodies: [
    { name: 'messages of a wrong type', body: (model) => ({ model, max_tokens: limit, messages: 5 }) },
    { name: 'no max_tokens', body: (model) => ({ model, messages: [{ role: 'user', content: text }] }) },
    {
      name: 'a temperature of 2',
      body: (model) => ({ model, max_tokens: limit, temperature: 2, messages: [{ role: 'user', content: text }] }),
    },
  ],
  models: { path: '/v1/models', list: 'ModelsAnthropicList', one: 'ModelsAnthropicModel' },
  tokenCount: {
    schema: 'MessagesTokenCount',
    member: 'input_tokens',
    path: () => '/v1/messages/count_tokens',
    body: (model, content) => ({ model, messages: [{ role: 'user', content }] }),
  },
}
