import type { ResponsesAnnotation, ResponsesOutputItem } from '../../../../generated/responses/model/index.js'
import { append } from '../../../exchange/append.js'
import type { ReplyContext } from '../../../exchange/context.js'
import { KeptText } from '../../../exchange/kept-text.js'
import type { Proof } from '../../../exchange/proof.js'
import type { TokenLogprob } from '../../../exchange/reply.js'
import { toolCallItem, toolCallItemId, type ToolCall } from './call-item.js'
import { encodeLogprobs } from './logprob.js'
import { encodeReasoning, outputText } from './output-encode.js'
import { nextPartPosition, type OpenMessage, type OutputEvents } from './output-events.js'

/** An output item of a stream that has not ended. Its first events are sent when it has content. */
export type OpenItem = OpenText | OpenRefusal | OpenReasoning | OpenToolCall

/** A text part of a message. */
export class OpenText {
  readonly text: KeptText
  #message: OpenMessage | undefined
  #deltaHead = ''
  readonly #annotations: ResponsesAnnotation[] = []
  readonly #logprobs: TokenLogprob[] = []

  constructor(
    private readonly events: OutputEvents,
    private readonly phase: string | undefined,
  ) {
    this.text = events.keptText()
  }

  /** `text` is not empty. */
  delta(text: string, logprobs: readonly TokenLogprob[] | undefined): void {
    this.#openMessage()
    this.text.add(text)
    let written = '[]'
    if (logprobs !== undefined && logprobs.length > 0) {
      append(this.#logprobs, logprobs)
      written = JSON.stringify(encodeLogprobs(logprobs))
    }
    this.events.preparedEvent(`${this.#deltaHead}${JSON.stringify(text)},"logprobs":${written}`)
  }

  annotate(annotation: ResponsesAnnotation): void {
    const place = nextPartPosition(this.#openMessage())
    this.events.event('response.output_text.annotation.added', { ...place, annotation_index: this.#annotations.length, annotation })
    this.#annotations.push(annotation)
  }

  end(): void {
    const message = this.#message
    if (message === undefined) return
    const part = outputText(this.text.whole, this.#annotations, this.#logprobs)
    this.events.event('response.output_text.done', { ...nextPartPosition(message), text: part.text, logprobs: part.logprobs })
    this.events.event('response.content_part.done', { ...nextPartPosition(message), part })
    message.content.push(part)
  }

  #openMessage(): OpenMessage {
    if (this.#message !== undefined) return this.#message
    const message = this.events.message(this.phase)
    this.#message = message
    const place = nextPartPosition(message)
    this.events.event('response.content_part.added', { ...place, part: outputText('', [], []) })
    this.#deltaHead = `event: response.output_text.delta\ndata: {"type":"response.output_text.delta","item_id":${JSON.stringify(message.id)},"output_index":${message.index},"content_index":${place.content_index},"delta":`
    return message
  }
}

/** A refusal part of a message. */
export class OpenRefusal {
  #message: OpenMessage | undefined
  readonly #text: KeptText

  constructor(private readonly events: OutputEvents) {
    this.#text = events.keptText()
  }

  /** `text` is not empty. */
  delta(text: string): void {
    if (this.#message === undefined) {
      this.#message = this.events.message(undefined)
      this.events.event('response.content_part.added', { ...nextPartPosition(this.#message), part: { type: 'refusal', refusal: '' } })
    }
    this.#text.add(text)
    this.events.event('response.refusal.delta', { ...nextPartPosition(this.#message), delta: text })
  }

  end(): void {
    const message = this.#message
    if (message === undefined) return
    const part = { type: 'refusal', refusal: this.#text.whole } as const
    this.events.event('response.refusal.done', { ...nextPartPosition(message), refusal: part.refusal })
    this.events.event('response.content_part.done', { ...nextPartPosition(message), part })
    message.content.push(part)
  }
}

/** A reasoning item with its summaries. */
export class OpenReasoning {
  readonly #index: number
  readonly #id: string
  readonly #summaries: string[] = []
  #announced = false
  #text: KeptText
  #partOpen = false

  constructor(
    private readonly events: OutputEvents,
    itemId: string | undefined,
  ) {
    events.closeMessage()
    this.#text = events.keptText()
    this.#id = itemId ?? events.newId('rs_')
    this.#index = events.output.length
  }

  delta(text: string): void {
    if (text === '') return
    this.#announce()
    if (!this.#partOpen) {
      this.#partOpen = true
      this.events.event('response.reasoning_summary_part.added', { ...this.#place(), part: { type: 'summary_text', text: '' } })
    }
    this.#text.add(text)
    this.events.event('response.reasoning_summary_text.delta', { ...this.#place(), delta: text })
  }

  closeSummary(): void {
    if (!this.#partOpen) return
    const text = this.#text.whole
    this.events.event('response.reasoning_summary_text.done', { ...this.#place(), text })
    this.events.event('response.reasoning_summary_part.done', { ...this.#place(), part: { type: 'summary_text', text } })
    this.#summaries.push(text)
    this.#text = this.events.keptText()
    this.#partOpen = false
  }

  end(proof: Proof | undefined, context: ReplyContext): void {
    this.closeSummary()
    if (!this.#announced && proof === undefined) return
    this.#announce()
    this.events.close(this.#index, encodeReasoning(this.#summaries, proof, context, this.#id))
  }

  #announce(): void {
    if (this.#announced) return
    this.#announced = true
    this.events.event('response.output_item.added', {
      output_index: this.#index,
      item: { type: 'reasoning', id: this.#id, summary: [] },
    })
  }

  #place() {
    return { item_id: this.#id, output_index: this.#index, summary_index: this.#summaries.length }
  }
}

/** A tool call. */
export class OpenToolCall {
  readonly #index: number
  readonly #itemId: string
  readonly #input: KeptText

  constructor(
    private readonly events: OutputEvents,
    private readonly call: ToolCall,
  ) {
    events.closeMessage()
    this.#itemId = toolCallItemId(call, events.newId)
    // The arguments of a search for tools are an object, for which the text is needed.
    this.#input = call.clientKind?.type === 'tool-search' ? new KeptText(undefined) : events.keptText()
    this.#index = events.output.length
    events.event('response.output_item.added', { output_index: this.#index, item: this.#item('in_progress') })
  }

  delta(input: string): void {
    if (input === '') return
    this.#input.add(input)
    // A tool search has no delta events.
    if (this.call.clientKind?.type === 'tool-search') return
    const type = this.call.kind === 'custom' ? 'response.custom_tool_call_input.delta' : 'response.function_call_arguments.delta'
    this.events.event(type, { ...this.#place(), delta: input })
  }

  /** `cut`: the reply ended inside this call, so its input is not complete. */
  end(cut: boolean): void {
    if (cut) return this.events.close(this.#index, this.#item('incomplete'))
    const { kind, name, clientKind } = this.call
    if (kind === 'function' && this.#input.whole.trim() === '') this.delta('{}')
    if (kind === 'custom') this.events.event('response.custom_tool_call_input.done', { ...this.#place(), input: this.#input.whole })
    else if (clientKind?.type !== 'tool-search')
      this.events.event('response.function_call_arguments.done', {
        ...this.#place(),
        name: clientKind?.name ?? name,
        arguments: this.#input.whole,
      })
    this.events.close(this.#index, this.#item('completed'))
  }

  #place() {
    return { item_id: this.#itemId, output_index: this.#index }
  }

  #item(status: string): ResponsesOutputItem {
    return toolCallItem(this.call, this.#itemId, status, this.#input.whole)
  }
}
