import { setTimeout as pause } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { GatewayFailure } from '../exchange/error.js'
import { parseJson } from './request.js'
import { objectOf } from '../json/object.js'
import { messageBytes } from '../realtime/flow.js'

export interface RealtimeOptions {
  readonly newId: (prefix: string) => string
  /** Milliseconds between two events. */
  readonly paceMs: number
  readonly model: string
}

type Event = Readonly<Record<string, unknown>>

const answerText = 'This is the mock speaking. '

/** A small realtime session: it stores its settings, accepts items and audio, and answers each `response.create` with text or audio. */
export function answerRealtime(socket: WebSocket, { newId, paceMs, model }: RealtimeOptions): void {
  let session: Event = {
    type: 'realtime',
    object: 'realtime.session',
    id: newId('sess_'),
    model,
    output_modalities: ['audio'],
    instructions: '',
    tools: [],
    tool_choice: 'auto',
    max_output_tokens: 'inf',
  }
  let lastItem: string | null = null
  const send = (type: string, fields: Event): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ type, event_id: newId('event_'), ...fields }))
  }
  const fail = (message: string, clientEvent: unknown): void => {
    send('error', {
      error: { type: 'invalid_request_error', code: 'invalid_value', message, param: 'type', event_id: clientEvent ?? null },
    })
  }
  const addItem = (item: Event): Event => {
    const added = {
      ...item,
      id: typeof item['id'] === 'string' ? item['id'] : newId('item_'),
      object: 'realtime.item',
      status: 'completed',
    }
    send('conversation.item.added', { previous_item_id: lastItem, item: added })
    send('conversation.item.done', { previous_item_id: lastItem, item: added })
    lastItem = added.id
    return added
  }
  const respond = async (settings: Event): Promise<void> => {
    const modalities = [settings['output_modalities'] ?? session['output_modalities']].flat()
    const events = responseEvents({ newId, lastItem, audio: modalities.includes('audio'), metadata: settings['metadata'] ?? null })
    for (const [type, fields] of events) {
      send(type, fields)
      if (paceMs > 0) await pause(paceMs)
    }
  }

  const answer = async (event: Event): Promise<void> => {
    switch (event['type']) {
      case 'session.update':
        session = { ...session, ...objectOf(event['session']), id: session['id'], model: session['model'] }
        send('session.updated', { session })
        return
      case 'conversation.item.create':
        addItem(objectOf(event['item']) ?? {})
        return
      case 'conversation.item.delete':
        send('conversation.item.deleted', { item_id: event['item_id'] })
        return
      case 'conversation.item.truncate':
        send('conversation.item.truncated', {
          item_id: event['item_id'],
          content_index: event['content_index'],
          audio_end_ms: event['audio_end_ms'],
        })
        return
      case 'input_audio_buffer.append':
        return
      case 'input_audio_buffer.clear':
        send('input_audio_buffer.cleared', {})
        return
      case 'input_audio_buffer.commit': {
        const id = newId('item_')
        send('input_audio_buffer.committed', { previous_item_id: lastItem, item_id: id })
        addItem({ id, type: 'message', role: 'user', content: [{ type: 'input_audio', transcript: null }] })
        return
      }
      case 'response.create':
        await respond(objectOf(event['response']) ?? {})
        return
      case 'response.cancel':
        fail('There is no active response to cancel.', event['event_id'])
        return
      default:
        fail('The mock does not support events of this type.', event['event_id'])
    }
  }

  send('session.created', { session })
  let turn = Promise.resolve()
  socket.on('message', (data) => {
    const text = messageBytes(data)
    turn = turn.then(async () => {
      try {
        await answer(parseJson(text))
      } catch (thrown) {
        fail(thrown instanceof GatewayFailure ? thrown.message : 'The mock failed on this event.', undefined)
      }
    })
  })
}

interface ResponseOptions {
  readonly newId: (prefix: string) => string
  readonly lastItem: string | null
  readonly audio: boolean
  readonly metadata: unknown
}

/** The events of one response in the order in which providers send them. */
function responseEvents({ newId, lastItem, audio, metadata }: ResponseOptions): readonly (readonly [string, Event])[] {
  const responseId = newId('resp_')
  const itemId = newId('item_')
  const at = { response_id: responseId, item_id: itemId, output_index: 0, content_index: 0 }
  const begun = { id: itemId, object: 'realtime.item', type: 'message', role: 'assistant', status: 'in_progress', content: [] }
  const part = audio ? { type: 'output_audio', transcript: answerText.trim() } : { type: 'output_text', text: answerText.trim() }
  const item = { ...begun, status: 'completed', content: [part] }
  const response = {
    id: responseId,
    object: 'realtime.response',
    status: 'in_progress',
    status_details: null,
    output: [] as readonly Event[],
    output_modalities: [audio ? 'audio' : 'text'],
    metadata,
    usage: null as Event | null,
  }
  const usage = {
    total_tokens: 18,
    input_tokens: 12,
    output_tokens: 6,
    input_token_details: { text_tokens: 12, audio_tokens: 0, cached_tokens: 0 },
    output_token_details: { text_tokens: audio ? 0 : 6, audio_tokens: audio ? 6 : 0 },
  }
  const words = answerText.trim().match(/\S+\s*/g) ?? []
  const spoken = words.flatMap((delta): [string, Event][] => [
    ['response.output_audio_transcript.delta', { ...at, delta }],
    ['response.output_audio.delta', { ...at, delta: quietSound }],
  ])
  const content: readonly (readonly [string, Event])[] = audio
    ? [
        ['response.content_part.added', { ...at, part: { type: 'audio', transcript: '' } }],
        ...spoken,
        ['response.output_audio.done', at],
        ['response.output_audio_transcript.done', { ...at, transcript: answerText.trim() }],
        ['response.content_part.done', { ...at, part: { type: 'audio', transcript: answerText.trim() } }],
      ]
    : [
        ['response.content_part.added', { ...at, part: { type: 'text', text: '' } }],
        ...words.map((delta): [string, Event] => ['response.output_text.delta', { ...at, delta }]),
        ['response.output_text.done', { ...at, text: answerText.trim() }],
        ['response.content_part.done', { ...at, part: { type: 'text', text: answerText.trim() } }],
      ]
  return [
    ['response.created', { response }],
    ['response.output_item.added', { response_id: responseId, output_index: 0, item: begun }],
    ['conversation.item.added', { previous_item_id: lastItem, item: begun }],
    ...content,
    ['conversation.item.done', { previous_item_id: lastItem, item }],
    ['response.output_item.done', { response_id: responseId, output_index: 0, item }],
    ['response.done', { response: { ...response, status: 'completed', output: [item], usage } }],
  ]
}

/** A tenth of a second of silence: 16-bit mono at 24 kHz. */
const quietSound = Buffer.alloc(4800).toString('base64')
