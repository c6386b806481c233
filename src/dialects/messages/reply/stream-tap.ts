import { unreadableEvent } from '../../../exchange/error.js'
import type { ServerSentEvent } from '../../../exchange/server-sent-event.js'
import type { Usage } from '../../../exchange/usage.js'
import type { StreamTap, TappedEvent } from '../../dialect.js'
import { decodeStreamError } from '../error-decode.js'
import { isObject, parseJson, type JsonObject } from '../../../json/object.js'
import { decodeUsage, inputUsage, mergeWireUsage } from './usage.js'

const content: TappedEvent = { type: 'content' }
const other: TappedEvent = { type: 'other' }
const ping: TappedEvent = { type: 'ping' }

/** The tap of a relayed stream. */
export class MessagesStreamTap implements StreamTap {
  finished = false
  contentBytes = 0
  #usage: unknown
  #isFinal = false

  /** Without the output before `message_delta`: its count in `message_start` is a placeholder. */
  get usage(): Usage | undefined {
    const usage = decodeUsage(this.#usage)
    return usage === undefined || this.#isFinal ? usage : inputUsage(usage)
  }

  push(event: ServerSentEvent): TappedEvent {
    if (event.data === '') return ping
    const wire = parseJson(event.data)
    if (!isObject(wire)) {
      if (event.data === '[DONE]') return other
      return { type: 'error', error: unreadableEvent }
    }
    switch (wire['type'] ?? event.event) {
      case 'content_block_delta':
        this.contentBytes += bytesOf(wire['delta'])
        return content
      case 'content_block_start':
        return content
      case 'message_start':
        this.#usage = mergeWireUsage(this.#usage, isObject(wire['message']) ? wire['message']['usage'] : undefined)
        return other
      case 'message_delta':
        this.#isFinal = true
        this.#usage = mergeWireUsage(this.#usage, wire['usage'])
        return other
      case 'message_stop':
        this.finished = true
        return other
      case 'ping':
        return ping
      case 'error':
        return { type: 'error', error: decodeStreamError(wire) }
      default:
        return wire['type'] === undefined && wire['error'] ? { type: 'error', error: decodeStreamError(wire) } : other
    }
  }
}

function bytesOf(delta: unknown): number {
  if (!isObject(delta)) return 0
  const text = pieceOf(delta)
  return typeof text === 'string' ? Buffer.byteLength(text) : 0
}

function pieceOf({ text, thinking, partial_json: json }: JsonObject): unknown {
  return text ?? thinking ?? json
}
