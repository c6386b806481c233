import type { DecodeContext } from '../../../exchange/context.js'
import type { MediaPart, Part } from '../../../exchange/part.js'
import type { TokenLogprob } from '../../../exchange/reply.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { defined, objectsOf, textOf, textOrEmpty, type JsonObject } from '../../../json/object.js'
import { decodeAnnotation } from '../annotation.js'
import { callOf, decodeOutputItem, inputOf, proofOfItem, reasoningText } from './output-decode.js'
import { PassedText } from './passed-text.js'

type ContentKind = 'text' | 'refusal'

/** The numbers of a stream's parts, in the order in which they begin. */
export class PartNumbers {
  #next = 0

  take(): number {
    return this.#next++
  }
}

/** Decodes the events of one output item. The stream parts are added to `parts`. */
export class ItemDecoder {
  readonly type: string
  readonly #phase: string | undefined
  readonly #itemId: string | undefined
  /** The number of the open part. */
  #part: number | undefined
  #kind: ContentKind | 'reasoning' | 'call' | undefined
  /** The text of the open part that was passed on. */
  #passed = new PassedText()
  /** The number of content parts of a message that have ended. */
  #contentParts = 0
  #summaryIndex = 0

  constructor(
    item: JsonObject,
    private readonly numbers: PartNumbers,
    private readonly newId: DecodeContext['newId'],
  ) {
    this.type = textOrEmpty(item['type'])
    this.#phase = typeof item['phase'] === 'string' ? item['phase'] : undefined
    this.#itemId = typeof item['id'] === 'string' ? item['id'] : undefined
  }

  /** `output_item.added`. */
  added(item: JsonObject, parts: StreamPart[]): void {
    if (isCallType(this.type)) this.#startCall(item, parts)
  }

