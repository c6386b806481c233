import { bearer, longText, parameters, text, time, toolNames, weather, type DialectTest } from '../contract-test.js'
import { streamOrder } from './stream-order.js'
import { defined } from '../../json/object.js'

const tools = [weather, time].map((tool) => ({ type: 'function', ...tool, parameters, strict: false }))

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
  tools: {
    names: toolNames,
    required: { tools, tool_choice: 'required' },
    named: { tools, tool_choice: { type: 'function', name: time.name } },
    none: { tools, tool_choice: 'none' },
  },
  limit: { most: 16, more: { max_output_tokens: 16, input: longText } },
  otherStreams: [],
  invalidBodies: [
    { name: 'an input of a wrong type', body: (model) => ({ model, input: 5 }) },
    { name: 'a tool of a wrong type', body: (model) => ({ model, input: text, tools: 'none' }) },
  ],
  models: { path: '/v1/models', list: 'ModelsOpenAIList', one: 'ModelsOpenAIModel' },
}
