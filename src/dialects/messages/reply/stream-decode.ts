import { append } from '../../../exchange/append.js'
import type { DecodeContext } from '../../../exchange/context.js'
import { endedEarly } from '../../../exchange/end-reason.js'
import { unreadableEvent } from '../../../exchange/error.js'
import type { ServerSentEvent } from '../../../exchange/server-sent-event.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import type { StreamDecoder } from '../../dialect.js'
import { startBlock, type OpenBlock } from './block-decoder.js'
import { decodeStreamError } from '../error-decode.js'
import { decodeFinish } from './finish.js'
import { parseWire } from '../../../json/exact-numbers.js'
import { isObject, type JsonObject } from '../../../json/object.js'
import { decodeUsage, inputUsage, mergeWireUsage } from './usage.js'

const blockOfDelta: ReadonlyMap<unknown, string> = new Map([
  ['text_delta', 'text'],
  ['thinking_delta', 'thinking'],
])

/** Decodes a stream: `message_start`, blocks in sequence, `message_delta`, `message_stop`. `ping` and unknown events are ignored. */
export class MessagesStreamDecoder implements StreamDecoder {
  readonly #open = new Map<unknown, OpenBlock>()
  #started = false
  #ended = false
  #parts = 0
  #usage: unknown
  #stopReason: unknown
  #stopSequence: unknown
  #stopDetails: unknown

  constructor(private readonly context: DecodeContext) {}

  push(event: ServerSentEvent): StreamPart[] {
    if (this.#ended || event.data === '' || event.data === '[DONE]') return []
    const wire = parseWire(event.data, '"input"')
    if (!isObject(wire)) return this.#fail(unreadableEvent)
    switch (wire['type'] ?? event.event) {
      case 'message_start':
        return this.#start(wire['message'])
      case 'content_block_start':
        return this.#startBlock(wire)
      case 'content_block_delta':
        return this.#blockDelta(wire)
      case 'content_block_stop':
        return this.#stopBlock(wire['index'])
      case 'message_delta':
        return this.#delta(wire)
      case 'message_stop':
        return this.#stop()
      case 'error':
        return this.#fail(decodeStreamError(wire))
      default:
        // Some servers of this dialect send `{error}` without a type.
        return wire['type'] === undefined && wire['error'] ? this.#fail(decodeStreamError(wire)) : []
    }
  }

  end(): StreamPart[] {
    return this.#ended ? [] : this.#fail(endedEarly)
  }

  #start(message: unknown): StreamPart[] {
    if (this.#started) return []
    const wire: JsonObject = isObject(message) ? message : {}
    this.#usage = wire['usage']
    const usage = decodeUsage(this.#usage)
    return [...this.#begin(wire), ...(usage === undefined ? [] : [{ type: 'usage', usage: inputUsage(usage) } as const])]
  }

  #begin(message: JsonObject): StreamPart[] {
    if (this.#started) return []
    this.#started = true
    const { id, model } = message
    return [{ type: 'reply-start', id: typeof id === 'string' ? id : '', model: typeof model === 'string' ? model : '' }]
  }

  /** Counts are cumulative: a later one replaces an earlier one. */
  #report(usage: unknown): StreamPart[] {
    this.#usage = mergeWireUsage(this.#usage, usage)
    const decoded = decodeUsage(this.#usage)
    return decoded === undefined ? [] : [{ type: 'usage', usage: decoded }]
  }

  #startBlock(wire: JsonObject): StreamPart[] {
    const { block, parts } = startBlock(wire['content_block'], this.#parts, this.context)
    this.#parts += 1
    this.#open.set(wire['index'], block)
    return this.#started ? parts : [...this.#begin({}), ...parts]
  }

  #blockDelta(wire: JsonObject): StreamPart[] {
    const { index, delta } = wire
    const open = this.#open.get(index)
    if (open !== undefined) return open.delta(delta)
    // Some servers send text without a block, or after its stop event: it gets a block of its own.
    const type = isObject(delta) ? blockOfDelta.get(delta['type']) : undefined
    if (type === undefined) return []
    const started = this.#startBlock({ index, content_block: { type } })
    return [...started, ...(this.#open.get(index)?.delta(delta) ?? [])]
  }

  #stopBlock(index: unknown): StreamPart[] {
    const block = this.#open.get(index)
    this.#open.delete(index)
    return block?.stop() ?? []
  }

  #delta(wire: JsonObject): StreamPart[] {
    const delta: JsonObject = isObject(wire['delta']) ? wire['delta'] : {}
    this.#stopReason = delta['stop_reason'] ?? this.#stopReason
    this.#stopSequence = delta['stop_sequence'] ?? this.#stopSequence
    this.#stopDetails = delta['stop_details'] ?? this.#stopDetails
    return this.#report(wire['usage'])
  }

  #stop(): StreamPart[] {
    const parts = this.#begin({})
    // Some servers send no stop events of blocks. Whether the arguments of a tool call are complete is checked later, by `StreamCheck`.
    for (const block of this.#open.values()) if (!block.isEmpty) append(parts, block.stop())
    this.#ended = true
    const finish = decodeFinish(this.#stopReason, this.#stopSequence, this.#stopDetails)
    parts.push({ type: 'choice-end', choice: 0, finish }, { type: 'reply-end' })
    return parts
  }

  #fail(error: Extract<StreamPart, { type: 'error' }>['error']): StreamPart[] {
    this.#ended = true
    return [{ type: 'error', error }]
  }
}
