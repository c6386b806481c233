import type { Conversation, Emit } from './conversation.js'
import type { JsonObject } from '../../../json/object.js'
import type { RealtimeUsage } from './usage.js'

export interface ResponseOptions {
  readonly emit: Emit
  readonly conversation: Conversation
  readonly newId: (prefix: string) => string
  readonly modality: 'text' | 'audio'
  readonly metadata: unknown
}

export type ResponseEnd =
  | { readonly status: 'completed' }
  | { readonly status: 'cancelled'; readonly reason: 'turn_detected' | 'client_cancelled' }
  | { readonly status: 'incomplete'; readonly reason: 'content_filter' | 'max_output_tokens' }
  | { readonly status: 'failed'; readonly code: string; readonly message: string }

interface OpenMessage {
  readonly id: string
  readonly previous: string | null
  readonly place: JsonObject
  words: string
}

/** Writes the events of one response: its items and parts are begun, filled and ended in the order of OpenAI's realtime API. */
export class Response {
  readonly id: string
  readonly #output: JsonObject[] = []
  #message: OpenMessage | undefined

  constructor(private readonly options: ResponseOptions) {
    this.id = options.newId('resp_')
    options.emit('response.created', { response: this.#object('in_progress', null, null) })
  }

  /** A piece of text or of a transcript. */
  text(delta: string): void {
    const message = (this.#message ??= this.#begin())
    message.words += delta
    const type = this.options.modality === 'text' ? 'response.output_text.delta' : 'response.output_audio_transcript.delta'
    this.options.emit(type, { ...message.place, delta })
  }

  /** A piece of audio, base64. */
  audio(delta: string): void {
    const message = (this.#message ??= this.#begin())
    this.options.emit('response.output_audio.delta', { ...message.place, delta })
  }

  call(callId: string, name: string, args: string): void {
    const { emit, conversation, newId } = this.options
    this.#close('completed')
    const id = newId('item_')
    const item = { id, object: 'realtime.item', type: 'function_call', status: 'in_progress', call_id: callId, name, arguments: '' }
    const place = { response_id: this.id, output_index: this.#output.length }
    emit('response.output_item.added', { ...place, item })
    const previous = conversation.begin(item)
    const at = { ...place, item_id: id, call_id: callId }
    emit('response.function_call_arguments.delta', { ...at, delta: args })
    emit('response.function_call_arguments.done', { ...at, name, arguments: args })
    this.#complete({ ...item, status: 'completed', arguments: args }, previous)
  }

  end(end: ResponseEnd, usage: RealtimeUsage | undefined): void {
    this.#close(end.status === 'completed' ? 'completed' : 'incomplete')
    this.options.emit('response.done', { response: this.#object(end.status, detailsOf(end), usage ?? null) })
  }

  #begin(): OpenMessage {
    const { emit, conversation, newId } = this.options
    const id = newId('item_')
    const item = { id, object: 'realtime.item', type: 'message', status: 'in_progress', role: 'assistant', content: [] }
    const place = { response_id: this.id, output_index: this.#output.length }
    emit('response.output_item.added', { ...place, item })
    const previous = conversation.begin(item)
    const at = { ...place, item_id: id, content_index: 0 }
    emit('response.content_part.added', { ...at, part: this.#part('') })
    return { id, previous, place: at, words: '' }
  }

  #close(status: 'completed' | 'incomplete'): void {
    const message = this.#message
    if (message === undefined) return
    this.#message = undefined
    const { emit, modality } = this.options
    const { place, words } = message
    if (modality === 'text') emit('response.output_text.done', { ...place, text: words })
    else {
      emit('response.output_audio.done', place)
      emit('response.output_audio_transcript.done', { ...place, transcript: words })
    }
    emit('response.content_part.done', { ...place, part: this.#part(words) })
    const content = modality === 'text' ? { type: 'output_text', text: words } : { type: 'output_audio', transcript: words }
    const item = { id: message.id, object: 'realtime.item', type: 'message', status, role: 'assistant', content: [content] }
    this.#complete(item, message.previous)
  }

  #complete(item: JsonObject & { readonly id: string }, previous: string | null): void {
    const { emit, conversation } = this.options
    conversation.complete(item, previous)
    emit('response.output_item.done', { response_id: this.id, output_index: this.#output.length, item })
    this.#output.push(item)
  }

  #part(words: string): JsonObject {
    return this.options.modality === 'text' ? { type: 'text', text: words } : { type: 'audio', transcript: words }
  }

  #object(status: string, details: JsonObject | null, usage: RealtimeUsage | null): JsonObject {
    return {
      id: this.id,
      object: 'realtime.response',
      status,
      status_details: details,
      output: [...this.#output],
      output_modalities: [this.options.modality],
      metadata: this.options.metadata ?? null,
      usage,
    }
  }
}

function detailsOf(end: ResponseEnd): JsonObject | null {
  if (end.status === 'completed') return null
  if (end.status === 'failed') return { type: 'failed', error: { type: 'server_error', code: end.code, message: end.message } }
  return { type: end.status, reason: end.reason }
}
