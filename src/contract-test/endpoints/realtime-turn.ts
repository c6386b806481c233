import { objectIn, objectsIn } from '../../dialects/stream-order.js'
import type { JsonObject } from '../../json/object.js'
import type { Findings } from '../findings.js'
import { checkUsage } from '../usage.js'

const response = 'response.'
/** The events of one answer in their order; deltas may come many times. */
const order = [
  'created',
  'output_item.added',
  'content_part.added',
  'output_text.delta',
  'output_text.done',
  'content_part.done',
  'output_item.done',
  'done',
]

const usage = {
  addends: ['input_tokens', 'output_tokens'],
  total: 'total_tokens',
  parts: [['input_token_details/cached_tokens', 'input_tokens']],
  positive: ['input_tokens', 'output_tokens'],
} as const

/** The events of one response with one message of text. */
export function checkTextTurn(find: Findings, events: readonly (JsonObject | undefined)[]): void {
  const own = events.flatMap((event, position) => {
    const step = order.indexOf(String(event?.['type']).replace(response, ''))
    return event === undefined || step < 0 || !String(event['type']).startsWith(response)
      ? []
      : [{ event, step, at: find.within(`event ${position}`) }]
  })
  const id = objectIn(own[0]?.event['response'])['id']
  const itemId = objectIn(own.find(({ step }) => step === 1)?.event['item'])['id']
  let [before, text] = [-1, '']
  for (const { event, step, at } of own) {
    const expected = `${response}${order[step === before + 1 || step === before ? step : before + 1] ?? ''}`
    at.require(
      step === before + 1 || (step === before && step === 3),
      '/type',
      event['type'],
      expected,
      'clients follow the order of the events',
    )
    before = step
    at.require(
      (event['response_id'] ?? objectIn(event['response'])['id']) === id,
      '/response_id',
      event['response_id'],
      'the id of response.created',
      'it is one response',
    )
    if (step >= 2 && step <= 5) {
      at.require(event['item_id'] === itemId, '/item_id', event['item_id'], 'the id of output_item.added', 'it is one item')
      at.equals('/output_index', event['output_index'], 0, 'it is the first item')
      at.equals('/content_index', event['content_index'], 0, 'it is the first part')
    }
    if (step === 3) text += String(event['delta'])
    if (step === 4) at.equals('/text', event['text'], text, 'the whole text is the sum of its deltas')
  }
  find.require(before === order.length - 1, 'the events', own.at(-1)?.event['type'], '"response.done" at the end', 'it ends a response')
  find.require(text !== '', 'the events', text, 'a text', 'an answer has a text')
  checkEnd(find, objectIn(own.at(-1)?.event['response']), text)
}

function checkEnd(find: Findings, ended: JsonObject, text: string): void {
  const at = find.within('response.done')
  at.equals('/response/status', ended['status'], 'completed', 'nothing has stopped the answer')
  const parts = objectsIn(ended['output']).flatMap((item) => objectsIn(item['content']))
  at.equals(
    '/response/output/0/content/0/text',
    parts.map((part) => String(part['text'])).join(''),
    text,
    'the response at the end has what was sent',
  )
  checkUsage(at, '/response/usage', ended['usage'], usage)
}
