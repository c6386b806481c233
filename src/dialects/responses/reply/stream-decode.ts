import type { DecodeContext } from '../../../exchange/context.js'
import { endedEarly } from '../../../exchange/end-reason.js'
import { unreadableEvent } from '../../../exchange/error.js'
import type { MediaPart, Part } from '../../../exchange/part.js'
import type { TokenLogprob } from '../../../exchange/reply.js'
import type { ServerSentEvent } from '../../../exchange/server-sent-event.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import type { StreamDecoder } from '../../dialect.js'
import { decodeAnnotation } from '../annotation.js'
import { decodeResponsesError } from '../error.js'
import { decodeFinish } from './finish.js'
import { decodeLogprobs } from './logprob.js'
import { callOf, decodeOutputItem, inputOf, proofOfItem, reasoningText } from './output-decode.js'
import { PassedText } from './passed-text.js'
import { usageOf } from './usage.js'
import { withExactWireNumbers } from '../../../json/exact-numbers.js'
import { mayLoseDigits } from '../../../json/scan.js'
import { defined, isObject, numberOf, objectsOf, textOrEmpty, type JsonObject } from '../../../json/object.js'

/** An output item that has not ended. `part`: the number of its open part. */
interface OpenItem {
  readonly type: string
  readonly phase: string | undefined
  readonly itemId: string | undefined
  part: number | undefined
  kind: 'text' | 'refusal' | 'reasoning' | 'call' | undefined
  /** The text of the open part that was passed on. */
  passed: PassedText
  /** The number of content parts of a message that have ended. */
  contentParts: number
  summaryIndex: number
}

/** Decodes a stream. An `output_item.done` event has the whole item: text that was in no delta is passed on then. */
export class ResponsesStreamDecoder implements StreamDecoder {
  readonly #context: DecodeContext
  readonly #items = new Map<number, OpenItem>()
  #nextPart = 0
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
    return [
      {
        type: 'error',
        error: endedEarly,
      },
    ]
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
        this.#content(data, 'text', textOrEmpty(data['delta']), parts, decodeLogprobs(data['logprobs']))
        return
      case 'response.refusal.delta':
        this.#content(data, 'refusal', textOrEmpty(data['delta']), parts)
        return
      case 'response.output_text.annotation.added':
        this.#annotation(data, parts)
        return
      case 'response.output_text.done':
        this.#rest(data, 'text', textOrEmpty(data['text']), parts)
        return
      case 'response.refusal.done':
        this.#rest(data, 'refusal', textOrEmpty(data['refusal']), parts)
        return
      case 'response.content_part.done':
        this.#contentDone(data, parts)
        return
      case 'response.reasoning_summary_text.delta':
        this.#reasoning(data, textOrEmpty(data['delta']), numberOf(data['summary_index']) ?? 0, parts)
        return
      case 'response.reasoning_text.delta':
      case 'response.reasoning.delta':
        this.#reasoning(data, textOrEmpty(data['delta']), undefined, parts)
        return
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        this.#call(indexOf(data), textOrEmpty(data['delta']), parts)
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

