import type { DecodeContext } from '../../../exchange/context.js'
import { endedEarly } from '../../../exchange/end-reason.js'
import { unreadableEvent } from '../../../exchange/error.js'
import type { ServerSentEvent } from '../../../exchange/server-sent-event.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import type { StreamDecoder } from '../../dialect.js'
import { decodeResponsesError } from '../error.js'
import { decodeFinish } from './finish.js'
import { isCallType, ItemDecoder, PartNumbers } from './item-decoder.js'
import { decodeLogprobs } from './logprob.js'
import { usageOf } from './usage.js'
import { withExactWireNumbers } from '../../../json/exact-numbers.js'
import { mayLoseDigits } from '../../../json/long-numbers.js'
import { isObject, numberOf, objectOf, objectsOf, textOrEmpty, type JsonObject } from '../../../json/object.js'

/** Decodes a stream. An `output_item.done` event has the whole item: text that was in no delta is passed on then. */
export class ResponsesStreamDecoder implements StreamDecoder {
  readonly #context: DecodeContext
  /** Items that have not ended, by their index. */
  readonly #items = new Map<number, ItemDecoder>()
  readonly #numbers = new PartNumbers()
  #started = false
  #ended = false
  #hasCalls = false
  readonly #seenTypes = new Set<string>()

  constructor(context: DecodeContext) {
    this.#context = context
  }

  push(event: ServerSentEvent): StreamPart[] {
    if (this.#ended || event.data === '' || event.data === '[DONE]') return []
    const parts: StreamPart[] = []
    let data: unknown
    try {
      data = JSON.parse(event.data)
      if (event.data.includes('"usage"') && mayLoseDigits(event.data)) withExactWireNumbers(data, event.data)
    } catch {
      return this.#fail(parts)
    }
    if (!isObject(data)) return this.#fail(parts)
    this.#read(data, textOrEmpty(data['type']) || (event.event ?? ''), parts)
    return parts
  }

  end(): StreamPart[] {
    if (this.#ended) return []
    this.#ended = true
    return [{ type: 'error', error: endedEarly }]
  }

  #fail(parts: StreamPart[]): StreamPart[] {
    this.#ended = true
    parts.push({ type: 'error', error: unreadableEvent })
    return parts
  }

  #read(data: JsonObject, type: string, parts: StreamPart[]): void {
    switch (type) {
      case 'response.created':
      case 'response.queued':
      case 'response.in_progress':
        this.#start(data['response'], parts)
        return
      case 'response.output_item.added':
        this.#start(undefined, parts)
        if (isObject(data['item'])) this.#added(indexOf(data), data['item'], parts)
        return
      case 'response.output_item.done':
        this.#start(undefined, parts)
        if (isObject(data['item'])) this.#done(indexOf(data), data['item'], parts)
        return
      case 'response.output_text.delta':
        this.#itemOf(data, 'message', parts).content('text', textOrEmpty(data['delta']), parts, decodeLogprobs(data['logprobs']))
        return
      case 'response.refusal.delta':
        this.#itemOf(data, 'message', parts).content('refusal', textOrEmpty(data['delta']), parts)
        return
      case 'response.output_text.annotation.added':
        if (isObject(data['annotation'])) this.#itemOf(data, 'message', parts).annotation(data['annotation'], parts)
        return
      case 'response.output_text.done':
        this.#itemOf(data, 'message', parts).rest('text', textOrEmpty(data['text']), parts)
        return
      case 'response.refusal.done':
        this.#itemOf(data, 'message', parts).rest('refusal', textOrEmpty(data['refusal']), parts)
        return
      case 'response.content_part.done':
        this.#items.get(indexOf(data))?.contentDone(objectOf(data['part']) ?? {}, parts)
        return
      case 'response.reasoning_summary_text.delta':
        this.#itemOf(data, 'reasoning', parts).reasoning(textOrEmpty(data['delta']), numberOf(data['summary_index']) ?? 0, parts)
        return
      case 'response.reasoning_text.delta':
      case 'response.reasoning.delta':
        this.#itemOf(data, 'reasoning', parts).reasoning(textOrEmpty(data['delta']), undefined, parts)
        return
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        this.#items.get(indexOf(data))?.callInput(textOrEmpty(data['delta']), parts)
        return
      case 'response.completed':
      case 'response.incomplete':
        this.#finish(data['response'], type, parts)
        return
      case 'response.failed':
      case 'error':
        this.#ended = true
        if (isObject(data['response'])) this.#usage(data['response'], parts)
        parts.push({ type: 'error', error: decodeResponsesError(data) })
        return
      default:
        // Some compatible servers send an error object without a type.
        if (type === '' && data['error']) {
          this.#ended = true
          parts.push({ type: 'error', error: decodeResponsesError(data) })
        }
    }
  }

  #start(response: unknown, parts: StreamPart[]): void {
    if (this.#started) return
    this.#started = true
    const wire = isObject(response) ? response : {}
    const createdAt = numberOf(wire['created_at'])
    parts.push({
      type: 'reply-start',
      id: textOrEmpty(wire['id']),
      model: textOrEmpty(wire['model']),
      ...(createdAt === undefined ? {} : { createdAt: Math.floor(createdAt) }),
      ...(typeof wire['service_tier'] === 'string' ? { serviceTier: wire['service_tier'] } : {}),
    })
  }

  #added(index: number, item: JsonObject, parts: StreamPart[]): ItemDecoder {
    const added = new ItemDecoder(item, this.#numbers, this.#context.newId)
    this.#items.set(index, added)
    this.#seenTypes.add(added.type)
    if (isCallType(added.type)) this.#hasCalls = true
    added.added(item, parts)
    return added
  }

  /** The item of an event; it is opened here where the provider sent no `output_item.added` for it. */
  #itemOf(data: JsonObject, type: string, parts: StreamPart[]): ItemDecoder {
    const index = indexOf(data)
    const open = this.#items.get(index)
    if (open !== undefined) return open
    this.#start(undefined, parts)
    return this.#added(index, { type, id: data['item_id'] }, parts)
  }

  #done(index: number, item: JsonObject, parts: StreamPart[]): void {
    const done = this.#items.get(index) ?? this.#added(index, item, parts)
    this.#items.delete(index)
    if (isCallType(item['type'])) this.#hasCalls = true
    done.done(item, parts)
  }

  #finish(response: unknown, type: string, parts: StreamPart[]): void {
    const wire = isObject(response) ? response : {}
    this.#start(wire, parts)
    // Some servers send all items, or all items of a type, only in the last event.
    const seen = new Set(this.#seenTypes)
    objectsOf(wire['output']).forEach((item, index) => {
      if (!seen.has(textOrEmpty(item['type']))) this.#done(firstUnusedIndex + index, item, parts)
    })
    for (const open of this.#items.values()) open.endUnfinished(parts)
    this.#items.clear()
    this.#usage(wire, parts)
    const status = type === 'response.incomplete' ? 'incomplete' : (wire['status'] ?? 'completed')
    parts.push({ type: 'choice-end', choice: 0, finish: decodeFinish(status, wire['incomplete_details'], this.#hasCalls) })
    parts.push({ type: 'reply-end' })
    this.#ended = true
  }

  #usage(response: JsonObject, parts: StreamPart[]): void {
    const usage = usageOf(response)
    if (usage !== undefined) parts.push({ type: 'usage', usage })
  }
}

/** The first index for items that are only in the last event; larger than the indexes of events. */
const firstUnusedIndex = 1_000_000

function indexOf(data: JsonObject): number {
  return numberOf(data['output_index']) ?? 0
}
