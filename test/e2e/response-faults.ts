import type { Json } from './wire.js'

/** Members that every response must have, possibly `null` (Open Responses). */
const members = [
  'id',
  'object',
  'created_at',
  'completed_at',
  'status',
  'incomplete_details',
  'model',
  'previous_response_id',
  'instructions',
  'output',
  'error',
  'tools',
  'tool_choice',
  'truncation',
  'parallel_tool_calls',
  'text',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'top_logprobs',
  'temperature',
  'reasoning',
  'usage',
  'max_output_tokens',
  'max_tool_calls',
  'store',
  'background',
  'service_tier',
  'metadata',
  'safety_identifier',
  'prompt_cache_key',
]

/** The violations of Open Responses in a response, in sentences. */
export function responseFaults(response: Json): string[] {
  const faults = members.filter((member) => !(member in response)).map((member) => `${member} is missing`)
  for (const item of response.output ?? []) {
    if (typeof item.id !== 'string') faults.push(`an item of type ${item.type} has no id`)
    if (item.type === 'message' && (item.role !== 'assistant' || item.status === undefined)) faults.push('a message has no role or status')
    for (const part of item.type === 'message' ? item.content : [])
      if (part.type === 'output_text' && !(Array.isArray(part.annotations) && Array.isArray(part.logprobs)))
        faults.push('a text has no annotations or logprobs')
  }
  return faults
}

export interface ReadEvent {
  readonly name: string | undefined
  readonly data: Json
}

/** The frames of an event stream. */
export function eventsIn(text: string): ReadEvent[] {
  return text
    .split('\n\n')
    .filter((frame) => frame.includes('data:'))
    .map((frame) => {
      const line = (field: string): string | undefined => new RegExp(`^${field}: (.*)$`, 'm').exec(frame)?.[1]
      return { name: line('event'), data: JSON.parse(line('data') ?? 'null') }
    })
}

/** The violations of the order of events in a stream, in sentences. */
export function streamFaults(events: readonly ReadEvent[]): string[] {
  const faults: string[] = []
  const done: Json[] = []
  let item: Json
  let part: Json
  let text = ''
  const types = events.map(({ data }) => data.type as string)
  if (types[0] !== 'response.created' || types[1] !== 'response.in_progress')
    faults.push('does not begin with response.created and response.in_progress')
  if (types.at(-1) !== 'response.completed') faults.push('does not end with response.completed')
  for (const [index, { name, data }] of events.entries()) {
    if (name !== data.type) faults.push(`${data.type}: the frame is named ${name ?? 'nothing'}`)
    if (data.sequence_number !== index) faults.push(`${data.type}: sequence_number ${data.sequence_number} at ${index}`)
    if (data.item_id !== undefined && data.item_id !== item?.id) faults.push(`${data.type}: of an item that is not open`)
    if (data.output_index !== undefined && data.output_index !== done.length) faults.push(`${data.type}: output_index ${data.output_index}`)
    switch (data.type) {
      case 'response.output_item.added':
        if (item !== undefined) faults.push('an item is announced inside another')
        if (data.item.status !== 'in_progress') faults.push(`an announced item is ${data.item.status}`)
        item = data.item
        text = ''
        break
      case 'response.content_part.added':
        if (part !== undefined || data.part.text !== '') faults.push('a part is announced inside another, or not empty')
        part = data.part
        break
      case 'response.output_text.delta':
        if (part === undefined) faults.push('text without a part')
        text += data.delta
        break
      case 'response.output_text.done':
        if (data.text !== text) faults.push('the text is not what its pieces are')
        break
      case 'response.content_part.done':
        if (data.part.text !== text) faults.push('the part is not what its pieces are')
        part = undefined
        break
      case 'response.function_call_arguments.delta':
        if (item?.type !== 'function_call') faults.push('arguments without a call')
        text += data.delta
        break
      case 'response.function_call_arguments.done':
        if (data.arguments !== text) faults.push('the arguments are not what their pieces are')
        break
      case 'response.output_item.done':
        if (data.item.id !== item?.id || part !== undefined) faults.push('an item is closed that is not open, or with a part open')
        if (data.item.status !== 'completed') faults.push(`a closed item is ${data.item.status}`)
        done.push(data.item)
        item = undefined
        break
      case 'response.completed':
        if (JSON.stringify(data.response.output) !== JSON.stringify(done)) faults.push('the response has other items than were closed')
        faults.push(...responseFaults(data.response))
        break
      default:
        if (types.indexOf(data.type) !== index) faults.push(`${data.type}: twice`)
    }
  }
  if (item !== undefined) faults.push('an item is left open')
  return faults
}
