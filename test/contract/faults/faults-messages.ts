import { isObject, objectOf } from '../../../src/json/object.js'
import {
  all,
  drop,
  edit,
  inFirst,
  inFrames,
  set,
  swapped,
  twice,
  without,
  withoutFirst,
  withoutLast,
  type Edit,
  type Json,
} from './changes.js'
import { inJson, type Fault, type Heard } from './faulty-server.js'
import { faultsOfAnyError } from './faults-of-errors.js'
import { faultsAt, faultsOfAnyReply, noRequestId, whenAsked, withDone, withEventLines } from './faults-of-styles.js'

const path = /^\/v1\/messages$/
const { reply, stream, error } = faultsAt(path)

const typed =
  (type: string) =>
  (heard: Heard): boolean =>
    path.test(heard.path) && heard.status === 200 && objectOf(heard.asked['tool_choice'])?.['type'] === type

/** The first block of this type. */
const inBlock =
  (type: string, change: Edit): Edit =>
  (body) => {
    const content = objectOf(body)?.['content']
    const block = Array.isArray(content) ? (content as unknown[]).find((one) => objectOf(one)?.['type'] === type) : undefined
    return block !== undefined && change(block)
  }
const startOf =
  (type: string) =>
  (data: Json): boolean =>
    data['type'] === 'content_block_start' && objectOf(data['content_block'])?.['type'] === type
const deltaOf =
  (type: string) =>
  (data: Json): boolean =>
    objectOf(data['delta'])?.['type'] === type
const isPiece = (data: Json): boolean => deltaOf('input_json_delta')(data) && objectOf(data['delta'])?.['partial_json'] !== ''

