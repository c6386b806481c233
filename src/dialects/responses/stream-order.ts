import { objectIn, objectsIn, type OrderCheck } from '../stream-order.js'

const terminal = /^response\.(?:completed|incomplete|failed|cancelled)$/

/** The order: sequence numbers from 0 without a gap; `response.created` first; items are added before their deltas; one terminal event. */
export const streamOrder: OrderCheck = (events) => {
  const problems: string[] = []
  const added = new Set<number | undefined>()
  const done = new Set<number | undefined>()
  const texts = new Map<string, string>()
  events.forEach(({ name, data, value }, position) => {
    if (value === undefined) {
      problems.push(`an event is not a JSON object: ${data.slice(0, 40)}`)
      return
    }
    const type = String(value['type'])
    const index = typeof value['output_index'] === 'number' ? value['output_index'] : undefined
    if (name !== undefined && name !== type) problems.push(`the event named ${name} has the type ${type}`)
    if (value['sequence_number'] !== position)
      problems.push(`event ${position} has the sequence_number ${String(value['sequence_number'])}`)
    if (type === 'error' || type === 'response.failed') problems.push(`the stream has an error: ${data.slice(0, 200)}`)
    if ((position === 0) !== (type === 'response.created')) problems.push(`event ${position} is ${type}`)
    if (terminal.test(type) !== (position === events.length - 1)) problems.push(`event ${position} of ${events.length} is ${type}`)
    if (type === 'response.output_item.added') added.add(index)
    else if (type === 'response.output_item.done') {
      if (!added.has(index)) problems.push(`item ${String(index)} is done before it was added`)
      done.add(index)
    } else if (index !== undefined && (!added.has(index) || done.has(index)))
      problems.push(`${type} belongs to item ${String(index)}, which is not open`)
    const place = `${String(index)}/${String(value['content_index'])}`
    if (type === 'response.output_text.delta') texts.set(place, (texts.get(place) ?? '') + String(value['delta']))
    if (type === 'response.output_text.done' && value['text'] !== (texts.get(place) ?? ''))
      problems.push('the text of output_text.done is not the sum of its deltas')
  })
  for (const index of added) if (!done.has(index)) problems.push(`item ${String(index)} is never done`)
  const last = events.at(-1)?.value
  const output = objectsIn(objectIn(last?.['response'])['output'])
  if (last?.['type'] === 'response.completed' && output.length !== done.size)
    problems.push(`${done.size} items were sent, but the response at the end has ${output.length}`)
  return problems
}
