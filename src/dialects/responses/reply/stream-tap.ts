import { unreadableEvent, type GatewayError } from '../../../exchange/error.js'
import type { ServerSentEvent } from '../../../exchange/server-sent-event.js'
import type { Usage } from '../../../exchange/usage.js'
import type { StreamTap, TappedEvent } from '../../dialect.js'
import { decodeResponsesError, failureFrames } from '../error.js'
import { usageOf } from './usage.js'
import { parseWire } from '../../../json/exact-numbers.js'
import { isObject, numberOf, objectOf, parseObject, type JsonObject } from '../../../json/object.js'

const content: TappedEvent = { type: 'content' }
const other: TappedEvent = { type: 'other' }
const ping: TappedEvent = { type: 'ping' }

const deltaEnding = '.delta'

/** The tap of a relayed stream. Only the first and the last events are parsed; deltas are measured without parsing. */
export class ResponsesStreamTap implements StreamTap {
  finished = false
  usage: Usage | undefined
  contentBytes = 0
  /** The id of the reply, from its first event. */
  replyId: string | undefined
  #started: JsonObject | undefined
  #sequence = -1

  push(event: ServerSentEvent): TappedEvent {
    const { data } = event
    if (data === '') return ping
    if (data === '[DONE]') return other
    const type = event.event ?? typeOf(data)
    if (type.endsWith(deltaEnding)) {
      this.#sequence++
      this.contentBytes += deltaBytes(data)
      return content
    }
    switch (type) {
      case 'response.created':
      case 'response.in_progress':
      case 'response.queued':
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
      case 'error':
        return this.#read(data, type)
      default:
        if (type.startsWith('response.')) {
          this.#sequence++
          return type.endsWith('.added') ? other : content
        }
        return type === '' ? this.#read(data, '') : other
    }
  }

  #read(data: string, type: string): TappedEvent {
    const wire = objectOf(parseWire(data, '"usage"'))
    if (wire === undefined) return invalidEvent
    const sequence = numberOf(wire['sequence_number'])
    this.#sequence = sequence ?? this.#sequence + 1
    const response = isObject(wire['response']) ? wire['response'] : undefined
    if (response !== undefined) {
      this.#started ??= response
      if (typeof response['id'] === 'string') this.replyId ??= response['id']
      this.usage = usageOf(response) ?? this.usage
    }
    if (type === 'response.completed' || type === 'response.incomplete') {
      this.finished = true
      return other
    }
    if (type === 'response.failed' || type === 'error' || (type === '' && wire['error'])) {
      return { type: 'error', error: decodeResponsesError(wire) }
    }
    return other
  }

  /** The error frames of this stream: with its response and the next sequence numbers. */
  failure(error: GatewayError): string {
    return failureFrames(
      error,
      { ...(this.#started ?? { id: '', object: 'response', created_at: 0, model: '', output: [] }) },
      this.#sequence + 1,
    )
  }
}

const invalidEvent: TappedEvent = {
  type: 'error',
  error: unreadableEvent,
}

/** The type of an event without an `event:` line. */
function typeOf(data: string): string {
  const type = /^\s*\{\s*"type"\s*:\s*"([^"\\]*)"/.exec(data.slice(0, 200))?.[1] ?? parseObject(data)?.['type']
  return typeof type === 'string' ? type : ''
}

/** The size of a delta's text in bytes, measured in its JSON string, which is exact enough for an estimate. */
function deltaBytes(data: string): number {
  const name = data.indexOf('"delta"')
  if (name < 0) return 0
  const start = data.indexOf('"', name + 7)
  if (start < 0) return 0
  let end = start + 1
  while (end < data.length && data[end] !== '"') end += data[end] === '\\' ? 2 : 1
  return Buffer.byteLength(data.slice(start + 1, end))
}
