import type { Kind } from './gateway.js'

/** A complete stream of each upstream kind, frame by frame: text with CJK and emoji, a tool call, usage. */
export const goodStreams: Readonly<Record<Kind, readonly string[]>> = {
  openai: [
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: 'Grüße, 你好' }),
    chunk({ content: ' 🙂.' }),
    chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'look', arguments: '' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '{"ort":' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '"京都"}' } }] }),
    chunk({}, 'tool_calls'),
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'up-model', choices: [], usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 } })}\n\n`,
    'data: [DONE]\n\n',
  ],
  anthropic: [
    event({
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'up-model',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 5, output_tokens: 1 },
      },
    }),
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Grüße, 你好' } }),
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: ' 🙂.' } }),
    event({ type: 'content_block_stop', index: 0 }),
    event({ type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} } }),
    event({ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"ort":' } }),
    event({ type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '"京都"}' } }),
    event({ type: 'content_block_stop', index: 1 }),
    event({ type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 7 } }),
    event({ type: 'message_stop' }),
  ],
  gemini: [
    candidate([{ text: 'Grüße, 你好' }]),
    candidate([{ text: ' 🙂.' }]),
    candidate([{ functionCall: { name: 'look', args: { ort: '京都' } } }]),
    candidate([{ text: '' }], 'STOP'),
  ],
  cohere: [
    event({
      type: 'message-start',
      id: 'c-1',
      delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
    }),
    event({ type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } }),
    event({ type: 'content-delta', index: 0, delta: { message: { content: { text: 'Grüße, 你好' } } } }),
    event({ type: 'content-delta', index: 0, delta: { message: { content: { text: ' 🙂.' } } } }),
    event({ type: 'content-end', index: 0 }),
    event({
      type: 'tool-call-start',
      index: 0,
      delta: { message: { tool_calls: { id: 'look_1', type: 'function', function: { name: 'look', arguments: '' } } } },
    }),
    event({ type: 'tool-call-delta', index: 0, delta: { message: { tool_calls: { function: { arguments: '{"ort":' } } } } }),
    event({ type: 'tool-call-delta', index: 0, delta: { message: { tool_calls: { function: { arguments: '"京都"}' } } } } }),
    event({ type: 'tool-call-end', index: 0 }),
    event({
      type: 'message-end',
      delta: {
        finish_reason: 'TOOL_CALL',
        usage: { tokens: { input_tokens: 5, output_tokens: 7 }, billed_units: { input_tokens: 5, output_tokens: 7 } },
      },
    }),
  ],
  responses: responsesStream(),
}

/** The index of the frame with which the stream is complete. */
export const terminalFrame: Readonly<Record<Kind, number>> = {
  openai: 6,
  anthropic: 10,
  gemini: 3,
  cohere: 9,
  responses: goodStreamsLength() - 1,
}

function goodStreamsLength(): number {
  return responsesStream().length
}

function chunk(delta: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'up-model', choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })}\n\n`
}

function event(data: { readonly type: string } & Readonly<Record<string, unknown>>): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
}

function candidate(parts: readonly object[], finishReason?: string): string {
  const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 7, totalTokenCount: 12 }
  return `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason === undefined ? {} : { finishReason }) }], usageMetadata, modelVersion: 'up-model', responseId: 'r-1' })}\r\n\r\n`
}

function responsesStream(): string[] {
  const message = (status: string, text: string): object => ({
    type: 'message',
    id: 'msg_1',
    status,
    role: 'assistant',
    content: text === '' ? [] : [{ type: 'output_text', text, annotations: [], logprobs: [] }],
  })
  const call = (status: string, text: string): object => ({
    type: 'function_call',
    id: 'fc_1',
    call_id: 'call_1',
    name: 'look',
    arguments: text,
    status,
  })
  const response = (status: string, output: readonly object[], usage: object | null): object => ({
    id: 'resp_up',
    object: 'response',
    created_at: 1,
    status,
    completed_at: null,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model: 'up-model',
    output,
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: false,
    temperature: 1,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    truncation: 'disabled',
    max_output_tokens: null,
    usage,
  })
  const whole = 'Grüße, 你好 🙂.'
  const argumentsText = '{"ort":"京都"}'
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
  const events: ({ type: string } & Record<string, unknown>)[] = [
    { type: 'response.created', response: response('in_progress', [], null) },
    { type: 'response.in_progress', response: response('in_progress', [], null) },
    { type: 'response.output_item.added', output_index: 0, item: message('in_progress', '') },
    { type: 'response.content_part.added', ...place, part: { type: 'output_text', text: '', annotations: [], logprobs: [] } },
    { type: 'response.output_text.delta', ...place, delta: 'Grüße, 你好', logprobs: [] },
    { type: 'response.output_text.delta', ...place, delta: ' 🙂.', logprobs: [] },
    { type: 'response.output_text.done', ...place, text: whole, logprobs: [] },
    { type: 'response.content_part.done', ...place, part: { type: 'output_text', text: whole, annotations: [], logprobs: [] } },
    { type: 'response.output_item.done', output_index: 0, item: message('completed', whole) },
    { type: 'response.output_item.added', output_index: 1, item: call('in_progress', '') },
    { type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 1, delta: '{"ort":' },
    { type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 1, delta: '"京都"}' },
    { type: 'response.function_call_arguments.done', item_id: 'fc_1', output_index: 1, arguments: argumentsText },
    { type: 'response.output_item.done', output_index: 1, item: call('completed', argumentsText) },
    {
      type: 'response.completed',
      response: response('completed', [message('completed', whole), call('completed', argumentsText)], {
        input_tokens: 5,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 7,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 12,
      }),
    },
  ]
  return events.map((data, index) => event({ ...data, sequence_number: index }))
}
