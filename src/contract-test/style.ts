import { chatCompletionsOrder } from './order/chat-completions.js'
import { generateContentOrder } from './order/generate-content.js'
import { messagesOrder } from './order/messages.js'
import type { OrderCheck } from './order/order.js'
import { responsesOrder } from './order/responses.js'
import type { Question } from './target.js'

/** What is asked of a server that claims a style, and which schemas its answers are held against. */
export interface TestedStyle {
  readonly name: string
  /** The document, and its schemas. */
  readonly document: string
  readonly reply: string
  readonly event: string
  readonly error: string
  readonly order: OrderCheck
  readonly credential: (token: string) => Readonly<Record<string, string>>
  /** Headers beside the credential. */
  readonly headers: Readonly<Record<string, string>>
  readonly path: (model: string, stream: boolean) => string
  /** The body of a question; the members of `more` come to it. */
  readonly body: (model: string, stream: boolean, more: Readonly<Record<string, unknown>>) => unknown
  readonly tool: Readonly<Record<string, unknown>>
  /** Bodies that must be refused with 400. */
  readonly bad: readonly { readonly name: string; readonly body: (model: string) => unknown }[]
  /** Plain questions beside the conversation. */
  readonly others: readonly {
    readonly name: string
    readonly schema: string
    readonly document: string
    readonly question: (model: string) => Omit<Question, 'headers'>
  }[]
}

const text = 'Say hello in one word.'
const parameters = { type: 'object', properties: { city: { type: 'string', description: 'Name of the city.' } }, required: ['city'] }
const weather = { name: 'read_weather', description: 'Tells the weather of a city.' }
const limit = 256
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
const encoded = (model: string): string => model.split('/').map(encodeURIComponent).join('/')

const chatCompletions: TestedStyle = {
  name: 'chat-completions',
  document: 'chat-completions',
  reply: 'ChatCompletion',
  event: 'ChatStreamFrame',
  error: 'ChatErrorResponse',
  order: chatCompletionsOrder,
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
  bad: [
    { name: 'messages of a wrong type', body: (model) => ({ model, messages: 5 }) },
    { name: 'no messages', body: (model) => ({ model }) },
    { name: 'no model', body: () => ({ messages: [{ role: 'user', content: text }] }) },
  ],
  others: [{ name: 'the list of models', schema: 'ModelsOpenAIList', document: 'models', question: () => ({ path: '/v1/models' }) }],
}

const messages: TestedStyle = {
  name: 'messages',
  document: 'messages',
  reply: 'MessagesMessage',
  event: 'MessagesStreamEvent',
  error: 'MessagesErrorResponse',
  order: messagesOrder,
  credential: (token) => ({ 'x-api-key': token }),
  headers: { 'anthropic-version': '2023-06-01' },
  path: () => '/v1/messages',
  body: (model, stream, more) => ({
    model,
    max_tokens: limit,
    messages: [{ role: 'user', content: text }],
    ...(stream ? { stream } : {}),
    ...more,
  }),
  tool: { tools: [{ ...weather, input_schema: parameters }], tool_choice: { type: 'any' } },
  bad: [
    { name: 'messages of a wrong type', body: (model) => ({ model, max_tokens: limit, messages: 5 }) },
    { name: 'no max_tokens', body: (model) => ({ model, messages: [{ role: 'user', content: text }] }) },
    {
      name: 'a temperature of 2',
      body: (model) => ({ model, max_tokens: limit, temperature: 2, messages: [{ role: 'user', content: text }] }),
    },
  ],
  others: [
    { name: 'the list of models', schema: 'ModelsAnthropicList', document: 'models', question: () => ({ path: '/v1/models' }) },
    {
      name: 'the count of tokens',
      schema: 'MessagesTokenCount',
      document: 'messages',
      question: (model) => ({ path: '/v1/messages/count_tokens', body: { model, messages: [{ role: 'user', content: text }] } }),
    },
  ],
}

const responses: TestedStyle = {
  name: 'responses',
  document: 'responses',
  reply: 'ResponsesResponse',
  event: 'ResponsesStreamEvent',
  error: 'ResponsesErrorReply',
  order: responsesOrder,
  credential: bearer,
  headers: {},
  path: () => '/v1/responses',
  body: (model, stream, more) => ({ model, input: text, store: false, ...(stream ? { stream } : {}), ...more }),
  tool: { tools: [{ type: 'function', ...weather, parameters, strict: false }], tool_choice: 'required' },
  bad: [
    { name: 'an input of a wrong type', body: (model) => ({ model, input: 5 }) },
    { name: 'a tool of a wrong type', body: (model) => ({ model, input: text, tools: 'none' }) },
  ],
  others: [{ name: 'the list of models', schema: 'ModelsOpenAIList', document: 'models', question: () => ({ path: '/v1/models' }) }],
}

const generateContent: TestedStyle = {
  name: 'generate-content',
  document: 'generate-content',
  reply: 'GeminiGenerateContentResponse',
  event: 'GeminiStreamChunk',
  error: 'GeminiErrorReply',
  order: generateContentOrder,
  credential: (token) => ({ 'x-goog-api-key': token }),
  headers: {},
  path: (model, stream) => `/v1beta/models/${encoded(model)}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  body: (_model, _stream, more) => ({ contents: [{ role: 'user', parts: [{ text }] }], ...more }),
  tool: {
    tools: [{ functionDeclarations: [{ ...weather, parameters }] }],
    toolConfig: { functionCallingConfig: { mode: 'ANY' } },
  },
  bad: [
    { name: 'contents of a wrong type', body: () => ({ contents: 5 }) },
    { name: 'no contents', body: () => ({}) },
  ],
  others: [
    { name: 'the list of models', schema: 'ModelsGeminiList', document: 'models', question: () => ({ path: '/v1beta/models' }) },
    {
      name: 'the count of tokens',
      schema: 'GeminiCountTokensResponse',
      document: 'generate-content',
      question: (model) => ({
        path: `/v1beta/models/${encoded(model)}:countTokens`,
        body: { contents: [{ role: 'user', parts: [{ text }] }] },
      }),
    },
  ],
}

export const testedStyles: readonly TestedStyle[] = [chatCompletions, messages, responses, generateContent]
