import type { GatewayError } from '../../exchange/error.js'
import type { Part } from '../../exchange/part.js'
import type { Reply } from '../../exchange/reply.js'
import { objectOf, type JsonObject } from '../../json/object.js'
import { words } from '../conversation/small-pieces.js'

export interface TimedEvent {
  readonly type: string
  readonly fields: JsonObject
  /** The item that is complete with this event. */
  readonly item?: JsonObject
}

interface ResponseOptions {
  readonly id: string
  readonly reply: Reply
  readonly audio: boolean
  readonly metadata: unknown
  readonly lastId: string | null
  readonly newId: (prefix: string) => string
}

/** A tenth of a second of silence: 16-bit mono at 24 kHz. */
const quietSound = Buffer.alloc(4800).toString('base64')

/** The events of one response in the order in which providers send them; the last is `response.done`. */
export function responseEvents(options: ResponseOptions): readonly TimedEvent[] {
  const { id, reply, audio, metadata, newId } = options
  const { parts = [], finish } = reply.choices[0] ?? {}
  const response = {
    ...{ id, object: 'realtime.response', status: 'in_progress', status_details: null as JsonObject | null },
    ...{ output: [] as readonly JsonObject[], output_modalities: [audio ? 'audio' : 'text'], metadata, usage: null as JsonObject | null },
  }
  const isCut = finish?.reason === 'length'
  let previous = options.lastId
  const output: JsonObject[] = []
  const events: TimedEvent[] = [{ type: 'response.created', fields: { response } }]
  for (const part of parts.filter(({ type }) => type === 'text' || type === 'tool-call')) {
    const place = { response_id: id, item_id: newId('item_'), output_index: output.length }
    const { begun, item, content } = itemOf(part, place, audio, isCut && part === parts.at(-1))
    events.push(
      { type: 'response.output_item.added', fields: { response_id: id, output_index: place.output_index, item: begun } },
      { type: 'conversation.item.added', fields: { previous_item_id: previous, item: begun } },
    )
    for (const event of content) events.push(event)
    events.push(
      { type: 'conversation.item.done', fields: { previous_item_id: previous, item }, item },
      { type: 'response.output_item.done', fields: { response_id: id, output_index: place.output_index, item } },
    )
    output.push(item)
    previous = place.item_id
  }
  const status = isCut
    ? { status: 'incomplete', status_details: { type: 'incomplete', reason: 'max_output_tokens' } }
    : { status: 'completed', status_details: { type: 'completed' } }
  events.push({ type: 'response.done', fields: { response: { ...response, ...status, output, usage: usageOf(reply, audio) } } })
  return events
}

/** The response of these events, ended by `response.cancel`. */
export function cancelled(events: readonly TimedEvent[]): JsonObject {
  return ended(events, { status: 'cancelled', status_details: { type: 'cancelled', reason: 'client_cancelled' } })
}

/** The response of these events, ended by an error. */
export function failed(events: readonly TimedEvent[], { kind, message }: GatewayError): JsonObject {
  return ended(events, { status: 'failed', status_details: { type: 'failed', error: { type: 'server_error', code: kind, message } } })
}

function ended(events: readonly TimedEvent[], status: JsonObject): JsonObject {
  return { ...objectOf(events[0]?.fields['response']), ...status }
}

interface Place {
  readonly response_id: string
  readonly item_id: string
  readonly output_index: number
}

interface ItemEvents {
  readonly begun: JsonObject
  readonly item: JsonObject
  readonly content: readonly TimedEvent[]
}

function itemOf(part: Part, place: Place, audio: boolean, isCut: boolean): ItemEvents {
  const status = isCut ? 'incomplete' : 'completed'
  if (part.type === 'tool-call') {
    const begun = {
      id: place.item_id,
      object: 'realtime.item',
      type: 'function_call',
      status: 'in_progress',
      call_id: part.id,
      name: part.name,
      arguments: '',
    }
    const at = { ...place, call_id: part.id }
    return {
      begun,
      item: { ...begun, status, arguments: part.input },
      content: [
        { type: 'response.function_call_arguments.delta', fields: { ...at, delta: part.input } },
        { type: 'response.function_call_arguments.done', fields: { ...at, name: part.name, arguments: part.input } },
      ],
    }
  }
  const text = part.type === 'text' ? part.text : ''
  const begun = { id: place.item_id, object: 'realtime.item', type: 'message', role: 'assistant', status: 'in_progress', content: [] }
  const said = audio ? { type: 'output_audio', transcript: text } : { type: 'output_text', text }
  return { begun, item: { ...begun, status, content: [said] }, content: audio ? audioEvents(text, place) : textEvents(text, place) }
}

function textEvents(text: string, place: Place): TimedEvent[] {
  const at = { ...place, content_index: 0 }
  return [
    { type: 'response.content_part.added', fields: { ...at, part: { type: 'text', text: '' } } },
    ...words(text).map((delta) => ({ type: 'response.output_text.delta', fields: { ...at, delta } })),
    { type: 'response.output_text.done', fields: { ...at, text } },
    { type: 'response.content_part.done', fields: { ...at, part: { type: 'text', text } } },
  ]
}

function audioEvents(transcript: string, place: Place): TimedEvent[] {
  const at = { ...place, content_index: 0 }
  return [
    { type: 'response.content_part.added', fields: { ...at, part: { type: 'audio', transcript: '' } } },
    ...words(transcript).flatMap((delta) => [
      { type: 'response.output_audio_transcript.delta', fields: { ...at, delta } },
      { type: 'response.output_audio.delta', fields: { ...at, delta: quietSound } },
    ]),
    { type: 'response.output_audio.done', fields: at },
    { type: 'response.output_audio_transcript.done', fields: { ...at, transcript } },
    { type: 'response.content_part.done', fields: { ...at, part: { type: 'audio', transcript } } },
  ]
}

function usageOf({ usage }: Reply, audio: boolean): JsonObject {
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {}
  return {
    total_tokens: inputTokens + outputTokens,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    input_token_details: { text_tokens: inputTokens, audio_tokens: 0, cached_tokens: 0 },
    output_token_details: { text_tokens: audio ? 0 : outputTokens, audio_tokens: audio ? outputTokens : 0 },
  }
}
