import { bearerOnly, callInput, openAIPlan, pieces, seconds, type Plan, type Style } from './correct-server.js'
import { recordedChat } from './recorded-openai.js'
import { recordedMessages } from './recorded-others.js'

const usage = (plan: Plan) => ({
  prompt_tokens: 30,
  completion_tokens: plan.limited ? plan.most : 9,
  total_tokens: 30 + (plan.limited ? plan.most : 9),
  prompt_cache_hit_tokens: 0,
  prompt_cache_miss_tokens: 30,
})

const finish = (plan: Plan): string => (plan.limited ? 'length' : plan.call === undefined ? 'stop' : 'tool_calls')

const call = (plan: Plan) => ({ index: 0, id: 'call_1', type: 'function', function: { name: plan.call, arguments: callInput } })

/** Chat completions of compatible providers: reasoning beside the text, the role in every delta, a whole call in one, usage with the end. */
export const compatibleChat: Style = {
  ...recordedChat,
  credential: bearerOnly,
  plan: (body) => openAIPlan(body, body['max_completion_tokens']),
  reply: (plan) => ({
    id: 'c-1',
    object: 'chat.completion',
    created: seconds,
    model: plan.model,
    choices: [
      {
        index: 0,
        // With a call there is no content at all.
        message: {
          role: 'assistant',
          reasoning_content: 'A greeting.',
          ...(plan.call === undefined ? { content: plan.text } : { tool_calls: [call(plan)] }),
        },
        finish_reason: finish(plan),
      },
    ],
    usage: usage(plan),
  }),
  frames: (plan) => {
    const chunk = (delta: object, more: object = {}): string => {
      const choice = { index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null, ...more }
      const counted = 'finish_reason' in more ? { usage: usage(plan) } : {}
      return `data: ${JSON.stringify({ id: 'c-1', object: 'chat.completion.chunk', created: seconds, model: plan.model, choices: [choice], ...counted })}\r\n\r\n`
    }
    const answer = plan.call === undefined ? pieces(plan.text).map((content) => ({ content })) : [{ tool_calls: [call(plan)] }]
    return [
      ': PROCESSING\r\n\r\n',
      chunk({ content: null, reasoning_content: 'A greeting.' }),
      ...answer.map((delta) => chunk(delta)),
      chunk({}, { finish_reason: finish(plan) }),
      'data: [DONE]\r\n\r\n',
    ]
  },
}

const blockOf = (plan: Plan): object =>
  plan.call === undefined
    ? { type: 'text', text: plan.text }
    : { type: 'tool_use', id: 'call_1', name: plan.call, input: JSON.parse(callInput) as unknown }

const reason = (plan: Plan): string => (plan.limited ? 'max_tokens' : plan.call === undefined ? 'end_turn' : 'tool_use')

/** Messages of local servers: the input of a call whole in the start of its block, few counts. */
export const compatibleMessages: Style = {
  ...recordedMessages,
  reply: (plan) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: plan.model,
    content: [blockOf(plan)],
    stop_reason: reason(plan),
    usage: { input_tokens: 20, output_tokens: plan.limited ? plan.most : 9 },
  }),
  frames: (plan) => {
    const event = (type: string, fields: object = {}): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: plan.model, content: [], stop_reason: null }
    const start = plan.call === undefined ? { type: 'text', text: '' } : blockOf(plan)
    return [
      event('message_start', { message: { ...message, usage: { input_tokens: 0, output_tokens: 0 } } }),
      event('content_block_start', { index: 0, content_block: start }),
      ...(plan.call === undefined
        ? pieces(plan.text).map((text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }))
        : []),
      event('content_block_stop', { index: 0 }),
      event('message_delta', {
        delta: { stop_reason: reason(plan) },
        usage: { input_tokens: 20, output_tokens: plan.limited ? plan.most : 9 },
      }),
      event('message_stop'),
    ]
  },
}
