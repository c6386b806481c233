import { isReply, type Answered } from '../check.js'
import { isObject, listOf } from '../../json/object.js'
import type { Conversation } from './conversation.js'

/** The stream of generateContent without `alt=sse`: one JSON array of chunks. */
export function arrayStream({ tester, dialect }: Conversation, answered: Answered): void {
  const { document, event, order, rules } = dialect
  if (!isReply(answered)) return
  const { answer, find } = answered
  if (!find.require(Array.isArray(answer.json), '', answer.text, 'a JSON array', 'without alt=sse a stream is an array of chunks')) return
  const chunks = listOf(answer.json)
  chunks.forEach((chunk, position) => {
    tester.fits(find, document, event, chunk, `/${position}`)
  })
  const events = chunks.map((chunk) => ({ name: undefined, data: JSON.stringify(chunk), value: isObject(chunk) ? chunk : undefined }))
  for (const problem of order(events)) find.require(false, '', problem, 'another order', 'clients follow the order of the chunks')
  rules.stream(find, events, { usage: true })
}
