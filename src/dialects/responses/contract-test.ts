import { bearer, parameters, text, weather, type DialectTest } from '../contract-test.js'
import { streamOrder } from './stream-order.js'
import { defined } from '../../json/object.js'

export const contractTest: DialectTest = {
  document: 'responses',
  reply: 'ResponsesResponse',
  event: 'ResponsesStreamEvent',
  error: 'ResponsesErrorReply',
  order: streamOrder,
  credential: bearer,
  headers: {},
  path: () => '/v1/responses',
  body: (model, stream, more) => defined({ model, input: text, store: false, stream: stream ? stream : undefined, ...more }),
  tool: { tools: [{ type: 'function', ...weather, parameters, strict: false }], tool_choice: 'required' },
  invalidBodies: [
    { name: 'an input of a wrong type', body: (model) => ({ model, input: 5 }) },
    { name: 'a tool of a wrong type', body: (model) => ({ model, input: text, tools: 'none' }) },
  ],
  otherRequests: [{ name: 'the list of models', schema: 'ModelsOpenAIList', document: 'models', request: () => ({ path: '/v1/models' }) }],
}
