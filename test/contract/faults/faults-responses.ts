import { isObject, objectOf } from '../../../src/json/object.js'
import {
  all,
  drop,
  edit,
  inFirst,
  inFrames,
  renumbered,
  set,
  swapped,
  twice,
  without,
  withoutFirst,
  withoutLast,
  type Edit,
  type Json,
  type StreamEdit,
} from './changes.js'
import type { Fault } from './faulty-server.js'
import { openAIErrorFaults } from './faults-of-errors.js'
import {
  faultsAt,
  faultsOfAnyReply,
  noRequestId,
  milliseconds,
  openAIUsageFaults,
  whenAsked,
  withDone,
  withEventLines,
} from './faults-of-styles.js'

const path = /^\/v1\/responses$/
const { reply, stream } = faultsAt(path)
const lost = (name: string, type: string): Fault => stream(name, renumbered(without(type)))

/** The first item of this type. */
const inItem =
  (type: string, change: Edit): Edit =>
  (body) => {
    const output = objectOf(body)?.['output']
    const item = Array.isArray(output) ? (output as unknown[]).find((one) => objectOf(one)?.['type'] === type) : undefined
    return item !== undefined && change(item)
  }
/** The same in the response at the end of a stream. */
const inFinal = (type: string, change: Edit): StreamEdit =>
  inFrames(
    (_, position, count) => position === count - 1,
    (data) => inItem(type, change)(objectOf(data)?.['response']),
  )
const atEnd = (change: Edit): StreamEdit => inFrames((_, position, count) => position === count - 1, change)
const doneOf =
  (type: string) =>
  (data: Json): boolean =>
    data['type'] === 'response.output_item.done' && objectOf(data['item'])?.['type'] === type
const addedOf =
  (type: string) =>
  (data: Json): boolean =>
    data['type'] === 'response.output_item.added' && objectOf(data['item'])?.['type'] === type
const more = (text: unknown): string => `${String(text)}!`
const aMessage = [
  {
    type: 'message',
    id: 'msg_9',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'Hello.', annotations: [], logprobs: [] }],
  },
]
const aCall = [
  { type: 'function_call', id: 'fc_9', status: 'completed', call_id: 'call_9', name: 'read_weather', arguments: '{"city":"Paris"}' },
]

