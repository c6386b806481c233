import { objectIn, objectsIn } from '../../dialects/stream-order.js'
import { numberOf, type JsonObject } from '../../json/object.js'
import { openAIRefusalRules } from '../errors.js'
import type { Findings } from '../findings.js'
import { checkUsage } from '../usage.js'
import { checkResponseStream } from './responses-stream.js'
import type { StyleRules, ToolCall } from './style-rules.js'

const usage = {
  addends: ['input_tokens', 'output_tokens'],
  total: 'total_tokens',
  parts: [
    ['input_tokens_details/cached_tokens', 'input_tokens'],
    ['output_tokens_details/reasoning_tokens', 'output_tokens'],
  ],
  positive: ['input_tokens', 'output_tokens'],
} as const

export const responsesRules: StyleRules = {
  reply: checkResponse,
  stream(find, events) {
    checkResponseStream(find, events)
    const last = objectIn(events.at(-1)?.value?.['response'])
    checkResponse(find.within(`event ${events.length - 1}`), last, '/response')
  },
  calls: callsIn,
  streamedCalls: (events) => callsIn(objectIn(events.at(-1)?.value?.['response'])),
  limited: (reply) => ({
    at: '/incomplete_details/reason',
    reason: objectIn(reply['incomplete_details'])['reason'],
    wanted: 'max_output_tokens',
    tokens: numberOf(objectIn(reply['usage'])['output_tokens']) ?? 0,
  }),
  error: openAIRefusalRules,
  requestId: 'x-request-id',
}

/** A response that has ended. */
export function checkResponse(find: Findings, response: JsonObject, at = ''): void {
  const { status, error, incomplete_details: incomplete } = response
  find.filled(`${at}/id`, response['id'], 'each response has an id')
  find.filled(`${at}/model`, response['model'], 'a response names its model')
  find.equals(`${at}/object`, response['object'], 'response', 'the kind of object')
  find.seconds(`${at}/created_at`, response['created_at'])
  if (find.oneOf(`${at}/status`, status, ['completed', 'incomplete'], 'an answer that was not stopped ends in one of these')) {
    if (status === 'completed') {
      find.oneOf(`${at}/error`, error ?? null, [null], 'the response is completed')
      find.oneOf(`${at}/incomplete_details`, incomplete ?? null, [null], 'the response is completed')
    } else
      find.oneOf(
        `${at}/incomplete_details/reason`,
        objectIn(incomplete)['reason'],
        ['max_output_tokens', 'content_filter'],
        'clients know these reasons only',
      )
  }
  const output = objectsIn(response['output'])
  if (status === 'completed')
    find.require(
      output.some(({ type }) => type !== 'reasoning'),
      `${at}/output`,
      response['output'],
      'a message or a call',
      'an answer that ended by itself has a text or calls',
    )
  output.forEach((item, position) => {
    checkItem(find, `${at}/output/${position}`, item, status)
  })
  const ids = output.flatMap(({ id }) => (id === undefined || id === null ? [] : [id]))
  find.require(new Set(ids).size === ids.length, `${at}/output`, ids, 'different ids', 'each item has its own id')
  checkUsage(find, `${at}/usage`, response['usage'], usage)
}

function checkItem(find: Findings, at: string, item: JsonObject, responseStatus: unknown): void {
  const { type, status, content } = item
  if (responseStatus === 'completed' && status !== undefined && status !== null)
    find.equals(`${at}/status`, status, 'completed', 'the items of a completed response are completed')
  if (type === 'function_call') {
    find.filled(`${at}/call_id`, item['call_id'], 'the result of a call refers to its call_id')
    find.filled(`${at}/name`, item['name'], 'it is the name of the tool')
  }
  if (type !== 'message') return
  find.filled(`${at}/id`, item['id'], 'each item has its own id')
  find.equals(`${at}/role`, item['role'], 'assistant', 'the model speaks as assistant')
  find.require(objectsIn(content).length > 0, `${at}/content`, content, 'a part', 'a message has a text or a refusal')
  objectsIn(content).forEach((part, position) => {
    find.oneOf(`${at}/content/${position}/type`, part['type'], ['output_text', 'refusal'], 'the parts that a model writes')
    if (part['type'] === 'output_text') find.filled(`${at}/content/${position}/text`, part['text'], 'an answer has a text')
  })
}

function callsIn(response: JsonObject): readonly ToolCall[] {
  return objectsIn(response['output']).flatMap((item, position) =>
    item['type'] === 'function_call' ? [{ at: `/output/${position}`, name: item['name'], input: item['arguments'] }] : [],
  )
}
