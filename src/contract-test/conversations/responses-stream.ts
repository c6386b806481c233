import { isDeepStrictEqual } from 'node:util'
import { objectIn, objectsIn, type StreamEvent } from '../../dialects/stream-order.js'
import type { JsonObject } from '../../json/object.js'
import type { Findings } from '../findings.js'

/** An item while its events arrive. */
interface OpenItem {
  readonly item: JsonObject
  readonly parts: Map<unknown, OpenPart>
  /** The pieces of a function call's arguments. */
  input: string
  inputDone: boolean
}

interface OpenPart {
  readonly type: unknown
  text: string
  textDone: boolean
  done: boolean
}

/** The events of a text or a refusal: the type of its part, and the member with the whole. */
const texts: Readonly<Record<string, readonly [part: string, member: string, last: boolean]>> = {
  'response.output_text.delta': ['output_text', 'delta', false],
  'response.output_text.done': ['output_text', 'text', true],
  'response.refusal.delta': ['refusal', 'delta', false],
  'response.refusal.done': ['refusal', 'refusal', true],
}

/** Each part of an item is added, grows, is done; each whole is the sum of its pieces; the response at the end has what was sent. */
export function checkResponseStream(find: Findings, events: readonly StreamEvent[]): void {
  const items = new Map<unknown, OpenItem>()
  const done = new Map<unknown, JsonObject>()
  const first = objectIn(events[0]?.value?.['response'])
  events.forEach(({ name, value }, position) => {
    if (value === undefined) return
    const at = find.within(`event ${position}`)
    const type = String(value['type'])
    at.require(name === type, '', name, `the event line ${type}`, 'each frame has an event line with the type of its data')
    if (position === 1) at.oneOf('/type', type, ['response.in_progress', 'response.queued'], 'it follows response.created')
    if (value['response'] !== undefined) checkSame(at, objectIn(value['response']), first, type, position === events.length - 1)
    const index = value['output_index']
    if (type === 'response.output_item.added') {
      at.equals('/output_index', index, items.size, 'items are numbered from 0 in the order in which they begin')
      const item = objectIn(value['item'])
      if (item['type'] === 'message')
        at.require(objectsIn(item['content']).length === 0, '/item/content', item['content'], '[]', 'the content follows in its own events')
      items.set(index, { item, parts: new Map(), input: '', inputDone: false })
      return
    }
    const open = items.get(index)
    if (open === undefined) return
    if (value['item_id'] !== undefined && open.item['id'] !== undefined)
      at.require(
        value['item_id'] === open.item['id'],
        '/item_id',
        value['item_id'],
        JSON.stringify(open.item['id']),
        'it is the id of the item at this output_index',
      )
    if (type === 'response.output_item.done') {
      const item = objectIn(value['item'])
      checkDone(at, open, item)
      done.set(index, item)
    } else {
      checkPart(at, open, type, value)
      checkArguments(at, open, type, value)
    }
  })
  const last = events.at(-1)?.value
  const output = objectsIn(objectIn(last?.['response'])['output'])
  const at = find.within(`event ${events.length - 1}`)
  output.forEach((item, position) => {
    const sent = done.get(position)
    if (sent !== undefined)
      at.require(
        sameItem(sent, item),
        `/response/output/${position}`,
        item,
        'the item of its output_item.done',
        'the response at the end has what was sent',
      )
  })
}

/** Events that carry the response: the same one each time, with the status that fits the event. */
function checkSame(at: Findings, response: JsonObject, first: JsonObject, type: string, isLast: boolean): void {
  for (const name of ['id', 'created_at', 'model'])
    at.require(response[name] === first[name], `/response/${name}`, response[name], `the ${name} of response.created`, 'it is one response')
  if (isLast) at.equals('/response/status', response['status'], type.replace('response.', ''), 'the event names the status')
  else {
    at.oneOf('/response/status', response['status'], ['in_progress', 'queued'], 'the response has not ended')
    at.require(
      objectsIn(response['output']).length === 0,
      '/response/output',
      response['output'],
      '[]',
      'the items follow in their own events',
    )
  }
}