  callInput(input: string, parts: StreamPart[]): void {
    if (this.#kind !== 'call' || this.#part === undefined || input === '') return
    this.#passed.add(input)
    parts.push({ type: 'tool-call-delta', choice: 0, part: this.#part, input })
  }

  content(kind: ContentKind, delta: string, parts: StreamPart[], logprobs: readonly TokenLogprob[] = []): void {
    if (delta === '') return
    const part = this.#openContent(kind, parts)
    this.#passed.add(delta)
    if (kind === 'refusal') parts.push({ type: 'refusal-delta', choice: 0, part, text: delta })
    else parts.push({ type: 'text-delta', choice: 0, part, text: delta, ...(logprobs.length === 0 ? {} : { logprobs }) })
  }

  /** Passes on the text of a `…done` event, which is the whole one, that was in no delta. */
  rest(kind: ContentKind, whole: string, parts: StreamPart[]): void {
    this.content(kind, this.#kind === kind ? this.#passed.restOf(whole) : whole, parts)
  }

  annotation(annotation: JsonObject, parts: StreamPart[]): void {
    parts.push(citation(this.#openContent('text', parts), annotation))
  }

  /** `content_part.done`. */
  contentDone(content: JsonObject, parts: StreamPart[]): void {
    if (this.type !== 'message') return
    this.rest(kindOf(content), contentText(content), parts)
    this.#closePart(parts)
    this.#contentParts++
  }

  /** `summaryIndex`: of the section of the summary; `undefined` where the text is the reasoning itself. */
  reasoning(delta: string, summaryIndex: number | undefined, parts: StreamPart[]): void {
    if (delta === '') return
    const part = this.#openReasoning(summaryIndex !== undefined, parts)
    if (summaryIndex !== undefined && summaryIndex !== this.#summaryIndex) {
      this.#summaryIndex = summaryIndex
      if (!this.#passed.isEmpty) parts.push({ type: 'reasoning-break', choice: 0, part })
    }
    this.#passed.add(delta)
    parts.push({ type: 'reasoning-delta', choice: 0, part, text: delta })
  }

  /** `output_item.done`, which has the whole item. */
  done(item: JsonObject, parts: StreamPart[]): void {
    const type = item['type']
    if (type === 'message') this.#messageDone(item, parts)
    else if (type === 'reasoning') this.#reasoningDone(item, parts)
    else if (isCallType(type)) this.#callDone(item, parts)
    else for (const part of decodeOutputItem(item, this.newId, [])) this.#whole(part, parts)
  }

  /** Ends an item whose `output_item.done` is missing: by the terminal event of the response it is complete. */
  endUnfinished(parts: StreamPart[]): void {
    if (this.#part === undefined) return
    if (this.#kind === 'reasoning') parts.push({ type: 'reasoning-end', choice: 0, part: this.#part })
    else if (this.#kind === 'call') parts.push({ type: 'tool-call-end', choice: 0, part: this.#part })
    else this.#closePart(parts)
  }

  #startCall(item: JsonObject, parts: StreamPart[]): number {
    const part = this.numbers.take()
    const { id, name, kind, itemId } = callOf(item, this.newId)
    this.#part = part
    this.#kind = 'call'
    parts.push(defined({ type: 'tool-call-start', choice: 0, part, id, name, kind, itemId }))
    return part
  }

  #openContent(kind: ContentKind, parts: StreamPart[]): number {
    if (this.#part !== undefined && this.#kind === kind) return this.#part
    this.#closePart(parts)
    const part = this.numbers.take()
    this.#part = part
    this.#kind = kind
    this.#passed = new PassedText()
    if (kind === 'refusal') parts.push({ type: 'refusal-start', choice: 0, part })
    else parts.push(defined({ type: 'text-start', choice: 0, part, phase: this.#phase }))
    return part
  }

  #openReasoning(summary: boolean, parts: StreamPart[]): number {
    if (this.#part !== undefined && this.#kind === 'reasoning') return this.#part
    const part = this.numbers.take()
    this.#part = part
    this.#kind = 'reasoning'
    parts.push(defined({ type: 'reasoning-start', choice: 0, part, summary: summary ? summary : undefined, itemId: this.#itemId }))
    return part
  }

  #closePart(parts: StreamPart[]): void {
    const part = this.#part
    const kind = this.#kind
    this.#part = undefined
    this.#kind = undefined
    this.#passed = new PassedText()
    if (part === undefined) return
    if (kind === 'text') parts.push({ type: 'text-end', choice: 0, part })
    else if (kind === 'refusal') parts.push({ type: 'refusal-end', choice: 0, part })
  }

  #callDone(item: JsonObject, parts: StreamPart[]): void {
    const part = this.#part ?? this.#startCall(item, parts)
    const missing = this.#passed.restOf(inputOf(item))
    if (missing !== '') parts.push({ type: 'tool-call-delta', choice: 0, part, input: missing })
    parts.push({ type: 'tool-call-end', choice: 0, part })
  }

  #messageDone(item: JsonObject, parts: StreamPart[]): void {
    const contents = objectsOf(item['content'])
    if (this.#part !== undefined) {
      const last = contents[this.#contentParts]
      const whole = last === undefined ? '' : contentText(last)
      this.content(this.#kind === 'refusal' ? 'refusal' : 'text', this.#passed.restOf(whole), parts)
      this.#closePart(parts)
      this.#contentParts++
    }
    for (const content of contents.slice(this.#contentParts)) {
      const text = contentText(content)
      if (text === '') continue
      const part = this.#openContent(kindOf(content), parts)
      this.content(kindOf(content), text, parts)
      for (const annotation of objectsOf(content['annotations'])) parts.push(citation(part, annotation))
      this.#closePart(parts)
    }
  }

  #reasoningDone(item: JsonObject, parts: StreamPart[]): void {
    const proof = proofOfItem(item)
    const { text, summaries } = reasoningText(item)
    if (this.#part === undefined) {
      if (text === '' && proof === undefined) return
      const part = this.#openReasoning(summaries.length > 0, parts)
      const sections = summaries.length > 0 ? summaries : [text]
      sections.forEach((section, index) => {
        if (index > 0) parts.push({ type: 'reasoning-break', choice: 0, part })
        if (section !== '') parts.push({ type: 'reasoning-delta', choice: 0, part, text: section })
      })
    }
    if (this.#part !== undefined) parts.push(defined({ type: 'reasoning-end', choice: 0, part: this.#part, proof }))
  }

  /** Passes on a part that is complete at its start. */
  #whole(part: Part, parts: StreamPart[]): void {
    const place = { choice: 0, part: this.numbers.take() }
    if (part.type === 'media') parts.push({ type: 'media', ...place, media: part satisfies MediaPart })
    else if (part.type === 'opaque') parts.push({ type: 'opaque', ...place, value: part })
  }
}

export function isCallType(type: unknown): boolean {
  return type === 'function_call' || type === 'custom_tool_call'
}

function citation(part: number, annotation: JsonObject): StreamPart {
  return { type: 'citation', choice: 0, part, citation: decodeAnnotation(annotation) }
}

function kindOf(content: JsonObject): ContentKind {
  return content['type'] === 'refusal' ? 'refusal' : 'text'
}

function contentText(content: JsonObject): string {
  return textOf(content['text']) ?? textOrEmpty(content['refusal'])
}
