import type { ServerResponse } from 'node:http'
import type { Kind, UpstreamRequest } from './gateway.js'

/** The answer of a model: a text, or a tool call. */
export interface Answer {
  readonly text?: string
  readonly call?: { readonly name: string; readonly input: object }
}

/** Answers a request as providers of this kind do, plain or streamed. */
export function answerAs(kind: Kind, answer: Answer, call: UpstreamRequest, response: ServerResponse): void {
  const body = JSON.parse(call.body.toString()) as { readonly stream?: boolean }
  const streamed = body.stream === true || call.request.url?.includes(':streamGenerateContent') === true
  if (streamed) response.writeHead(200, { 'content-type': 'text/event-stream' }).end(frames[kind](answer).join(''))
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wholes[kind](answer)))
}

const usage = { input: 5, output: 7 }
const argumentsOf = (answer: Answer): string => JSON.stringify(answer.call?.input)

export const wholes: Readonly<Record<Kind, (answer: Answer) => object>> = {
  openai: (answer) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'up-model',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.text ?? null,
          ...(answer.call === undefined
            ? {}
            : { tool_calls: [{ id: 'call_1', type: 'function', function: { name: answer.call.name, arguments: argumentsOf(answer) } }] }),
        },
        finish_reason: answer.call === undefined ? 'stop' : 'tool_calls',
      },
    ],
    usage: { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: 12 },
  }),
  anthropic: (answer) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'up-model',
    content: [
      ...(answer.text === undefined ? [] : [{ type: 'text', text: answer.text }]),
      ...(answer.call === undefined ? [] : [{ type: 'tool_use', id: 'toolu_1', name: answer.call.name, input: answer.call.input }]),
    ],
    stop_reason: answer.call === undefined ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: usage.input, output_tokens: usage.output },
  }),
  gemini: (answer) => candidate(answer),
  cohere: (answer) => ({
    id: 'c-1',
    finish_reason: answer.call === undefined ? 'COMPLETE' : 'TOOL_CALL',
    message: {
      role: 'assistant',
      ...(answer.text === undefined ? {} : { content: [{ type: 'text', text: answer.text }] }),
      ...(answer.call === undefined
        ? {}
        : { tool_calls: [{ id: 'look_1', type: 'function', function: { name: answer.call.name, arguments: argumentsOf(answer) } }] }),
    },
    usage: {
      tokens: { input_tokens: usage.input, output_tokens: usage.output },
      billed_units: { input_tokens: usage.input, output_tokens: usage.output },
    },
  }),
  responses: (answer) => response('completed', [itemOf(answer, 'completed')]),
}