function checkPart(at: Findings, open: OpenItem, type: string, value: JsonObject): void {
  const index = value['content_index']
  if (type === 'response.content_part.added') {
    at.equals('/content_index', index, open.parts.size, 'parts are numbered from 0 in the order in which they begin')
    open.parts.set(index, { type: objectIn(value['part'])['type'], text: '', textDone: false, done: false })
    return
  }
  const text = texts[type]
  if (text === undefined && type !== 'response.content_part.done') return
  const part = open.parts.get(index)
  if (part === undefined || part.done) {
    at.require(
      false,
      '/content_index',
      index,
      'a part that was added and is not done',
      'content_part.added comes before the events of a part, content_part.done after them',
    )
    return
  }
  if (text === undefined) {
    part.done = true
    at.require(
      part.textDone || !isText(part.type),
      '/type',
      type,
      'output_text.done or refusal.done before',
      'a text is done before its part',
    )
    const shown = objectIn(value['part'])
    if (isText(part.type))
      at.equals('/part/text', shown['text'] ?? shown['refusal'], part.text, 'the text of the part is the sum of its deltas')
    return
  }
  const [wanted, member, isLast] = text
  at.require(wanted === part.type, '/type', type, `events of a part of type ${String(part.type)}`, 'the part was added with this type')
  at.require(!part.textDone, '/type', type, 'no more events of this text', 'it was done already')
  if (isLast) {
    part.textDone = true
    at.equals(`/${member}`, value[member], part.text, 'the whole text is the sum of its deltas')
  } else part.text += String(value[member])
}

const isText = (type: unknown): boolean => type === 'output_text' || type === 'refusal'

function checkArguments(at: Findings, open: OpenItem, type: string, value: JsonObject): void {
  if (type === 'response.function_call_arguments.delta') {
    at.require(open.item['type'] === 'function_call', '/type', type, 'events of a function call', 'only a function call has arguments')
    at.require(!open.inputDone, '/type', type, 'no more arguments', 'they were done already')
    open.input += String(value['delta'])
  }
  if (type === 'response.function_call_arguments.done') {
    open.inputDone = true
    at.equals('/arguments', value['arguments'], open.input, 'the whole arguments are the sum of their deltas')
  }
}

function checkDone(at: Findings, open: OpenItem, item: JsonObject): void {
  for (const name of ['id', 'type'])
    at.require(item[name] === open.item[name], `/item/${name}`, item[name], `the ${name} of output_item.added`, 'it is one item')
  if (item['type'] === 'function_call') {
    at.require(open.inputDone, '/type', undefined, 'function_call_arguments.done before', 'the arguments are done before their item')
    at.equals('/item/arguments', item['arguments'], open.input, 'the arguments of the item are the sum of their deltas')
    at.require(
      item['call_id'] === open.item['call_id'],
      '/item/call_id',
      item['call_id'],
      'the call_id of output_item.added',
      'it is one call',
    )
  }
  if (item['type'] !== 'message') return
  const content = objectsIn(item['content'])
  at.require(content.length === open.parts.size, '/item/content', content, `${open.parts.size} parts`, 'these were added')
  content.forEach((part, position) => {
    const sent = open.parts.get(position)
    if (sent === undefined || !isText(sent.type)) return
    at.require(sent.done, '/type', undefined, 'content_part.done before', 'a part is done before its item')
    at.equals(`/item/content/${position}/text`, part['text'] ?? part['refusal'], sent.text, 'the text of the item is the sum of its deltas')
  })
}

/** Annotations and log probabilities may be completed at the end; what clients show and send back is the same. */
function sameItem(sent: JsonObject, final: JsonObject): boolean {
  const essence = ({ type, id, call_id: callId, name, arguments: input, content }: JsonObject): unknown => [
    ...[type, id, callId, name, input],
    objectsIn(content).map(({ type: part, text, refusal }) => [part, text, refusal]),
  ]
  return isDeepStrictEqual(essence(sent), essence(final))
}
