import type { ResponsesOutputItem, ResponsesResponse } from '../../../../generated/responses/model/index.js'
import type { ReplyContext } from '../../../exchange/context.js'
import type { GatewayError } from '../../../exchange/error.js'
import type { Citation } from '../../../exchange/part.js'
import type { Proof } from '../../../exchange/proof.js'
import type { Finish, TokenLogprob } from '../../../exchange/reply.js'
import { Sequencer } from '../../../exchange/sequential.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { mergeUsage, type Usage } from '../../../exchange/usage.js'
import type { StreamEncoder } from '../../dialect.js'
import { encodeAnnotation } from '../annotation.js'
import { withItemIds } from '../item-id.js'
import { failureFrames } from '../error.js'
import { clientKindOf } from './call-item.js'
import { encodeFinish } from './finish.js'
import { OpenToolCall, OpenReasoning, OpenRefusal, OpenText, type OpenItem } from './open-items.js'
import { dropMedia, encodeImage, encodeReasoning, wantsProofs } from './output-encode.js'
import { OutputEvents } from './output-events.js'
import { finishedResponse } from './reply-encode.js'
import { envelope, replyHead, type ReplyHead } from './reply-envelope.js'

/** Encodes a stream (https://platform.openai.com/docs/api-reference/responses-streaming). */
export class ResponsesStreamEncoder implements StreamEncoder {
  readonly #sequencer = new Sequencer((part) => {
    this.#write(part)
  })
  readonly #context: ReplyContext
  readonly #events: OutputEvents
  #started: ResponsesResponse | undefined
  #open: OpenItem | undefined
  #usage: Usage | undefined
  #finish: Finish | undefined
  #refused = false
  #ended = false

  constructor(context: ReplyContext) {
    this.#context = withItemIds(context)
    this.#events = new OutputEvents(this.#context)
  }

  write(parts: readonly StreamPart[]): string {
    for (const part of parts) if (!this.#ended) this.#sequencer.push(part)
    return this.#events.take()
  }

  #write(part: StreamPart): void {
    switch (part.type) {
      case 'reply-start':
        this.#start(replyHead(part, this.#context))
        return
      case 'text-start':
        this.#open = new OpenText(this.#events, part.phase)
        return
      case 'text-delta':
        this.#textDelta(part.text, part.logprobs)
        return
      case 'citation':
        this.#citation(part.citation)
        return
      case 'text-end':
        if (this.#open instanceof OpenText) this.#open.end()
        this.#open = undefined
        this.#signature(part.proof)
        return
      case 'refusal-start':
        this.#open = new OpenRefusal(this.#events)
        return
      case 'refusal-delta':
        if (!(this.#open instanceof OpenRefusal) || part.text === '') return
        this.#refused = true
        this.#open.delta(part.text)
        return
      case 'refusal-end':
        if (this.#open instanceof OpenRefusal) this.#open.end()
        this.#open = undefined
        return
      case 'reasoning-start':
        this.#open = new OpenReasoning(this.#events, part.itemId)
        return
      case 'reasoning-delta':
        if (this.#open instanceof OpenReasoning) this.#open.delta(part.text)
        return
      case 'reasoning-break':
        if (this.#open instanceof OpenReasoning) this.#open.closeSummary()
        return
      case 'reasoning-end':
        if (this.#open instanceof OpenReasoning) this.#open.end(part.proof, this.#context)
        this.#open = undefined
        return
      case 'tool-call-start':
        this.#open = new OpenToolCall(this.#events, {
          kind: part.kind,
          id: part.id,
          name: part.name,
          clientKind: clientKindOf(part.name, this.#context.request.tools),
        })
        return
      case 'tool-call-delta':
        if (this.#open instanceof OpenToolCall) this.#open.delta(part.input)
        return
      case 'tool-call-end':
        if (this.#open instanceof OpenToolCall) {
          this.#open.end(part.cut === true)
          this.#open = undefined
        }
        this.#signature(part.proof)
        return
      case 'media':
        if (part.media.kind === 'image' && part.media.source.type === 'base64') this.#image(part.media.source)
        else dropMedia(part.media, this.#context)
        return
      case 'audio-delta':
        this.#audio(part.transcript, part.data)
        return
      case 'opaque':
        if (part.value.dialect === 'responses') this.#events.wholeItem(part.value.value as ResponsesOutputItem)
        else this.#context.ledger.dropFromReply(`/${part.value.label}`, 'no counterpart in the responses style')
        return
      case 'usage':
        this.#usage = mergeUsage(this.#usage, part.usage)
        return
      case 'choice-end':
        this.#finish = part.finish
        return
      case 'reply-end':
        this.#end()
        return
      case 'error':
        this.#fail(part.error)
    }
  }

  #start(head: ReplyHead): ResponsesResponse {
    const started = envelope(head, this.#context.wireRequest)
    this.#started = started
    this.#events.event('response.created', { response: started })
    this.#events.event('response.in_progress', { response: started })
    return started
  }

  #textDelta(text: string, logprobs: readonly TokenLogprob[] | undefined): void {
    if (text === '') return
    if (!(this.#open instanceof OpenText)) this.#open = new OpenText(this.#events, undefined)
    this.#open.delta(text, logprobs)
  }

  #citation(citation: Citation): void {
    if (!(this.#open instanceof OpenText)) return
    const annotation = encodeAnnotation(citation, this.#open.text.length)
    if (annotation !== undefined) this.#open.annotate(annotation)
    else this.#context.ledger.dropFromReply('/citations', 'citations of documents need a file id in the responses style')
  }

  /** Writes the signature of a tool call or a text, directly after it, for clients that asked for encrypted reasoning. */
  #signature(proof: Proof | undefined): void {
    if (proof !== undefined && wantsProofs(this.#context)) this.#events.wholeItem(encodeReasoning([], proof, this.#context))
  }

  #image(source: { readonly mediaType: string; readonly data: string }): void {
    const events = this.#events
    events.closeMessage()
    const index = events.output.length
    const item = encodeImage(source, this.#context)
    const place = { item_id: item.id, output_index: index }
    events.event('response.output_item.added', { output_index: index, item: { ...item, status: 'in_progress', result: null } })
    events.event('response.image_generation_call.in_progress', place)
    events.event('response.image_generation_call.completed', place)
    events.close(index, item)
  }

  /** Writes the transcript of audio as text, and its data as events of their own. */
  #audio(transcript: string | undefined, data: string | undefined): void {
    if (transcript !== undefined) this.#textDelta(transcript, undefined)
    if (data !== undefined && data !== '') this.#events.event('response.audio.delta', { delta: data })
  }

  #end(): void {
    const finish = encodeFinish(this.#finish, this.#refused)
    if (finish.error !== null) {
      this.#fail({ kind: 'upstream_invalid', message: finish.error.message })
      return
    }
    if (this.#open instanceof OpenText) this.#open.end()
    this.#open = undefined
    const started = this.#started ?? this.#start(replyHead({ model: '' }, this.#context))
    this.#events.closeMessage(finish.status === 'incomplete' ? 'incomplete' : 'completed')
    const response = finishedResponse(started, this.#events.output, finish, this.#usage, this.#context.now)
    this.#events.event(`response.${finish.status}`, { response })
    this.#context.onWholeReply?.({ ...response })
    this.#ended = true
  }

  #fail(error: GatewayError): void {
    const started = this.#started ?? this.#start(replyHead({ model: '' }, this.#context))
    const usage =
      this.#usage === undefined ? {} : { usage: finishedResponse(started, [], encodeFinish(undefined, false), this.#usage, 0).usage }
    this.#events.frames(failureFrames(error, { ...started, ...usage, output: this.#events.output }, this.#events.sequence))
    this.#ended = true
  }
}
