import { objectIn, objectsIn, type StreamEvent } from '../../dialects/stream-order.js'
import { numberOf, type JsonObject } from '../../json/object.js'
import type { Findings } from '../findings.js'
import { checkUsage } from '../usage.js'
import type { StyleRules, ToolCall } from './style-rules.js'

const reasons = [
  'end_turn',
  'max_tokens',
  'stop_sequence',
  'tool_use',
  'pause_turn',
  'refusal',
  'model_context_window_exceeded',
  'compaction',
]

/** `input_tokens` leaves out cached tokens, so it may be 0 and there is no total. */
const usage = {
  addends: [],
  parts: [['output_tokens_details/thinking_tokens', 'output_tokens']],
  positive: ['output_tokens'],
} as const

const errorTypes: Readonly<Record<number, string>> = { 400: 'invalid_request_error', 401: 'authentication_error', 404: 'not_found_error' }

/** The deltas that a block of each type may have. Blocks of other types arrive whole or are newer than this table. */
const deltasOf: Readonly<Record<string, readonly string[]>> = {
  text: ['text_delta', 'citations_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
  tool_use: ['input_json_delta'],
  server_tool_use: ['input_json_delta'],
  redacted_thinking: [],
}

export const messagesRules: StyleRules = {
  reply(find, reply) {
    checkMessage(find, '', reply)
    const content = objectsIn(reply['content'])
    checkReason(find, '', reply, content)
    const ids = content.flatMap((block) => (block['type'] === 'tool_use' ? [block['id']] : []))
    ids.forEach((id) => {
      find.require(
        typeof id === 'string' && /^[\w-]+$/.test(id),
        '/content/id',
        id,
        'letters, digits, _ and -',
        'other ids cannot be sent back',
      )
    })
    find.require(new Set(ids).size === ids.length, '/content', ids, 'different ids', 'the result of a call refers to its id')
    checkMessageUsage(find, '/usage', reply['usage'])
  },
  stream(find, events) {
    const types = new Map<unknown, unknown>()
    events.forEach(({ value }, position) => {
      const at = find.within(`event ${position}`)
      if (value?.['type'] === 'message_start') checkStart(at, objectIn(value['message']))
      if (value?.['type'] === 'content_block_start') {
        const block = objectIn(value['content_block'])
        types.set(value['index'], block['type'])
        if (block['type'] === 'text') at.equals('/content_block/text', block['text'], '', 'the text comes in the deltas')
      }
      if (value?.['type'] === 'content_block_delta') {
        const wanted = deltasOf[String(types.get(value['index']))]
        if (wanted !== undefined)
          at.oneOf('/delta/type', objectIn(value['delta'])['type'], wanted, `the block is of type ${String(types.get(value['index']))}`)
      }
    })
    checkEnd(find, events)
  },
  calls: (reply) =>
    objectsIn(reply['content']).flatMap((block, position) =>
      block['type'] === 'tool_use' ? [{ at: `/content/${position}`, name: block['name'], input: block['input'] }] : [],
    ),
  streamedCalls,
  limited: (reply) => ({
    at: '/stop_reason',
    reason: reply['stop_reason'],
    wanted: 'max_tokens',
    tokens: numberOf(objectIn(reply['usage'])['output_tokens']) ?? 0,
  }),
  error(find, body, status) {
    const { type, message } = objectIn(body['error'])
    find.equals('/type', body['type'], 'error', 'the body of an error has the type error')
    find.filled('/error/message', message, 'clients show the message')
    const wanted = errorTypes[status]
    if (wanted !== undefined) find.equals('/error/type', type, wanted, `clients act on the type; this is the type of a ${status}`)
  },
  requestId: 'request-id',
}

function checkMessage(find: Findings, at: string, message: JsonObject): void {
  find.filled(`${at}/id`, message['id'], 'each message has an id')
  find.filled(`${at}/model`, message['model'], 'a message names its model')
  find.equals(`${at}/role`, message['role'], 'assistant', 'the model speaks as assistant')
  find.equals(`${at}/type`, message['type'], 'message', 'a reply is a message')
}

function checkReason(find: Findings, at: string, delta: JsonObject, content: readonly JsonObject[]): void {
  const [reason, sequence] = [delta['stop_reason'], delta['stop_sequence']]
  find.oneOf(`${at}/stop_reason`, reason, reasons, 'clients know these reasons only')
  if (reason === 'stop_sequence') find.filled(`${at}/stop_sequence`, sequence, 'it is the stop sequence that was found')
  else find.oneOf(`${at}/stop_sequence`, sequence ?? null, [null], 'no stop sequence was found')
  const called = content.some((block) => block['type'] === 'tool_use')
  if (reason === 'tool_use') find.require(called, '/content', content, 'a block tool_use', 'the answer says that it ended with calls')
  if (reason === 'end_turn')
    find.require(
      !called,
      `${at}/stop_reason`,
      reason,
      '"tool_use"',
      'after a block tool_use the client has the turn: agents stop at end_turn',
    )
}

function checkMessageUsage(find: Findings, at: string, counts: unknown): void {
  checkUsage(find, at, counts, usage)
  const { input_tokens: input, cache_read_input_tokens: read, cache_creation_input_tokens: written } = objectIn(counts)
  const all = [input, read, written].reduce<number>((sum, count) => sum + (numberOf(count) ?? 0), 0)
  find.require(all > 0, `${at}/input_tokens`, input, 'a number above 0', 'a prompt has tokens; those of the cache are counted beside it')
}

function checkStart(find: Findings, message: JsonObject): void {
  checkMessage(find, '/message', message)
  find.require(
    objectsIn(message['content']).length === 0,
    '/message/content',
    message['content'],
    '[]',
    'the blocks follow in their own events',
  )
  find.oneOf('/message/stop_reason', message['stop_reason'] ?? null, [null], 'the message has only begun')
  const { input_tokens: input, output_tokens: output } = objectIn(message['usage'])
  find.count('/message/usage/input_tokens', input, 0, 'the counts begin here')
  find.count('/message/usage/output_tokens', output, 0, 'the counts begin here')
}

/** The end: a reason that fits the blocks, and counts that only grow. */
function checkEnd(find: Findings, events: readonly StreamEvent[]): void {
  const blocks = events.flatMap(({ value }) => (value?.['type'] === 'content_block_start' ? [objectIn(value['content_block'])] : []))
  const counts = new Map<string, number>()
  let last: JsonObject | undefined
  events.forEach(({ value }, position) => {
    const at = find.within(`event ${position}`)
    const usage = value?.['type'] === 'message_start' ? objectIn(objectIn(value['message'])['usage']) : objectIn(value?.['usage'])
    const { output_tokens: written } = usage
    if (typeof written === 'number') {
      at.require(
        written >= (counts.get('output_tokens') ?? 0),
        '/usage/output_tokens',
        written,
        'not less than before',
        'the counts are of all so far',
      )
      counts.set('output_tokens', written)
    }
    for (const name of ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens']) {
      const count = numberOf(usage[name])
      if (count !== undefined) counts.set(name, count)
    }
    if (value?.['type'] === 'message_delta') last = value
  })
  const at = find.within('the last message_delta')
  checkReason(at, '/delta', objectIn(last?.['delta']), blocks)
  if (
    at.require(
      last?.['usage'] !== undefined,
      '/usage',
      last?.['usage'],
      'counts of tokens',
      'the counts of the whole answer are in message_delta',
    )
  )
    checkMessageUsage(at, '/usage', { ...objectIn(last?.['usage']), ...Object.fromEntries(counts) })
}

function streamedCalls(events: readonly StreamEvent[]): readonly ToolCall[] {
  const calls = new Map<unknown, { at: string; name: unknown; input: unknown }>()
  events.forEach(({ value }, position) => {
    const block = objectIn(value?.['content_block'])
    if (value?.['type'] === 'content_block_start' && block['type'] === 'tool_use') {
      const whole = Object.keys(objectIn(block['input'])).length > 0
      calls.set(value['index'], { at: `event ${position} /content_block`, name: block['name'], input: whole ? block['input'] : '' })
    }
    const call = calls.get(value?.['index'])
    const piece = objectIn(value?.['delta'])['partial_json']
    if (call !== undefined && typeof call.input === 'string' && typeof piece === 'string') call.input += piece
  })
  return [...calls.values()]
}
