import { isObject, objectsOf, textOrEmpty, type JsonObject } from '../../../json/object.js'

/** The stream events of a whole response, with one delta for each text (https://platform.openai.com/docs/api-reference/responses-streaming). */
export function eventsOfResponse(response: JsonObject): readonly JsonObject[] {
  const events: JsonObject[] = []
  const push = (type: string, fields: JsonObject): void => {
    events.push({ type, sequence_number: events.length, ...fields })
  }
  const started = { ...response, status: 'in_progress', completed_at: null, error: null, incomplete_details: null, output: [], usage: null }
  push('response.created', { response: started })
  push('response.in_progress', { response: started })
  objectsOf(response['output']).forEach((item, index) => {
    pushItem(item, index, push)
  })
  const status = response['status']
  push(status === 'failed' || status === 'incomplete' ? `response.${status}` : 'response.completed', { response })
  return events
}

/** Whether a reply has output, which may be empty. */
export function hasAnswer(wire: unknown): wire is JsonObject {
  return isObject(wire) && Array.isArray(wire['output'])
}

/** The stream frames of a whole response; `undefined` where `wire` is not a response, or not a finished one. */
export function framesOfReply(wire: unknown): Iterable<string> | undefined {
  if (!hasAnswer(wire) || wire['status'] === 'queued' || wire['status'] === 'in_progress') return undefined
  return framesOfEvents(eventsOfResponse(wire))
}

export function* framesOfEvents(events: readonly JsonObject[]): Generator<string> {
  for (const event of events) yield `event: ${textOrEmpty(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`
}

type Push = (type: string, fields: JsonObject) => void

function pushItem(item: JsonObject, index: number, push: Push): void {
  const place = { item_id: item['id'], output_index: index }
  push('response.output_item.added', { output_index: index, item: addedItem(item) })
  switch (item['type']) {
    case 'message':
      objectsOf(item['content']).forEach((part, contentIndex) => {
        pushPart(part, { ...place, content_index: contentIndex }, push)
      })
      break
    case 'function_call':
      push('response.function_call_arguments.delta', { ...place, delta: textOrEmpty(item['arguments']) })
      push('response.function_call_arguments.done', { ...place, name: item['name'], arguments: textOrEmpty(item['arguments']) })
      break
    case 'custom_tool_call':
      push('response.custom_tool_call_input.delta', { ...place, delta: textOrEmpty(item['input']) })
      push('response.custom_tool_call_input.done', { ...place, input: textOrEmpty(item['input']) })
      break
    case 'reasoning':
      objectsOf(item['summary']).forEach((part, summaryIndex) => {
        const at = { ...place, summary_index: summaryIndex }
        push('response.reasoning_summary_part.added', { ...at, part: { type: 'summary_text', text: '' } })
        push('response.reasoning_summary_text.delta', { ...at, delta: textOrEmpty(part['text']) })
        push('response.reasoning_summary_text.done', { ...at, text: textOrEmpty(part['text']) })
        push('response.reasoning_summary_part.done', { ...at, part })
      })
      break
    default:
  }
  push('response.output_item.done', { output_index: index, item })
}

function pushPart(part: JsonObject, at: JsonObject, push: Push): void {
  if (part['type'] === 'refusal') {
    push('response.content_part.added', { ...at, part: { ...part, refusal: '' } })
    push('response.refusal.delta', { ...at, delta: textOrEmpty(part['refusal']) })
    push('response.refusal.done', { ...at, refusal: textOrEmpty(part['refusal']) })
  } else {
    const logprobs = Array.isArray(part['logprobs']) ? part['logprobs'] : []
    push('response.content_part.added', { ...at, part: { ...part, text: '', annotations: [], logprobs: [] } })
    push('response.output_text.delta', { ...at, delta: textOrEmpty(part['text']), logprobs })
    objectsOf(part['annotations']).forEach((annotation, annotationIndex) => {
      push('response.output_text.annotation.added', { ...at, annotation_index: annotationIndex, annotation })
    })
    push('response.output_text.done', { ...at, text: textOrEmpty(part['text']), logprobs })
  }
  push('response.content_part.done', { ...at, part })
}

/** An item of `output_item.added`: without its content. */
function addedItem(item: JsonObject): JsonObject {
  switch (item['type']) {
    case 'message':
      return { ...item, status: 'in_progress', content: [] }
    case 'function_call':
      return { ...item, status: 'in_progress', arguments: '' }
    case 'custom_tool_call':
      return { ...item, status: 'in_progress', input: '' }
    case 'reasoning': {
      const { encrypted_content: _encrypted, ...rest } = item
      return { ...rest, summary: [] }
    }
    default:
      return isObject(item) ? item : {}
  }
}
