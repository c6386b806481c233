import { token } from './gateway.js'

export const styles = ['chat-completions', 'messages', 'responses', 'generate-content'] as const
export type Style = (typeof styles)[number]

/** A small request with a tool in each client style: path, headers and body. */
export function question(style: Style, kind: string, stream: boolean): { path: string; headers: Record<string, string>; body: string } {
  const model = `m-${kind}`
  const schema = { type: 'object', properties: { ort: { type: 'string' } } }
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  switch (style) {
    case 'chat-completions':
      return {
        path: '/v1/chat/completions',
        headers,
        body: JSON.stringify({
          model,
          stream,
          ...(stream ? { stream_options: { include_usage: true } } : {}),
          messages: [{ role: 'user', content: 'Look.' }],
          tools: [{ type: 'function', function: { name: 'look', parameters: schema } }],
        }),
      }
    case 'messages':
      return {
        path: '/v1/messages',
        headers: { ...headers, 'anthropic-version': '2023-06-01' },
        body: JSON.stringify({
          model,
          stream,
          max_tokens: 100,
          messages: [{ role: 'user', content: 'Look.' }],
          tools: [{ name: 'look', input_schema: schema }],
        }),
      }
    case 'responses':
      return {
        path: '/v1/responses',
        headers,
        body: JSON.stringify({
          model,
          stream,
          store: false,
          input: 'Look.',
          tools: [{ type: 'function', name: 'look', parameters: schema, strict: false }],
        }),
      }
    case 'generate-content':
      return {
        path: `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
        headers,
        body: JSON.stringify({
          contents: [{ role: 'user', parts: [{ text: 'Look.' }] }],
          tools: [{ functionDeclarations: [{ name: 'look', parametersJsonSchema: schema }] }],
        }),
      }
  }
}

export interface ReadStream {
  readonly text: string
  readonly arguments: string
  /** Whether the style's terminal mark came. */
  readonly finished: boolean
  /** The error of the stream. */
  readonly error: Record<string, unknown> | undefined
  readonly events: readonly { readonly event: string | undefined; readonly data: string }[]
}

/** Reads a stream as a client of the style would. */
export function readStream(style: Style, body: string): ReadStream {
  const events = body
    .split(/\r?\n\r?\n/)
    .filter((frame) => frame.trim() !== '' && !frame.startsWith(':'))
    .map((frame) => ({
      event: /^event: ?(.*)$/m.exec(frame)?.[1],
      data: frame
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
        .join('\n'),
    }))
  const state = { text: '', arguments: '', finished: false, error: undefined as Record<string, unknown> | undefined }
  for (const { data } of events) {
    if (data === '[DONE]') {
      state.finished = true
      continue
    }
    readers[style](JSON.parse(data), state)
  }
  return { ...state, events }
}

type State = { text: string; arguments: string; finished: boolean; error: Record<string, unknown> | undefined }

// Test code reads wire values of known shape without checks.
/* eslint-disable @typescript-eslint/no-explicit-any */
const readers: Readonly<Record<Style, (data: any, state: State) => void>> = {
  'chat-completions': (data, state) => {
    if (data.error) state.error = data.error
    const choice = data.choices?.[0]
    state.text += choice?.delta?.content ?? ''
    for (const call of choice?.delta?.tool_calls ?? []) state.arguments += call.function?.arguments ?? ''
    if (choice?.finish_reason) state.finished = true
  },
  messages: (data, state) => {
    if (data.type === 'error') state.error = data.error
    state.text += data.delta?.text ?? ''
    state.arguments += data.delta?.partial_json ?? ''
    if (data.type === 'message_stop') state.finished = true
  },
  responses: (data, state) => {
    if (data.type === 'error') state.error = data.error
    if (data.type === 'response.output_text.delta') state.text += data.delta
    if (data.type === 'response.function_call_arguments.delta') state.arguments += data.delta
    if (data.type === 'response.completed' || data.type === 'response.incomplete') state.finished = true
  },
  'generate-content': (data, state) => {
    if (data.error) state.error = data.error
    const candidate = data.candidates?.[0]
    for (const part of candidate?.content?.parts ?? []) {
      state.text += part.text ?? ''
      if (part.functionCall) state.arguments += JSON.stringify(part.functionCall.args)
    }
    if (candidate?.finishReason) state.finished = true
  },
}