const frames: Readonly<Record<Kind, (answer: Answer) => readonly string[]>> = {
  openai: (answer) => [
    chunk({ role: 'assistant', content: '' }),
    ...(answer.text === undefined ? [] : halves(answer.text).map((content) => chunk({ content }))),
    ...(answer.call === undefined
      ? []
      : [
          chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: answer.call.name, arguments: '' } }] }),
          ...halves(argumentsOf(answer)).map((text) => chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] })),
        ]),
    chunk({}, answer.call === undefined ? 'stop' : 'tool_calls'),
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'up-model', choices: [], usage: { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: 12 } })}\n\n`,
    'data: [DONE]\n\n',
  ],
  anthropic: (answer) => [
    event('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'up-model',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: usage.input, output_tokens: 1 },
      },
    }),
    ...(answer.text === undefined
      ? []
      : [
          event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
          ...halves(answer.text).map((text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })),
          event('content_block_stop', { index: 0 }),
        ]),
    ...(answer.call === undefined
      ? []
      : [
          event('content_block_start', { index: 0, content_block: { type: 'tool_use', id: 'toolu_1', name: answer.call.name, input: {} } }),
          ...halves(argumentsOf(answer)).map((text) =>
            event('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json: text } }),
          ),
          event('content_block_stop', { index: 0 }),
        ]),
    event('message_delta', {
      delta: { stop_reason: answer.call === undefined ? 'end_turn' : 'tool_use', stop_sequence: null },
      usage: { output_tokens: usage.output },
    }),
    event('message_stop', {}),
  ],
  gemini: (answer) => [
    ...(answer.text === undefined ? [] : halves(answer.text).map((text) => data(candidate({ text }, false)))),
    data(candidate(answer.call === undefined ? { text: '' } : answer)),
  ],
  cohere: (answer) => [
    event('message-start', {
      id: 'c-1',
      delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
    }),
    ...(answer.text === undefined
      ? []
      : [
          event('content-start', { index: 0, delta: { message: { content: { type: 'text', text: '' } } } }),
          ...halves(answer.text).map((text) => event('content-delta', { index: 0, delta: { message: { content: { text } } } })),
          event('content-end', { index: 0 }),
        ]),
    ...(answer.call === undefined
      ? []
      : [
          event('tool-call-start', {
            index: 0,
            delta: { message: { tool_calls: { id: 'look_1', type: 'function', function: { name: answer.call.name, arguments: '' } } } },
          }),
          ...halves(argumentsOf(answer)).map((text) =>
            event('tool-call-delta', { index: 0, delta: { message: { tool_calls: { function: { arguments: text } } } } }),
          ),
          event('tool-call-end', { index: 0 }),
        ]),
    event('message-end', {
      delta: {
        finish_reason: answer.call === undefined ? 'COMPLETE' : 'TOOL_CALL',
        usage: { tokens: { input_tokens: usage.input, output_tokens: usage.output } },
      },
    }),
  ],
  responses: (answer) => responsesFrames(answer),
}

function halves(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)]
}

function data(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
}

function chunk(delta: object, finish: string | null = null): string {
  return data({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'up-model',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  })
}

function candidate(answer: Answer, last = true): object {
  const parts = [
    ...(answer.text === undefined ? [] : [{ text: answer.text }]),
    ...(answer.call === undefined ? [] : [{ functionCall: { name: answer.call.name, args: answer.call.input } }]),
  ]
  return {
    candidates: [{ content: { role: 'model', parts }, index: 0, ...(last ? { finishReason: 'STOP' } : {}) }],
    usageMetadata: { promptTokenCount: usage.input, candidatesTokenCount: usage.output, totalTokenCount: 12 },
    modelVersion: 'up-model',
    responseId: 'r-1',
  }
}

function itemOf(answer: Answer, status: string): object {
  if (answer.call !== undefined)
    return { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: answer.call.name, arguments: argumentsOf(answer), status }
  return {
    type: 'message',
    id: 'msg_1',
    status,
    role: 'assistant',
    content: [{ type: 'output_text', text: answer.text, annotations: [], logprobs: [] }],
  }
}

/** As OpenAI sends it, with all members that Open Responses requires. */
function response(status: string, output: readonly object[]): object {
  const completed = status === 'completed'
  return {
    id: 'resp_up',
    object: 'response',
    created_at: 1,
    completed_at: completed ? 2 : null,
    status,
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    max_tool_calls: null,
    model: 'up-model',
    output,
    parallel_tool_calls: true,
    presence_penalty: 0,
    frequency_penalty: 0,
    previous_response_id: null,
    prompt_cache_key: null,
    reasoning: { effort: null, summary: null },
    safety_identifier: null,
    service_tier: 'default',
    store: true,
    temperature: 1,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_logprobs: 0,
    top_p: 1,
    truncation: 'disabled',
    usage: completed
      ? {
          input_tokens: usage.input,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: usage.output,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: 12,
        }
      : null,
    user: null,
    metadata: {},
  }
}

function responsesFrames(answer: Answer): string[] {
  const item = itemOf(answer, 'completed')
  const started = response('in_progress', [])
  const events: (readonly [string, object])[] = [
    ['response.created', { response: started }],
    ['response.in_progress', { response: started }],
  ]
  if (answer.call === undefined) {
    const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
    const part = { type: 'output_text', text: answer.text, annotations: [], logprobs: [] }
    events.push(
      ['response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress', content: [] } }],
      ['response.content_part.added', { ...place, part: { ...part, text: '' } }],
      ...halves(answer.text ?? '').map((delta) => ['response.output_text.delta', { ...place, delta, logprobs: [] }] as const),
      ['response.output_text.done', { ...place, text: answer.text, logprobs: [] }],
      ['response.content_part.done', { ...place, part }],
    )
  } else {
    const place = { item_id: 'fc_1', output_index: 0 }
    events.push(
      ['response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress', arguments: '' } }],
      ...halves(argumentsOf(answer)).map((delta) => ['response.function_call_arguments.delta', { ...place, delta }] as const),
      ['response.function_call_arguments.done', { ...place, name: answer.call.name, arguments: argumentsOf(answer) }],
    )
  }
  events.push(['response.output_item.done', { output_index: 0, item }], ['response.completed', { response: response('completed', [item]) }])
  return events.map(([type, fields], index) => event(type, { sequence_number: index, ...fields }))
}