export const messagesFaults: readonly Fault[] = [
  reply('no usage', drop('/usage')),
  reply('output_tokens is 0', set('/usage/output_tokens', 0)),
  reply(
    'no input_tokens and none from a cache',
    all(set('/usage/input_tokens', 0), set('/usage/cache_read_input_tokens', 0), set('/usage/cache_creation_input_tokens', 0)),
  ),
  reply('more thinking than output', set('/usage/output_tokens_details', { thinking_tokens: 100_000 })),
  reply('usage with the names of another style', set('/usage', { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 })),
  reply('no id', drop('/id')),
  reply('an empty id', set('/id', '')),
  reply('another type', set('/type', 'completion')),
  reply('the role of the user', set('/role', 'user')),
  reply('no model', drop('/model')),
  reply('no stop_reason', set('/stop_reason', null)),
  reply('an unknown stop_reason', set('/stop_reason', 'finished')),
  reply(
    'a stop_reason of another style',
    edit('/stop_reason', (reason) => (reason === 'end_turn' ? 'stop' : reason)),
  ),
  reply(
    'end_turn after a call',
    edit('/stop_reason', (reason) => (reason === 'tool_use' ? 'end_turn' : reason)),
  ),
  reply(
    'tool_use without a call',
    edit('/stop_reason', (reason) => (reason === 'end_turn' ? 'tool_use' : reason)),
  ),
  reply('a stop_sequence that was not asked for', set('/stop_sequence', 'END')),
  reply(
    'stop_sequence without its text',
    edit('/stop_reason', (reason) => (reason === 'end_turn' ? 'stop_sequence' : reason)),
  ),
  reply(
    'the content as text',
    edit('/content', () => 'Hello.'),
  ),
  reply('a block without type', inBlock('text', drop('/type'))),
  reply('a text block without text', inBlock('text', drop('/text'))),
  reply('the input of a call as text', inBlock('tool_use', edit('/input', JSON.stringify))),
  reply('the input without the required city', inBlock('tool_use', set('/input', {}))),
  reply('a call without id', inBlock('tool_use', drop('/id'))),
  reply('a call with an id that cannot be sent back', inBlock('tool_use', set('/id', 'call:1/2'))),
  reply('a call of a tool that was not declared', inBlock('tool_use', set('/name', 'read_mail'))),
  { ...reply('a call of another tool than the named one', inBlock('tool_use', set('/name', 'read_weather'))), when: typed('tool') },
  {
    ...reply('tool_choice is ignored', all(set('/content', [{ type: 'text', text: 'Hello.' }]), set('/stop_reason', 'end_turn'))),
    when: typed('any'),
  },
  {
    ...reply(
      'a call where tool_choice is none',
      all(
        set('/content', [{ type: 'tool_use', id: 'toolu_9', name: 'read_weather', input: { city: 'Paris' } }]),
        set('/stop_reason', 'tool_use'),
      ),
    ),
    when: typed('none'),
  },
  whenAsked(
    'max_tokens',
    16,
    reply('the limit of tokens ends as end_turn', all(set('/usage/output_tokens', 16), set('/stop_reason', 'end_turn'))),
  ),
  whenAsked('max_tokens', 16, reply('more tokens than the limit', set('/usage/output_tokens', 17))),
  ...faultsOfAnyReply(path),
  noRequestId(path),

  stream('no message_start', without('message_start')),
  stream('no message_stop', withoutLast),
  stream('[DONE] at the end', withDone),
  stream('no message_delta', without('message_delta')),
  stream('no event lines', withEventLines(undefined)),
  stream('event lines of another type', withEventLines('message')),
  stream('content in message_start', inFirst('message_start', set('/message/content', [{ type: 'text', text: 'Hello' }]))),
  stream('a stop_reason in message_start', inFirst('message_start', set('/message/stop_reason', 'end_turn'))),
  stream('no usage in message_start', inFirst('message_start', drop('/message/usage'))),
  stream('no id in message_start', inFirst('message_start', drop('/message/id'))),
  stream('no content_block_start', withoutFirst('content_block_start')),
  stream('no content_block_stop', withoutFirst('content_block_stop')),
  stream(
    'a block number is left out',
    inFrames(
      (data) => 'index' in data,
      edit('/index', (index) => Number(index) + 1),
    ),
  ),
  stream(
    'a delta of another block',
    inFirst(
      'content_block_delta',
      edit('/index', (index) => Number(index) + 7),
    ),
  ),
  stream('the text is in the start of its block', inFirst(startOf('text'), set('/content_block/text', 'Hello'))),
  stream('a text delta in a block of a call', inFirst(isPiece, set('/delta', { type: 'text_delta', text: '{}' }))),
  stream(
    'an input delta in a block of text',
    inFirst(deltaOf('text_delta'), set('/delta', { type: 'input_json_delta', partial_json: '{}' })),
  ),
  stream('a thinking delta in a block of text', inFirst(deltaOf('text_delta'), set('/delta', { type: 'thinking_delta', thinking: 'x' }))),
  stream('a delta without its text', inFirst(deltaOf('text_delta'), drop('/delta/text'))),
  stream('a piece of the input is lost', withoutFirst(isPiece)),
  stream('a delta behind its block', (frames) => {
    const delta = frames.find(({ data }) => isObject(data) && data['type'] === 'content_block_delta')
    const end = frames.findIndex(({ data }) => isObject(data) && data['type'] === 'message_delta')
    return delta === undefined ? frames : [...frames.slice(0, end), delta, ...frames.slice(end)]
  }),
  stream('a block is stopped twice', twice('content_block_stop')),
  stream(
    'message_delta before the end of the block',
    swapped((data) => data['type'] === 'content_block_stop'),
  ),
  stream('no stop_reason in message_delta', inFrames('message_delta', set('/delta/stop_reason', null))),
  stream('an unknown stop_reason in message_delta', inFrames('message_delta', set('/delta/stop_reason', 'finished'))),
  stream(
    'end_turn after a streamed call',
    inFrames(
      'message_delta',
      edit('/delta/stop_reason', (reason) => (reason === 'tool_use' ? 'end_turn' : reason)),
    ),
  ),
  stream('no usage in message_delta', inFrames('message_delta', drop('/usage'))),
  stream('output_tokens is 0 at the end', inFrames('message_delta', set('/usage/output_tokens', 0))),
  stream('a streamed call of a tool that was not declared', inFirst(startOf('tool_use'), set('/content_block/name', 'read_mail'))),
  stream('an error in the stream', (frames) => [
    ...frames.slice(0, 2),
    { event: 'error', data: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } },
  ]),

  ...faultsOfAnyError(path),
  error('the type of another status for a missing token', 401, set('/error/type', 'permission_error')),
  error('the type of another status for an unknown model', 404, set('/error/type', 'invalid_request_error')),
  error('the type of a server error for a wrong body', 400, set('/error/type', 'api_error')),
  error('the body has no type', 400, drop('/type')),
  error('an error without message', 400, drop('/error/message')),
  error('the error of chat completions', 400, all(drop('/type'), set('/error/type', 'invalid_request_error'))),
  error('a request_id that is not the one of the header', 400, set('/request_id', 'req_other')),
]

const counts = /^\/v1\/messages\/count_tokens/
export const messagesCountFaults: readonly Fault[] = [
  inJson(counts, 'a count of 0', set('/input_tokens', 0)),
  inJson(counts, 'the same count for every prompt', set('/input_tokens', 12)),
  inJson(counts, 'a count as text', edit('/input_tokens', String)),
  inJson(counts, 'a count with another name', all(drop('/input_tokens'), set('/total_tokens', 12))),
]
