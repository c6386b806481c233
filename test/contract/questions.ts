// The same requests in each client style, as that style's clients write them.
import { token } from './gateway.js'

export const clientStyles = ['chat-completions', 'messages', 'responses', 'generate-content'] as const
export type ClientStyle = (typeof clientStyles)[number]

export interface Question {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export const questionNames = ['text', 'turns', 'tuned', 'tools', 'named tool', 'tool results', 'image', 'structured', 'reasoning'] as const
export type QuestionName = (typeof questionNames)[number]

type Body = Readonly<Record<string, unknown>>

/** A request to `model`, plain or streamed. */
export function question(style: ClientStyle, name: QuestionName, model: string, stream: boolean): Question {
  const body = bodies[style][name]
  const json = { 'content-type': 'application/json', accept: stream ? 'text/event-stream' : 'application/json' }
  const bearer = { ...json, authorization: `Bearer ${token}` }
  switch (style) {
    case 'chat-completions':
      return {
        path: '/v1/chat/completions',
        headers: bearer,
        body: { model, ...body, ...(stream ? { stream, stream_options: { include_usage: true } } : {}) },
      }
    case 'responses':
      return { path: '/v1/responses', headers: bearer, body: { model, ...body, ...(stream ? { stream } : {}) } }
    case 'messages':
      return {
        path: '/v1/messages',
        headers: { ...json, 'x-api-key': token, 'anthropic-version': '2023-06-01' },
        body: { model, max_tokens: 1000, ...body, ...(stream ? { stream } : {}) },
      }
    case 'generate-content':
      return {
        path: `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
        headers: { ...json, 'x-goog-api-key': token },
        body,
      }
  }
}

const city = { type: 'object', properties: { city: { type: 'string', description: 'Where' } }, required: ['city'] }
const person = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  required: ['name', 'age'],
  additionalProperties: false,
}
const ask = 'How is the weather in Oslo and in Rome?'
/** One red pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

const chatTools = [
  { type: 'function', function: { name: 'weather', description: 'The weather of a city', parameters: city } },
  { type: 'function', function: { name: 'now', description: 'The time' } },
]
const responsesTools = [
  { type: 'function', name: 'weather', description: 'The weather of a city', parameters: city, strict: false },
  { type: 'function', name: 'now', description: 'The time', parameters: { type: 'object', properties: {} }, strict: false },
]
const messagesTools = [
  { name: 'weather', description: 'The weather of a city', input_schema: city },
  { name: 'now', description: 'The time', input_schema: { type: 'object' } },
]
const geminiTools = [
  {
    functionDeclarations: [
      { name: 'weather', description: 'The weather of a city', parameters: city },
      { name: 'now', description: 'The time' },
    ],
  },
]
const geminiUser = (...parts: Body[]) => ({ role: 'user', parts })

const bodies: Readonly<Record<ClientStyle, Readonly<Record<QuestionName, Body>>>> = {
  'chat-completions': {
    text: { messages: [{ role: 'user', content: 'Name a colour.' }] },
    turns: {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'developer', content: 'Answer in English.' },
        { role: 'user', content: [{ type: 'text', text: 'Name a colour.' }] },
        { role: 'assistant', content: 'Red.' },
        { role: 'user', content: 'Another.' },
      ],
    },
    tuned: {
      messages: [{ role: 'user', content: 'Name a colour.' }],
      max_completion_tokens: 50,
      temperature: 0.5,
      top_p: 0.9,
      stop: ['END', 'STOP'],
      seed: 1,
      metadata: { a: 'b' },
    },
    tools: { messages: [{ role: 'user', content: ask }], tools: chatTools, tool_choice: 'auto' },
    'named tool': {
      messages: [{ role: 'user', content: ask }],
      tools: chatTools,
      tool_choice: { type: 'function', function: { name: 'weather' } },
    },
    'tool results': {
      messages: [
        { role: 'user', content: ask },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
            { id: 'call_2', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1', content: '4 degrees' },
        { role: 'tool', tool_call_id: 'call_2', content: [{ type: 'text', text: '19 degrees' }] },
      ],
      tools: chatTools,
    },
    image: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Which colour?' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${pixel}`, detail: 'low' } },
          ],
        },
      ],
    },
    structured: {
      messages: [{ role: 'user', content: 'Make up a person.' }],
      response_format: { type: 'json_schema', json_schema: { name: 'person', strict: true, schema: person } },
    },
    reasoning: { messages: [{ role: 'user', content: 'Think: 17 * 23?' }], reasoning_effort: 'low' },
  },
  messages: {
    text: { messages: [{ role: 'user', content: 'Name a colour.' }] },
    turns: {
      system: [
        { type: 'text', text: 'Be brief.' },
        { type: 'text', text: 'Answer in English.', cache_control: { type: 'ephemeral' } },
      ],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Name a colour.' }] },
        { role: 'assistant', content: 'Red.' },
        { role: 'user', content: 'Another.' },
      ],
    },
    tuned: {
      messages: [{ role: 'user', content: 'Name a colour.' }],
      max_tokens: 50,
      temperature: 0.5,
      top_k: 40,
      stop_sequences: ['END'],
      metadata: { user_id: 'u1' },
    },
    tools: { messages: [{ role: 'user', content: ask }], tools: messagesTools, tool_choice: { type: 'auto' } },
    'named tool': {
      messages: [{ role: 'user', content: ask }],
      tools: messagesTools,
      tool_choice: { type: 'tool', name: 'weather', disable_parallel_tool_use: true },
    },
    'tool results': {
      messages: [
        { role: 'user', content: ask },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } },
            { type: 'tool_use', id: 'toolu_2', name: 'weather', input: { city: 'Rome' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_1', content: '4 degrees' },
            { type: 'tool_result', tool_use_id: 'toolu_2', content: [{ type: 'text', text: 'no station' }], is_error: true },
          ],
        },
      ],
      tools: messagesTools,
    },
    image: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } },
            { type: 'text', text: 'Which colour?' },
          ],
        },
      ],
    },
    structured: {
      messages: [{ role: 'user', content: 'Make up a person.' }],
      output_config: { format: { type: 'json_schema', schema: person } },
    },
    reasoning: {
      messages: [{ role: 'user', content: 'Think: 17 * 23?' }],
      max_tokens: 3000,
      thinking: { type: 'enabled', budget_tokens: 1024 },
    },
  },
  responses: {
    text: { input: 'Name a colour.' },
    turns: {
      instructions: 'Be brief.',
      input: [
        { role: 'developer', content: 'Answer in English.' },
        { role: 'user', content: [{ type: 'input_text', text: 'Name a colour.' }] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Red.', annotations: [] }] },
        { role: 'user', content: 'Another.' },
      ],
    },
    tuned: {
      input: 'Name a colour.',
      max_output_tokens: 50,
      temperature: 0.5,
      top_p: 0.9,
      truncation: 'disabled',
      store: false,
      metadata: { a: 'b' },
    },
    tools: { input: ask, tools: responsesTools, tool_choice: 'auto', parallel_tool_calls: true },
    'named tool': { input: ask, tools: responsesTools, tool_choice: { type: 'function', name: 'weather' } },
    'tool results': {
      input: [
        { role: 'user', content: ask },
        { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Oslo"}' },
        { type: 'function_call', call_id: 'call_2', name: 'weather', arguments: '{"city":"Rome"}' },
        { type: 'function_call_output', call_id: 'call_1', output: '4 degrees' },
        { type: 'function_call_output', call_id: 'call_2', output: [{ type: 'input_text', text: '19 degrees' }] },
      ],
      tools: responsesTools,
    },
    image: {
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'Which colour?' },
            { type: 'input_image', image_url: `data:image/png;base64,${pixel}`, detail: 'low' },
          ],
        },
      ],
    },
    structured: { input: 'Make up a person.', text: { format: { type: 'json_schema', name: 'person', schema: person, strict: true } } },
    reasoning: { input: 'Think: 17 * 23?', reasoning: { effort: 'low', summary: 'auto' } },
  },
  'generate-content': {
    text: { contents: [geminiUser({ text: 'Name a colour.' })] },
    turns: {
      systemInstruction: { parts: [{ text: 'Be brief.' }, { text: 'Answer in English.' }] },
      contents: [geminiUser({ text: 'Name a colour.' }), { role: 'model', parts: [{ text: 'Red.' }] }, geminiUser({ text: 'Another.' })],
    },
    tuned: {
      contents: [geminiUser({ text: 'Name a colour.' })],
      generationConfig: { maxOutputTokens: 50, temperature: 0.5, topP: 0.9, topK: 40, stopSequences: ['END'], seed: 1 },
    },
    tools: { contents: [geminiUser({ text: ask })], tools: geminiTools, toolConfig: { functionCallingConfig: { mode: 'AUTO' } } },
    'named tool': {
      contents: [geminiUser({ text: ask })],
      tools: geminiTools,
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['weather'] } },
    },
    'tool results': {
      contents: [
        geminiUser({ text: ask }),
        {
          role: 'model',
          parts: [
            { functionCall: { name: 'weather', args: { city: 'Oslo' } } },
            { functionCall: { name: 'weather', args: { city: 'Rome' } } },
          ],
        },
        geminiUser(
          { functionResponse: { name: 'weather', response: { result: '4 degrees' } } },
          { functionResponse: { name: 'weather', response: { result: '19 degrees' } } },
        ),
      ],
      tools: geminiTools,
    },
    image: { contents: [geminiUser({ text: 'Which colour?' }, { inlineData: { mimeType: 'image/png', data: pixel } })] },
    structured: {
      contents: [geminiUser({ text: 'Make up a person.' })],
      generationConfig: { responseMimeType: 'application/json', responseJsonSchema: person },
    },
    reasoning: {
      contents: [geminiUser({ text: 'Think: 17 * 23?' })],
      generationConfig: { thinkingConfig: { thinkingBudget: 1024, includeThoughts: true } },
    },
  },
}