  #added(index: number, item: JsonObject, parts: StreamPart[]): void {
    const open: OpenItem = {
      type: textOrEmpty(item['type']),
      phase: typeof item['phase'] === 'string' ? item['phase'] : undefined,
      itemId: typeof item['id'] === 'string' ? item['id'] : undefined,
      part: undefined,
      kind: undefined,
      passed: new PassedText(),
      contentParts: 0,
      summaryIndex: 0,
    }
    this.#items.set(index, open)
    this.#seenTypes.add(open.type)
    if (open.type === 'function_call' || open.type === 'custom_tool_call') this.#startCall(open, item, parts)
  }

  #startCall(open: OpenItem, item: JsonObject, parts: StreamPart[]): void {
    this.#hasCalls = true
    const { id, name, kind, itemId } = callOf(item, this.#context.newId)
    open.part = this.#nextPart++
    open.kind = 'call'
    parts.push(defined({ type: 'tool-call-start', choice: 0, part: open.part, id, name, kind, itemId }))
  }

  #call(index: number, input: string, parts: StreamPart[]): void {
    const open = this.#items.get(index)
    if (open?.kind !== 'call' || open.part === undefined || input === '') return
    open.passed.add(input)
    parts.push({ type: 'tool-call-delta', choice: 0, part: open.part, input })
  }

  /** The item of an event; it is opened here where the provider sent no `output_item.added` for it. */
  #itemOf(data: JsonObject, type: string, parts: StreamPart[]): OpenItem | undefined {
    const index = indexOf(data)
    const open = this.#items.get(index)
    if (open !== undefined) return open
    this.#start(undefined, parts)
    this.#added(index, { type, id: data['item_id'] }, parts)
    return this.#items.get(index)
  }

  #content(data: JsonObject, kind: 'text' | 'refusal', delta: string, parts: StreamPart[], logprobs: readonly TokenLogprob[] = []): void {
    const open = this.#itemOf(data, 'message', parts)
    if (open === undefined || delta === '') return
    const part = this.#openContent(open, kind, parts)
    open.passed.add(delta)
    if (kind === 'refusal') parts.push({ type: 'refusal-delta', choice: 0, part, text: delta })
    else parts.push({ type: 'text-delta', choice: 0, part, text: delta, ...(logprobs.length === 0 ? {} : { logprobs }) })
  }

  #openContent(open: OpenItem, kind: 'text' | 'refusal', parts: StreamPart[]): number {
    if (open.part !== undefined && open.kind === kind) return open.part
    this.#closePart(open, parts)
    const part = this.#nextPart++
    open.part = part
    open.kind = kind
    open.passed = new PassedText()
    if (kind === 'refusal') parts.push({ type: 'refusal-start', choice: 0, part })
    else parts.push(defined({ type: 'text-start', choice: 0, part, phase: open.phase }))
    return part
  }

  /** Passes on the text of a `…done` event, which is the whole one, that was in no delta. */
  #rest(data: JsonObject, kind: 'text' | 'refusal', whole: string, parts: StreamPart[]): void {
    const open = this.#items.get(indexOf(data))
    this.#content(data, kind, open?.kind === kind ? open.passed.restOf(whole) : whole, parts)
  }

  #annotation(data: JsonObject, parts: StreamPart[]): void {
    if (!isObject(data['annotation'])) return
    const open = this.#itemOf(data, 'message', parts)
    if (open === undefined) return
    const part = this.#openContent(open, 'text', parts)
    parts.push({ type: 'citation', choice: 0, part, citation: decodeAnnotation(data['annotation']) })
  }

  #contentDone(data: JsonObject, parts: StreamPart[]): void {
    const open = this.#items.get(indexOf(data))
    if (open?.type !== 'message') return
    const content = isObject(data['part']) ? data['part'] : {}
    this.#rest(
      data,
      content['type'] === 'refusal' ? 'refusal' : 'text',
      textOrEmpty(content['text']) || textOrEmpty(content['refusal']),
      parts,
    )
    this.#closePart(open, parts)
    open.contentParts++
  }

  #reasoning(data: JsonObject, delta: string, summaryIndex: number | undefined, parts: StreamPart[]): void {
    const open = this.#itemOf(data, 'reasoning', parts)
    if (open === undefined || delta === '') return
    const part = this.#openReasoning(open, summaryIndex !== undefined, parts)
    if (summaryIndex !== undefined && summaryIndex !== open.summaryIndex) {
      open.summaryIndex = summaryIndex
      if (!open.passed.isEmpty) parts.push({ type: 'reasoning-break', choice: 0, part })
    }
    open.passed.add(delta)
    parts.push({ type: 'reasoning-delta', choice: 0, part, text: delta })
  }

  #openReasoning(open: OpenItem, summary: boolean, parts: StreamPart[]): number {
    if (open.part !== undefined && open.kind === 'reasoning') return open.part
    const part = this.#nextPart++
    open.part = part
    open.kind = 'reasoning'
    const itemId = open.itemId === undefined ? {} : { itemId: open.itemId }
    parts.push(defined({ type: 'reasoning-start', choice: 0, part, summary: summary ? summary : undefined, ...itemId }))
    return part
  }

  #closePart(open: OpenItem, parts: StreamPart[]): void {
    const { part, kind } = open
    open.part = undefined
    open.kind = undefined
    open.passed = new PassedText()
    if (part === undefined) return
    if (kind === 'text') parts.push({ type: 'text-end', choice: 0, part })
    else if (kind === 'refusal') parts.push({ type: 'refusal-end', choice: 0, part })
  }

  #done(index: number, item: JsonObject, parts: StreamPart[]): void {
    let open = this.#items.get(index)
    if (open === undefined) {
      this.#added(index, item, parts)
      open = this.#items.get(index)
    }
    if (open === undefined) return
    this.#items.delete(index)
    switch (item['type']) {
      case 'message':
        this.#messageDone(open, item, parts)
        return
      case 'reasoning':
        this.#reasoningDone(open, item, parts)
        return
      case 'function_call':
      case 'custom_tool_call': {
        if (open.part === undefined) this.#startCall(open, item, parts)
        const { part } = open
        if (part === undefined) return
        const missing = open.passed.restOf(inputOf(item))
        if (missing !== '') parts.push({ type: 'tool-call-delta', choice: 0, part, input: missing })
        parts.push({ type: 'tool-call-end', choice: 0, part })
        return
      }
      default:
        for (const part of decodeOutputItem(item, this.#context.newId, [])) this.#whole(part, parts)
    }
  }

  #messageDone(open: OpenItem, item: JsonObject, parts: StreamPart[]): void {
    const content = objectsOf(item['content'])
    if (open.part !== undefined) {
      const last = content[open.contentParts]
      const whole = textOrEmpty(last?.['text']) || textOrEmpty(last?.['refusal'])
      const kind = open.kind === 'refusal' ? 'refusal' : 'text'
      const missing = open.passed.restOf(whole)
      if (missing !== '') this.#append(open, kind, missing, parts)
      this.#closePart(open, parts)
      open.contentParts++
    }
    for (const part of content.slice(open.contentParts)) {
      const kind = part['type'] === 'refusal' ? 'refusal' : 'text'
      const text = textOrEmpty(part['text']) || textOrEmpty(part['refusal'])
      if (text === '') continue
      const number = this.#openContent(open, kind, parts)
      this.#append(open, kind, text, parts)
      for (const annotation of objectsOf(part['annotations'])) {
        parts.push({ type: 'citation', choice: 0, part: number, citation: decodeAnnotation(annotation) })
      }
      this.#closePart(open, parts)
    }
  }

  #append(open: OpenItem, kind: 'text' | 'refusal', text: string, parts: StreamPart[]): void {
    const part = this.#openContent(open, kind, parts)
    open.passed.add(text)
    parts.push(kind === 'refusal' ? { type: 'refusal-delta', choice: 0, part, text } : { type: 'text-delta', choice: 0, part, text })
  }

  #reasoningDone(open: OpenItem, item: JsonObject, parts: StreamPart[]): void {
    const proof = proofOfItem(item)
    const { text, summaries } = reasoningText(item)
    if (open.part === undefined) {
      if (text === '' && proof === undefined) return
      const part = this.#openReasoning(open, summaries.length > 0, parts)
      const sections = summaries.length > 0 ? summaries : [text]
      sections.forEach((section, index) => {
        if (index > 0) parts.push({ type: 'reasoning-break', choice: 0, part })
        if (section !== '') parts.push({ type: 'reasoning-delta', choice: 0, part, text: section })
      })
    }
    if (open.part !== undefined) parts.push(defined({ type: 'reasoning-end', choice: 0, part: open.part, proof }))
  }

  /** Passes on a part that is complete at its start. */
  #whole(part: Part, parts: StreamPart[]): void {
    const place = { choice: 0, part: this.#nextPart++ }
    if (part.type === 'media') parts.push({ type: 'media', ...place, media: part satisfies MediaPart })
    else if (part.type === 'opaque') parts.push({ type: 'opaque', ...place, value: part })
  }

  #finish(response: unknown, type: string, parts: StreamPart[]): void {
    const wire = isObject(response) ? response : {}
    this.#start(wire, parts)
    // Some servers send all items, or all items of a type, only in the last event.
    const seen = new Set(this.#seenTypes)
    objectsOf(wire['output']).forEach((item, index) => {
      if (!seen.has(textOrEmpty(item['type']))) this.#done(firstUnusedIndex + index, item, parts)
    })
    for (const open of this.#items.values()) this.#endUnfinished(open, parts)
    this.#items.clear()
    this.#usage(wire, parts)
    const status = type === 'response.incomplete' ? 'incomplete' : (wire['status'] ?? 'completed')
    parts.push({ type: 'choice-end', choice: 0, finish: decodeFinish(status, wire['incomplete_details'], this.#hasCalls) })
    parts.push({ type: 'reply-end' })
    this.#ended = true
  }

  /** Ends an item whose `output_item.done` is missing: by the terminal event of the response it is complete. */
  #endUnfinished(open: OpenItem, parts: StreamPart[]): void {
    if (open.part === undefined) return
    if (open.kind === 'reasoning') parts.push({ type: 'reasoning-end', choice: 0, part: open.part })
    else if (open.kind === 'call') parts.push({ type: 'tool-call-end', choice: 0, part: open.part })
    else this.#closePart(open, parts)
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
