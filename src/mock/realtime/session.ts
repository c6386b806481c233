import { setTimeout as pause } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { GatewayFailure } from '../../exchange/error.js'
import { listOf, objectOf, textOrEmpty, type JsonObject } from '../../json/object.js'
import { messageBytes } from '../../realtime/flow.js'
import { mockFailure } from '../conversation/stream.js'
import type { Preferences } from '../preferences.js'
import { parseJson } from '../request.js'
import { answerFor } from './answer.js'
import { Conversation } from './conversation.js'
import { cancelled, failed, responseEvents, type TimedEvent } from './response-events.js'
import { EventError, problemOf } from './event-error.js'

export interface RealtimeOptions {
  readonly newId: (prefix: string) => string
  readonly preferences: Preferences
  readonly model: string
}

/** A response that is being sent. */
interface ActiveResponse {
  readonly id: string
  readonly stop: AbortController
}

/**
 * A session of the realtime API. Each `response.create` is answered as a conversation of the other styles is: with calls, echoes and limits
 * as requested, as text or as silent audio.
 */
export class RealtimeSession {
  #session: JsonObject
  #active: ActiveResponse | undefined
  #bufferedBytes = 0
  #sent = 0
  readonly #conversation: Conversation

  constructor(
    private readonly socket: WebSocket,
    private readonly options: RealtimeOptions,
  ) {
    this.#conversation = new Conversation(options.newId)
    this.#session = {
      type: 'realtime',
      object: 'realtime.session',
      id: options.newId('sess_'),
      model: options.model,
      output_modalities: ['audio'],
      instructions: '',
      tools: [],
      tool_choice: 'auto',
      max_output_tokens: 'inf',
    }
    this.#send('session.created', { session: this.#session })
    socket.on('message', (data) => {
      this.#receive(messageBytes(data))
    })
    socket.once('close', () => this.#active?.stop.abort())
  }

  #send(type: string, fields: JsonObject): void {
    const { socket, options } = this
    if (socket.readyState !== socket.OPEN) return
    if (options.preferences.cut !== undefined && this.#sent >= options.preferences.cut) {
      socket.terminate()
      return
    }
    this.#sent += 1
    socket.send(JSON.stringify({ type, event_id: options.newId('event_'), ...fields }))
  }

  #receive(bytes: Buffer): void {
    let event: JsonObject = {}
    try {
      event = parseJson(bytes)
      const problem = problemOf(event)
      if (problem !== undefined) throw problem
      this.#answer(event)
    } catch (thrown) {
      const { code, message, param } = errorOf(thrown)
      const id = typeof event['event_id'] === 'string' ? event['event_id'] : null
      this.#send('error', { error: { type: 'invalid_request_error', code, message, param, event_id: id } })
    }
  }

  #answer(event: JsonObject): void {
    switch (event['type']) {
      case 'session.update':
        this.#session = { ...this.#session, ...objectOf(event['session']), id: this.#session['id'], model: this.#session['model'] }
        this.#send('session.updated', { session: this.#session })
        return
      case 'conversation.item.create':
        this.#add(objectOf(event['item']) ?? {}, event['previous_item_id'])
        return
      case 'conversation.item.retrieve':
        this.#send('conversation.item.retrieved', { item: this.#conversation.find(event['item_id']) })
        return
      case 'conversation.item.delete':
        this.#conversation.delete(event['item_id'])
        this.#send('conversation.item.deleted', { item_id: event['item_id'] })
        return
      case 'conversation.item.truncate': {
        const { item_id, content_index, audio_end_ms } = event
        this.#conversation.find(item_id)
        this.#send('conversation.item.truncated', { item_id, content_index, audio_end_ms })
        return
      }
      case 'input_audio_buffer.append':
        this.#bufferedBytes += textOrEmpty(event['audio']).length
        return
      case 'input_audio_buffer.clear':
        this.#bufferedBytes = 0
        this.#send('input_audio_buffer.cleared', {})
        return
      case 'input_audio_buffer.commit':
        this.#commit()
        return
      case 'output_audio_buffer.clear':
        this.#send('output_audio_buffer.cleared', { response_id: this.#active?.id ?? '' })
        return
      case 'response.create':
        this.#respond(objectOf(event['response']) ?? {})
        return
      case 'response.cancel':
        if (this.#active === undefined) throw new EventError('response_cancel_not_active', 'There is no active response to cancel.', null)
        this.#active.stop.abort()
        return
      default:
        throw new EventError('invalid_value', `The mock does not support events of the type ${JSON.stringify(event['type'])}.`, 'type')
    }
  }

  #add(item: JsonObject, previous?: unknown): void {
    const { added, previousId } = this.#conversation.add(item, previous)
    this.#send('conversation.item.added', { previous_item_id: previousId, item: added })
    this.#send('conversation.item.done', { previous_item_id: previousId, item: added })
  }

  #commit(): void {
    if (this.#bufferedBytes === 0)
      throw new EventError('input_audio_buffer_commit_empty', 'The input audio buffer is empty: append audio before the commit.', null)
    this.#bufferedBytes = 0
    const id = this.options.newId('item_')
    this.#send('input_audio_buffer.committed', { previous_item_id: this.#conversation.lastId, item_id: id })
    this.#add({ id, type: 'message', role: 'user', content: [{ type: 'input_audio', transcript: null }] })
  }

  #respond(settings: JsonObject): void {
    if (this.#active !== undefined)
      throw new EventError(
        'conversation_already_has_active_response',
        `The response ${this.#active.id} is still active: cancel it, or wait for response.done.`,
        null,
      )
    const { newId, preferences, model } = this.options
    const session = { ...this.#session, ...settings }
    const items = Array.isArray(settings['input']) ? listOf(settings['input']) : this.#conversation.items
    const reply = answerFor({ session, items, model, echo: preferences.echo, newId })
    const response = { id: newId('resp_'), stop: new AbortController() }
    const wanted = [session['output_modalities']].flat()
    const events = responseEvents({
      id: response.id,
      reply,
      audio: wanted.includes('audio'),
      metadata: settings['metadata'] ?? null,
      lastId: this.#conversation.lastId,
      newId,
    })
    this.#active = response
    void this.#play(response, events)
  }

  async #play(response: ActiveResponse, events: readonly TimedEvent[]): Promise<void> {
    const { paceMs, error, errorMessage, after } = this.options.preferences
    for (const [index, { type, fields, item }] of events.entries()) {
      if (index > 0 && paceMs > 0) await pause(paceMs, undefined, { signal: response.stop.signal }).catch(() => undefined)
      const isLast = index === events.length - 1
      const breaks = error !== undefined && (index >= after || isLast)
      if (response.stop.signal.aborted || breaks) {
        this.#active = undefined
        this.#send('response.done', { response: breaks ? failed(events, mockFailure(error, errorMessage)) : cancelled(events) })
        return
      }
      if (item !== undefined) this.#conversation.add(item)
      if (isLast) this.#active = undefined
      this.#send(type, fields)
    }
  }
}

function errorOf(thrown: unknown): { readonly code: string; readonly message: string; readonly param: string | null } {
  if (thrown instanceof EventError) return thrown
  if (thrown instanceof GatewayFailure)
    return { code: thrown.error.code ?? 'invalid_value', message: thrown.message, param: thrown.error.param ?? null }
  return { code: 'server_error', message: 'The mock failed on this event.', param: null }
}