export const responsesFaults: readonly Fault[] = [
  ...openAIUsageFaults(path, 'input_tokens', 'output_tokens'),
  reply('created_at in milliseconds', edit('/created_at', milliseconds)),
  reply(
    'created_at as a text',
    edit('/created_at', () => '2026-11-18T10:26:40Z'),
  ),
  reply('no id', drop('/id')),
  reply('another object', set('/object', 'chat.completion')),
  reply('no model', set('/model', '')),
  reply('the status of a response that goes on', set('/status', 'in_progress')),
  reply('an unknown status', set('/status', 'done')),
  reply('an error in a completed response', set('/error', { code: 'server_error', message: 'x' })),
  reply('no output', set('/output', [])),
  reply('no output member', drop('/output')),
  reply(
    'a message in progress',
    inItem('message', (item) => objectOf(item)?.['status'] === 'completed' && set('/status', 'in_progress')(item)),
  ),
  reply('the role of the user', inItem('message', set('/role', 'user'))),
  reply('a message without id', inItem('message', drop('/id'))),
  reply('a message without content', inItem('message', set('/content', []))),
  reply('an empty text', inItem('message', set('/content/0/text', ''))),
  reply('a part of an input', inItem('message', set('/content/0/type', 'input_text'))),
  reply('a call without call_id', inItem('function_call', drop('/call_id'))),
  reply('arguments as an object', inItem('function_call', set('/arguments', { city: 'Paris' }))),
  reply(
    'arguments that are cut',
    inItem(
      'function_call',
      edit('/arguments', (input) => String(input).slice(0, -1)),
    ),
  ),
  reply('arguments without the required city', inItem('function_call', set('/arguments', '{}'))),
  reply('a call of a tool that was not declared', inItem('function_call', set('/name', 'read_mail'))),
  {
    ...reply('a call of another tool than the named one', inItem('function_call', set('/name', 'read_weather'))),
    when: ({ asked, status }) => status === 200 && isObject(asked['tool_choice']),
  },
  {
    ...reply('tool_choice is ignored', set('/output', aMessage)),
    when: ({ asked, status }) => status === 200 && asked['tool_choice'] === 'required' && asked['stream'] !== true,
  },
  whenAsked('tool_choice', 'none', reply('a call where tool_choice is none', set('/output', aCall))),
  whenAsked('max_output_tokens', 16, reply('the limit of tokens ends as completed', set('/usage/output_tokens', 16))),
  whenAsked('max_output_tokens', 16, reply('more tokens than the limit', set('/usage/output_tokens', 17))),
  reply('incomplete without its reason', set('/status', 'incomplete')),
  reply('incomplete with an unknown reason', all(set('/status', 'incomplete'), set('/incomplete_details', { reason: 'length' }))),
  ...faultsOfAnyReply(path),
  noRequestId(path),

  stream(
    'sequence numbers from 1',
    inFrames(
      () => true,
      edit('/sequence_number', (number) => Number(number) + 1),
    ),
  ),
  stream(
    'no sequence numbers',
    inFrames(() => true, drop('/sequence_number')),
  ),
  stream('an event is lost', without('response.in_progress')),
  stream('no event lines', withEventLines(undefined)),
  stream('[DONE] at the end', withDone),
  lost('no response.created', 'response.created'),
  lost('no response.in_progress', 'response.in_progress'),
  lost('no output_item.added', 'response.output_item.added'),
  lost('no output_item.done', 'response.output_item.done'),
  lost('no content_part.added', 'response.content_part.added'),
  lost('no content_part.done', 'response.content_part.done'),
  lost('no output_text.done', 'response.output_text.done'),
  lost('no deltas of the text', 'response.output_text.delta'),
  lost('no deltas of the arguments', 'response.function_call_arguments.delta'),
  lost('no function_call_arguments.done', 'response.function_call_arguments.done'),
  stream('no end', withoutLast),
  stream(
    'two ends',
    renumbered((frames) => [...frames, ...frames.slice(-1)]),
  ),
  stream('a piece of the text is lost', renumbered(withoutFirst('response.output_text.delta'))),
  stream('a piece of the text comes twice', renumbered(twice('response.output_text.delta'))),
  stream('a piece of the arguments is lost', renumbered(withoutFirst('response.function_call_arguments.delta'))),
  stream('the whole text differs', inFrames('response.output_text.done', edit('/text', more))),
  stream('the text of the part differs', inFrames('response.content_part.done', edit('/part/text', more))),
  stream('the text of the item differs', inFrames(doneOf('message'), edit('/item/content/0/text', more))),
  stream('the text of the response differs', inFinal('message', edit('/content/0/text', more))),
  stream(
    'the whole arguments differ',
    inFrames(
      'response.function_call_arguments.done',
      edit('/arguments', () => '{"city":"Rome"}'),
    ),
  ),
  stream(
    'the arguments of the item differ',
    inFrames(
      doneOf('function_call'),
      edit('/item/arguments', () => '{"city":"Rome"}'),
    ),
  ),
  stream(
    'the arguments of the response differ',
    inFinal(
      'function_call',
      edit('/arguments', () => '{"city":"Rome"}'),
    ),
  ),
  stream('the call_id of the item changes', inFrames(doneOf('function_call'), set('/item/call_id', 'call_other'))),
  stream('the id of the item changes', inFrames(doneOf('message'), set('/item/id', 'msg_other'))),
  stream('the type of the item changes', inFrames(doneOf('function_call'), set('/item/type', 'message'))),
  stream('an item_id of no item', inFirst('response.output_text.delta', set('/item_id', 'msg_other'))),
  stream(
    'items are numbered from 1',
    inFrames(
      (data) => 'output_index' in data,
      edit('/output_index', (index) => Number(index) + 1),
    ),
  ),
  stream(
    'parts are numbered from 1',
    inFrames(
      (data) => 'content_index' in data,
      edit('/content_index', (index) => Number(index) + 1),
    ),
  ),
  stream('a delta of another part', inFirst('response.output_text.delta', set('/content_index', 3))),
  stream(
    'the item begins with its content',
    inFrames(addedOf('message'), set('/item/content', [{ type: 'output_text', text: 'Hello.', annotations: [], logprobs: [] }])),
  ),
  stream('the part is done before its text', renumbered(swapped('response.output_text.done'))),
  stream('the item is done before its part', renumbered(swapped('response.content_part.done'))),
  stream('a refusal in a part of text', inFirst('response.output_text.delta', set('/type', 'response.refusal.delta'))),
  stream('an item is missing in the response', atEnd(set('/response/output', []))),
  stream('no usage at the end', atEnd(drop('/response/usage'))),
  stream('usage that does not add up at the end', atEnd(edit('/response/usage/total_tokens', (total) => Number(total) + 1))),
  stream('the status in_progress at the end', atEnd(set('/response/status', 'in_progress'))),
  stream('the response begins as completed', inFirst('response.created', set('/response/status', 'completed'))),
  stream('the id of the response changes', atEnd(set('/response/id', 'resp_other'))),
  stream(
    'created_at in milliseconds in a stream',
    inFrames((data) => 'response' in data, edit('/response/created_at', milliseconds)),
  ),
  stream('a failed response', (frames) =>
    frames.map((frame, position) =>
      position < frames.length - 1
        ? frame
        : {
            event: 'response.failed',
            data: {
              ...objectOf(frame.data),
              type: 'response.failed',
              response: {
                ...objectOf(objectOf(frame.data)?.['response']),
                status: 'failed',
                error: { code: 'server_error', message: 'x' },
              },
            },
          },
    ),
  ),
  ...openAIErrorFaults(path),
]
