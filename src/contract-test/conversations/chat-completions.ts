import { objectIn, objectsIn, type StreamEvent } from '../../dialects/stream-order.js'
import { numberOf, type JsonObject } from '../../json/object.js'
import { openAIRefusalRules } from '../errors.js'
import type { Findings } from '../findings.js'
import { checkIndices, checkUsage } from '../usage.js'
import type { Asked, StyleRules, ToolCall } from './style-rules.js'

const reasons = ['stop', 'length', 'tool_calls', 'content_filter', 'function_call']

export const chatUsage = {
  addends: ['prompt_tokens', 'completion_tokens'],
  total: 'total_tokens',
  parts: [
    ['prompt_tokens_details/cached_tokens', 'prompt_tokens'],
    ['completion_tokens_details/reasoning_tokens', 'completion_tokens'],
  ],
  positive: ['prompt_tokens', 'completion_tokens'],
} as const

export const chatCompletionsRules: StyleRules = {
  reply(find, reply) {
    checkHead(find, reply)
    const choices = objectsIn(reply['choices'])
    find.require(choices.length > 0, '/choices', reply['choices'], 'a choice', 'an answer has at least one choice')
    checkIndices(find, '/choices', reply['choices'], 'choices are numbered from 0')
    choices.forEach((choice, position) => {
      checkChoice(find, `/choices/${position}`, choice)
    })
    checkUsage(find, '/usage', reply['usage'], chatUsage)
  },
  stream(find, events, asked) {
    const chunks = events.flatMap(({ value }, position) => (value === undefined ? [] : [{ value, at: find.within(`event ${position}`) }]))
    const first = chunks[0]?.value
    for (const { value, at } of chunks) {
      checkHead(at, value)
      at.equals('/object', value['object'], 'chat.completion.chunk', 'the kind of object')
      for (const name of ['created', 'model'])
        at.require(value[name] === first?.[name], `/${name}`, value[name], `the ${name} of the first chunk`, 'it is one answer')
      objectsIn(value['choices']).forEach((choice, position) => {
        if (choice['finish_reason'] !== null && choice['finish_reason'] !== undefined)
          at.oneOf(`/choices/${position}/finish_reason`, choice['finish_reason'], reasons, 'clients know these reasons only')
        const { role } = objectIn(choice['delta'])
        if (role !== undefined && role !== null)
          at.equals(`/choices/${position}/delta/role`, role, 'assistant', 'the model speaks as assistant')
      })
    }
    checkStreamedAnswer(find, events)
    checkStreamedUsage(find, chunks, asked)
  },
  calls: (reply) =>
    objectsIn(reply['choices']).flatMap((choice, position) =>
      objectsIn(objectIn(choice['message'])['tool_calls']).map((call, index): ToolCall => {
        const { name, arguments: input } = objectIn(call['function'])
        return { at: `/choices/${position}/message/tool_calls/${index}/function`, name, input }
      }),
    ),
  streamedCalls,
  limited(reply) {
    const [choice] = objectsIn(reply['choices'])
    const tokens = numberOf(objectIn(reply['usage'])['completion_tokens']) ?? 0
    return { at: '/choices/0/finish_reason', reason: choice?.['finish_reason'], wanted: 'length', tokens }
  },
  error: openAIRefusalRules,
  requestId: 'x-request-id',
}

function checkHead(find: Findings, body: JsonObject): void {
  find.filled('/id', body['id'], 'each answer has an id')
  find.seconds('/created', body['created'])
  find.filled('/model', body['model'], 'an answer names its model')
}

function checkChoice(find: Findings, at: string, choice: JsonObject): void {
  const message = objectIn(choice['message'])
  const calls = objectsIn(message['tool_calls'])
  const reason = choice['finish_reason']
  find.oneOf(`${at}/finish_reason`, reason, reasons, 'clients know these reasons only')
  find.equals(`${at}/message/role`, message['role'], 'assistant', 'the model speaks as assistant')
  if (reason === 'tool_calls')
    find.require(calls.length > 0, `${at}/message/tool_calls`, message['tool_calls'], 'a call', 'the answer says that it ended with calls')
  if (reason === 'stop' && calls.length === 0)
    find.require(
      hasText(message),
      `${at}/message/content`,
      message['content'],
      'a text',
      'an answer that ended by itself has a text or calls',
    )
  calls.forEach((call, index) => {
    find.filled(`${at}/message/tool_calls/${index}/id`, call['id'], 'the result of a call refers to its id')
  })
  const ids = calls.map((call) => call['id'])
  find.require(new Set(ids).size === ids.length, `${at}/message/tool_calls`, ids, 'different ids', 'the result of a call refers to its id')
}

const hasText = ({ content, refusal, audio }: JsonObject): boolean =>
  (content !== undefined && content !== null && content !== '') || typeof refusal === 'string' || (audio !== undefined && audio !== null)

/** The first choice has text or calls, and a reason that fits them. */
function checkStreamedAnswer(find: Findings, events: readonly StreamEvent[]): void {
  const choices = events.flatMap(({ value }) => objectsIn(value?.['choices'])).filter(({ index }) => index === 0)
  const reason = choices.findLast((choice) => typeof choice['finish_reason'] === 'string')?.['finish_reason']
  const calls = streamedCalls(events)
  const text = choices.some(({ delta }) => hasText(objectIn(delta)))
  if (reason === 'stop' && calls.length === 0)
    find.require(text, '/', undefined, 'a text in the deltas', 'an answer that ended by itself has a text or calls')
  if (reason === 'tool_calls')
    find.require(calls.length > 0, '/', undefined, 'a call in the deltas', 'the answer says that it ended with calls')
}

function checkStreamedUsage(find: Findings, chunks: readonly { readonly value: JsonObject; readonly at: Findings }[], asked: Asked): void {
  const counted = chunks.filter(({ value }) => value['usage'] !== undefined && value['usage'] !== null)
  if (asked.usage) {
    const last = counted.at(-1)
    checkUsage(last?.at ?? find, '/usage', last?.value['usage'], chatUsage)
    const rest = last === undefined ? [] : chunks.slice(chunks.indexOf(last) + 1)
    for (const { value, at } of rest)
      at.require(objectsIn(value['choices']).length === 0, '/choices', value['choices'], 'no choices', 'the usage follows the last delta')
  } else
    for (const { value, at } of chunks)
      if (value['prompt_filter_results'] === undefined)
        at.require(
          objectsIn(value['choices']).length > 0,
          '/choices',
          value['choices'],
          'a choice',
          'only with stream_options.include_usage a chunk may be without choices: others read choices[0]',
        )
}

function streamedCalls(events: readonly StreamEvent[]): readonly ToolCall[] {
  const calls = new Map<string, { at: string; name: unknown; input: string }>()
  events.forEach(({ value }, position) => {
    for (const choice of objectsIn(value?.['choices']))
      for (const piece of objectsIn(objectIn(choice['delta'])['tool_calls'])) {
        const place = `${String(choice['index'])}/${String(piece['index'])}`
        const { name, arguments: input } = objectIn(piece['function'])
        const call = calls.get(place) ?? { at: `event ${position} /choices/0/delta/tool_calls`, name, input: '' }
        call.input += typeof input === 'string' ? input : ''
        calls.set(place, call)
      }
  })
  return [...calls.values()]
}
