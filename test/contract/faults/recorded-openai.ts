import { bearerOnly, callInput, modelName, openAIPlan, pieces, seconds, type Plan, type Style } from './correct-server.js'

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`

const error = (status: number, message: string): unknown => ({
  error: {
    message,
    type: 'invalid_request_error',
    param: null,
    code: { 401: 'invalid_api_key', 404: 'model_not_found' }[status] ?? null,
  },
})

const models = (name: string | undefined): unknown => {
  const one = { id: modelName, object: 'model', created: seconds, owned_by: 'system' }
  return name === undefined ? { object: 'list', data: [one] } : one
}

const usage = (plan: Plan) => ({
  prompt_tokens: 30,
  completion_tokens: plan.limited ? plan.most : 9,
  total_tokens: 30 + (plan.limited ? plan.most : 9),
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 4, audio_tokens: 0 },
})

const finish = (plan: Plan): string => {
  if (plan.limited) return 'length'
  // A forced function ends with stop.
  return plan.call === 'read_weather' ? 'tool_calls' : 'stop'
}

function chatFrames(plan: Plan): string[] {
  const options = plan.body['stream_options'] as { include_usage?: boolean } | undefined
  const counted = options?.include_usage === true
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: seconds, model: plan.model, system_fingerprint: 'fp_1' }
  const chunk = (delta: object, reason: string | null = null): string =>
    data({
      ...head,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
      ...(counted ? { usage: null } : {}),
      obfuscation: 'x7Yq',
    })
  const call = { index: 0, id: 'call_1', type: 'function', function: { name: plan.call, arguments: '' } }
  return [
    ...(plan.call === undefined
      ? [chunk({ role: 'assistant', content: '', refusal: null }), ...pieces(plan.text).map((content) => chunk({ content }))]
      : [
          chunk({ role: 'assistant', content: null, tool_calls: [call] }),
          ...pieces(callInput).map((piece) => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
        ]),
    chunk({}, finish(plan)),
    ...(counted ? [data({ ...head, choices: [], usage: usage(plan) })] : []),
    'data: [DONE]\n\n',
  ]
}

/** Chat completions with padding, own chunks for usage, and a forced call that ends with `stop`. */
export const recordedChat: Style = {
  owns: (path) => path === '/v1/chat/completions' || path.startsWith('/v1/models'),
  requestId: 'x-request-id',
  credential: bearerOnly,
  wrong: (body) => (!Array.isArray(body['messages']) ? 'messages' : typeof body['model'] !== 'string' ? 'model' : undefined),
  error,
  models,
  plan: (body) => openAIPlan(body, body['max_completion_tokens']),
  reply: (plan) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: seconds,
    model: plan.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: plan.call === undefined ? plan.text : null,
          ...(plan.call === undefined
            ? {}
            : { tool_calls: [{ id: 'call_1', type: 'function', function: { name: plan.call, arguments: callInput } }] }),
          refusal: null,
          annotations: [],
        },
        logprobs: null,
        finish_reason: finish(plan),
      },
    ],
    usage: usage(plan),
    service_tier: 'default',
    system_fingerprint: 'fp_1',
  }),
  frames: chatFrames,
}

const reasoning = { id: 'rs_1', type: 'reasoning', summary: [] }

function items(plan: Plan): readonly object[] {
  if (plan.call !== undefined)
    return [reasoning, { id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'call_1', name: plan.call, arguments: callInput }]
  const content = [{ type: 'output_text', annotations: [], logprobs: [], text: plan.text }]
  const message = { id: 'msg_1', type: 'message', status: plan.limited ? 'incomplete' : 'completed', content, role: 'assistant' }
  return [reasoning, message]
}

const response = (plan: Plan, ended = true): object => ({
  id: 'resp_1',
  object: 'response',
  created_at: seconds,
  status: ended ? (plan.limited ? 'incomplete' : 'completed') : 'in_progress',
  background: false,
  error: null,
  incomplete_details: ended && plan.limited ? { reason: 'max_output_tokens' } : null,
  instructions: null,
  max_output_tokens: null,
  model: plan.model,
  output: ended ? items(plan) : [],
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: 'low', summary: null },
  store: false,
  temperature: 1,
  text: { format: { type: 'text' }, verbosity: 'medium' },
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  truncation: 'disabled',
  usage: ended
    ? {
        input_tokens: 30,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: plan.limited ? plan.most : 9,
        output_tokens_details: { reasoning_tokens: 4 },
        total_tokens: 30 + (plan.limited ? plan.most : 9),
      }
    : null,
  user: null,
  metadata: {},
})

function responseFrames(plan: Plan): string[] {
  const [, item = {}] = items(plan)
  const at = { item_id: plan.call === undefined ? 'msg_1' : 'fc_1', output_index: 1 }
  const part = { type: 'output_text', annotations: [], logprobs: [], text: '' }
  const inner: readonly (readonly [string, object])[] =
    plan.call === undefined
      ? [
          ['content_part.added', { ...at, content_index: 0, part }],
          ...pieces(plan.text).map(
            (delta) => ['output_text.delta', { ...at, content_index: 0, delta, logprobs: [], obfuscation: 'q' }] as const,
          ),
          ['output_text.done', { ...at, content_index: 0, text: plan.text, logprobs: [] }],
          ['content_part.done', { ...at, content_index: 0, part: { ...part, text: plan.text } }],
        ]
      : [
          ...pieces(callInput).map((delta) => ['function_call_arguments.delta', { ...at, delta, obfuscation: 'q' }] as const),
          ['function_call_arguments.done', { ...at, arguments: callInput }],
        ]
  const begun = { ...item, status: 'in_progress', ...(plan.call === undefined ? { content: [] } : { arguments: '' }) }
  const events: readonly (readonly [string, object])[] = [
    ['created', { response: response(plan, false) }],
    ['in_progress', { response: response(plan, false) }],
    ['output_item.added', { output_index: 0, item: reasoning }],
    ['output_item.done', { output_index: 0, item: reasoning }],
    ['output_item.added', { output_index: 1, item: begun }],
    ...inner,
    ['output_item.done', { output_index: 1, item }],
    [plan.limited ? 'incomplete' : 'completed', { response: response(plan) }],
  ]
  return events.map(([name, fields], position) => {
    const type = `response.${name}`
    return `event: ${type}\n${data({ type, sequence_number: position, ...fields })}`
  })
}

/** Responses that begin with an item of reasoning without summary. */
export const recordedResponses: Style = {
  owns: (path) => path === '/v1/responses',
  requestId: 'x-request-id',
  credential: bearerOnly,
  wrong: (body) =>
    typeof body['input'] !== 'string' && !Array.isArray(body['input'])
      ? 'input'
      : body['tools'] !== undefined && !Array.isArray(body['tools'])
        ? 'tools'
        : undefined,
  error,
  models,
  plan: (body) => openAIPlan(body, body['max_output_tokens']),
  reply: (plan) => response(plan),
  frames: responseFrames,
}
