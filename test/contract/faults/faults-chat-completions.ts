import { isObject, objectOf } from '../../../src/json/object.js'
import { all, drop, edit, inFirst, inFrames, set, twice, without, withoutFirst, withoutLast, type Edit, type Json } from './changes.js'
import { inAnswer, type Fault } from './faulty-server.js'
import { openAIErrorFaults } from './faults-of-errors.js'
import { faultsAt, faultsOfAnyReply, noRequestId, milliseconds, openAIUsageFaults, whenAsked, withDone } from './faults-of-styles.js'

const path = /^\/v1\/chat\/completions/
const { reply, stream } = faultsAt(path)

const choiceOf = (data: Json): Json => objectOf(Array.isArray(data['choices']) ? data['choices'][0] : undefined) ?? {}
const deltaOf = (data: Json): Json => objectOf(choiceOf(data)['delta']) ?? {}
const hasText = (data: Json): boolean => typeof deltaOf(data)['content'] === 'string' && deltaOf(data)['content'] !== ''
const hasCall = (data: Json): boolean => Array.isArray(deltaOf(data)['tool_calls'])
const isEnd = (data: Json): boolean => typeof choiceOf(data)['finish_reason'] === 'string'
const isUsage = (data: Json): boolean => isObject(data['usage'])
const whole = (): boolean => true
const call = '/choices/0/message/tool_calls/0'
const streamedCall = '/choices/0/delta/tool_calls/0'
const text = { role: 'assistant', content: 'Hello.', refusal: null }
const aCall = [{ id: 'call_9', type: 'function', function: { name: 'read_weather', arguments: '{"city":"Paris"}' } }]

/** Text in place of the call that was demanded. */
const noCall: Edit = (body) => drop(call)(body) && all(set('/choices/0/message', text), set('/choices/0/finish_reason', 'stop'))(body)

