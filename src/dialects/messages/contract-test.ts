import { parameters, text, weather, type DialectTest } from '../contract-test.js'
import { streamOrder } from './stream-order.js'
import { defined } from '../../json/object.js'

const limit = 256

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
  tool: { tools: [{ ...weather, input_schema: parameters }], tool_choice: { type: 'any' } },
  invalidBodies: [
    { name: 'messages of a wrong type', body: (model) => ({ model, max_tokens: limit, messages: 5 }) },
    { name: 'no max_tokens', body: (model) => ({ model, messages: [{ role: 'user', content: text }] }) },
    {
      name: 'a temperature of 2',
      body: (model) => ({ model, max_tokens: limit, temperature: 2, messages: [{ role: 'user', content: text }] }),
    },
  ],
  otherRequests: [
    { name: 'the list of models', schema: 'ModelsAnthropicList', document: 'models', request: () => ({ path: '/v1/models' }) },
    {
      name: 'the count of tokens',
      schema: 'MessagesTokenCount',
      document: 'messages',
      request: (model) => ({ path: '/v1/messages/count_tokens', body: { model, messages: [{ role: 'user', content: text }] } }),
    },
  ],
}