export const chatCompletionsFaults: readonly Fault[] = [
  ...openAIUsageFaults(path, 'prompt_tokens', 'completion_tokens'),
  reply('total_tokens leaves the answer out', (body) =>
    edit('/usage/total_tokens', () => objectOf(objectOf(body)?.['usage'])?.['prompt_tokens'])(body),
  ),
  reply('prompt_tokens is 0', set('/usage/prompt_tokens', 0)),
  reply('usage with the names of another style', set('/usage', { input_tokens: 3, output_tokens: 4 })),
  reply('created in milliseconds', edit('/created', milliseconds)),
  reply('created as text', edit('/created', String)),
  reply('no created', drop('/created')),
  reply('the id is empty', set('/id', '')),
  reply('the object of a chunk', set('/object', 'chat.completion.chunk')),
  reply('no model', drop('/model')),
  reply('no finish_reason', set('/choices/0/finish_reason', null)),
  reply(
    'an unknown finish_reason',
    edit('/choices/0/finish_reason', () => 'eos'),
  ),
  reply(
    'a finish_reason of another style',
    edit('/choices/0/finish_reason', () => 'end_turn'),
  ),
  reply('the role of the user', set('/choices/0/message/role', 'user')),
  reply(
    'neither text nor call',
    all(
      edit('/choices/0/message/content', () => null),
      drop(call),
    ),
  ),
  reply(
    'an empty text',
    edit('/choices/0/message/content', () => ''),
  ),
  reply('choices are numbered from 1', set('/choices/0/index', 1)),
  reply('no choices', set('/choices', [])),
  reply('a tool call without id', drop(`${call}/id`)),
  reply(
    'a tool call with an empty id',
    edit(`${call}/id`, () => ''),
  ),
  reply(
    'arguments as an object',
    edit(`${call}/function/arguments`, (input) => JSON.parse(String(input)) as unknown),
  ),
  reply(
    'arguments that are cut',
    edit(`${call}/function/arguments`, (input) => String(input).slice(0, -1)),
  ),
  reply(
    'arguments without the required city',
    edit(`${call}/function/arguments`, () => '{}'),
  ),
  reply(
    'a call of a tool that was not declared',
    edit(`${call}/function/name`, () => 'read_mail'),
  ),
  reply(
    'a call of another tool than the named one',
    edit(`${call}/function/name`, (name) => (name === 'read_time' ? 'read_weather' : name)),
  ),
  reply('tool_choice is ignored', noCall),
  reply(
    'finish_reason tool_calls without calls',
    all(set('/choices/0/finish_reason', 'tool_calls'), drop('/choices/0/message/tool_calls')),
  ),
  whenAsked(
    'tool_choice',
    'none',
    reply(
      'a call where tool_choice is none',
      all(set('/choices/0/message/tool_calls', aCall), set('/choices/0/finish_reason', 'tool_calls')),
    ),
  ),
  whenAsked(
    'max_completion_tokens',
    16,
    reply('the limit of tokens ends as stop', (body) => {
      const prompt = Number(objectOf(objectOf(body)?.['usage'])?.['prompt_tokens'])
      return all(
        set('/usage', { prompt_tokens: prompt, completion_tokens: 16, total_tokens: prompt + 16 }),
        set('/choices/0/finish_reason', 'stop'),
      )(body)
    }),
  ),
  whenAsked('max_completion_tokens', 16, reply('more tokens than the limit', set('/usage/completion_tokens', 17))),
  ...faultsOfAnyReply(path),
  noRequestId(path),

  stream('no [DONE]', withoutLast),
  stream('[DONE] twice', withDone),
  stream('the first delta has no role', inFirst(whole, drop('/choices/0/delta/role'))),
  stream('the role of the user in a delta', inFirst(whole, set('/choices/0/delta/role', 'user'))),
  stream('no finish_reason', inFrames(isEnd, set('/choices/0/finish_reason', null))),
  stream('an unknown finish_reason in a stream', inFrames(isEnd, set('/choices/0/finish_reason', 'eos'))),
  stream('two finish_reasons', twice(isEnd)),
  stream('text behind the end', (frames) => {
    const end = frames.findIndex(({ data }) => isObject(data) && isEnd(data))
    const text = frames.find(({ data }) => isObject(data) && hasText(data))
    return text === undefined ? frames : [...frames.slice(0, end + 1), text, ...frames.slice(end + 1)]
  }),
  stream('no usage, though include_usage asks for it', without(isUsage)),
  stream(
    'usage that does not add up in a stream',
    inFrames(
      isUsage,
      edit('/usage/total_tokens', (total) => Number(total) + 1),
    ),
  ),
  stream('usage before the text', (frames) => {
    const at = frames.findIndex(({ data }) => isObject(data) && isUsage(data))
    const usage = frames[at]
    return usage === undefined ? frames : [frames[0] ?? usage, usage, ...frames.slice(1, at), ...frames.slice(at + 1)]
  }),
  {
    ...stream('usage, though nothing asks for it', (frames) => {
      const [first] = frames
      const usage = {
        event: undefined,
        data: { ...objectOf(first?.data), choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
      }
      return [...frames.slice(0, -1), usage, ...frames.slice(-1)]
    }),
    when: ({ asked, status }) => status === 200 && asked['stream'] === true && asked['stream_options'] === undefined,
  },
  stream(
    'chunks with different ids',
    inFirst((data) => isEnd(data), set('/id', 'chatcmpl-other')),
  ),
  stream('an empty id in chunks', inFrames(whole, set('/id', ''))),
  stream('created in milliseconds in chunks', inFrames(whole, edit('/created', milliseconds))),
  stream(
    'created differs from chunk to chunk',
    inFirst(
      isEnd,
      edit('/created', (created) => Number(created) + 5),
    ),
  ),
  stream('no model in chunks', inFrames(whole, drop('/model'))),
  stream('the model changes', inFirst(isEnd, set('/model', 'another'))),
  stream('the object of a whole reply in chunks', inFrames(whole, set('/object', 'chat.completion'))),
  stream(
    'message in place of delta',
    inFrames(whole, (data) => {
      const choice = choiceOf(data as Json)
      if (choice['delta'] === undefined) return false
      choice['message'] = choice['delta']
      return Reflect.deleteProperty(choice, 'delta')
    }),
  ),
  stream('no text in the deltas', without(hasText)),
  stream(
    'a piece of the arguments is lost',
    withoutFirst(
      (data) =>
        hasCall(data) &&
        objectOf(objectOf((deltaOf(data)['tool_calls'] as unknown[])[0])?.['function'])?.['arguments'] !== '' &&
        deltaOf(data)['role'] === undefined,
    ),
  ),
  stream('a streamed call without id', inFirst(hasCall, drop(`${streamedCall}/id`))),
  stream('a streamed call without name', inFirst(hasCall, drop(`${streamedCall}/function/name`))),
  stream('a streamed call of a tool that was not declared', inFirst(hasCall, set(`${streamedCall}/function/name`, 'read_mail'))),
  stream('calls are not streamed', without(hasCall)),
  stream('a frame that is not JSON', (frames) => [...frames.slice(0, 1), { event: undefined, data: 'hello' }, ...frames.slice(1)]),
  stream('an error in the stream', (frames) => [
    ...frames.slice(0, -1),
    { event: undefined, data: { error: { message: 'x', type: 'server_error', code: null, param: null } } },
    ...frames.slice(-1),
  ]),
  inAnswer(
    'a whole reply where a stream is requested',
    ({ path: at, asked, status }) => path.test(at) && status === 200 && asked['stream'] === true,
    ({ headers }) => ({
      headers: { ...headers, 'content-type': 'application/json' },
      body: Buffer.from('{"id":"c","object":"chat.completion","created":1795000000,"model":"m","choices":[]}'),
    }),
  ),
  ...openAIErrorFaults(path),
]
