import type {
  ResponsesAnnotation,
  ResponsesOutputItem,
  ResponsesOutputPart,
  ResponsesResponse,
} from '../../../generated/responses/model/index.js'
import type { ReplyContext } from '../../exchange/context.js'
import type { GatewayError } from '../../exchange/error.js'
import type { Citation } from '../../exchange/part.js'
import type { Proof } from '../../exchange/proof.js'
import type { Finish, TokenLogprob } from '../../exchange/reply.js'
import { Sequencer } from '../../exchange/sequential.js'
import type { StreamPart } from '../../exchange/stream-part.js'
import { mergeUsage, type Usage } from '../../exchange/usage.js'
import type { StreamEncoder } from '../dialect.js'
import { encodeAnnotation } from './annotation.js'
import { failureFrames } from './error.js'
import { encodeFinish } from './finish.js'
import { encodeLogprobs } from './logprob.js'
import { dropMedia, encodeImage, encodeReasoning, outputText, wantsProofs } from './output-encode.js'
import { finished } from './reply-encode.js'
import { envelope, replyHead, type ReplyHead } from './reply-envelope.js'

/** What is open: nothing of an item is announced before there is something of it to send. */
type OpenPart =
  | {
      readonly type: 'text'
      readonly phase: string | undefined
      item: OpenMessage | undefined
      text: string
      deltaHead: string
      readonly annotations: ResponsesAnnotation[]
      readonly logprobs: TokenLogprob[]
    }
  | { readonly type: 'refusal'; item: OpenMessage | undefined; text: string }
  | {
      readonly type: 'reasoning'
      readonly id: string
      readonly summaries: string[]
      announced: boolean
      text: string
      partOpen: boolean
      readonly index: number
    }
  | {
      readonly type: 'call'
      readonly kind: 'function' | 'custom'
      readonly itemId: string
      readonly callId: string
      readonly name: string
      readonly index: number
      input: string
    }

interface OpenMessage {
  readonly id: string
  readonly index: number
  readonly phase: string | undefined
  readonly content: ResponsesOutputPart[]
}

/** Writes a streamed reply as the events of this style: wire reference §4. */
export class ResponsesStreamEncoder implements StreamEncoder {
  readonly #sequencer = new Sequencer((part) => {
    this.#write(part)
  })
  readonly #context: ReplyContext
  readonly #output: ResponsesOutputItem[] = []
  #frames = ''
  #sequence = 0
  #started: ResponsesResponse | undefined
  #message: OpenMessage | undefined
  #open: OpenPart | undefined
  #usage: Usage | undefined
  #finish: Finish | undefined
  #refused = false
  #ended = false

  constructor(context: ReplyContext) {
    this.#context = context
  }

  write(parts: readonly StreamPart[]): string {
    this.#frames = ''
    for (const part of parts) if (!this.#ended) this.#sequencer.push(part)
    return this.#frames
  }

  #write(part: StreamPart): void {
    switch (part.type) {
      case 'reply-start':
        this.#start(replyHead(part, this.#context))
        return
      case 'text-start':
        this.#open = { type: 'text', phase: part.phase, item: undefined, text: '', deltaHead: '', annotations: [], logprobs: [] }
        return
      case 'text-delta':
        this.#textDelta(part.text, part.logprobs)
        return
      case 'citation':
        this.#citation(part.citation)
        return
      case 'text-end':
        this.#endText()
        this.#signature(part.proof)
        return
      case 'refusal-start':
        this.#open = { type: 'refusal', item: undefined, text: '' }
        return
      case 'refusal-delta':
        this.#refusalDelta(part.text)
        return
      case 'refusal-end':
        this.#endRefusal()
        return
      case 'reasoning-start':
        this.#closeMessage()
        this.#open = {
          type: 'reasoning',
          id: part.itemId ?? this.#context.newId('rs_'),
          summaries: [],
          announced: false,
          text: '',
          partOpen: false,
          index: this.#output.length,
        }
        return
      case 'reasoning-delta':
        this.#reasoningDelta(part.text)
        return
      case 'reasoning-break':
        if (this.#open?.type === 'reasoning') this.#closeSummary(this.#open)
        return
      case 'reasoning-end':
        this.#endReasoning(part.proof)
        return
      case 'tool-call-start':
        this.#startCall(part.kind, part.id, part.name)
        return
      case 'tool-call-delta':
        this.#callDelta(part.input)
        return
      case 'tool-call-end':
        this.#endCall()
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
        if (part.value.dialect === 'responses') this.#whole(part.value.value as ResponsesOutputItem)
        else this.#context.ledger.dropFromReply(`/${part.value.label}`, 'this style has no such item')
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

  #event(type: string, fields: object): void {
    this.#frames += `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: this.#sequence++, ...fields })}\n\n`
  }

  #start(head: ReplyHead): ResponsesResponse {
    const started = envelope(head, this.#context.wireRequest)
    this.#started = started
    this.#event('response.created', { response: started })
    this.#event('response.in_progress', { response: started })
    return started
  }

  // Messages and their text

  #messageFor(phase: string | undefined): OpenMessage {
    if (this.#message !== undefined && this.#message.phase === phase) return this.#message
    this.#closeMessage()
    const message: OpenMessage = { id: this.#context.newId('msg_'), index: this.#output.length, phase, content: [] }
    this.#message = message
    this.#event('response.output_item.added', { output_index: message.index, item: messageItem(message, 'in_progress') })
    return message
  }

  #openText(): Extract<OpenPart, { type: 'text' }> {
    if (this.#open?.type !== 'text')
      this.#open = { type: 'text', phase: undefined, item: undefined, text: '', deltaHead: '', annotations: [], logprobs: [] }
    const open = this.#open
    if (open.item === undefined) {
      const item = this.#messageFor(open.phase)
      open.item = item
      const place = { item_id: item.id, output_index: item.index, content_index: item.content.length }
      this.#event('response.content_part.added', { ...place, part: outputText('', [], []) })
      open.deltaHead = `event: response.output_text.delta\ndata: {"type":"response.output_text.delta","item_id":${JSON.stringify(item.id)},"output_index":${item.index},"content_index":${place.content_index},"delta":`
    }
    return open
  }

  #textDelta(text: string, logprobs: readonly TokenLogprob[] | undefined): void {
    if (text === '') return
    const open = this.#openText()
    open.text += text
    let written = '[]'
    if (logprobs !== undefined && logprobs.length > 0) {
      open.logprobs.push(...logprobs)
      written = JSON.stringify(encodeLogprobs(logprobs))
    }
    this.#frames += `${open.deltaHead}${JSON.stringify(text)},"logprobs":${written},"sequence_number":${this.#sequence++}}\n\n`
  }

  #citation(citation: Citation): void {
    if (this.#open?.type !== 'text') return
    const annotation = encodeAnnotation(citation, this.#open.text)
    if (annotation === undefined) {
      this.#context.ledger.dropFromReply('/citations', 'a document without a file id cannot be cited here')
      return
    }
    const open = this.#openText()
    const place = { item_id: open.item?.id, output_index: open.item?.index, content_index: open.item?.content.length }
    this.#event('response.output_text.annotation.added', { ...place, annotation_index: open.annotations.length, annotation })
    open.annotations.push(annotation)
  }

  #endText(): void {
    const open = this.#open
    this.#open = undefined
    if (open?.type !== 'text' || open.item === undefined) return
    const { item } = open
    const place = { item_id: item.id, output_index: item.index, content_index: item.content.length }
    const part = outputText(open.text, open.annotations, open.logprobs)
    this.#event('response.output_text.done', { ...place, text: open.text, logprobs: part.logprobs })
    this.#event('response.content_part.done', { ...place, part })
    item.content.push(part)
  }

  #refusalDelta(text: string): void {
    const open = this.#open
    if (open?.type !== 'refusal' || text === '') return
    if (open.item === undefined) {
      open.item = this.#messageFor(undefined)
      this.#event('response.content_part.added', { ...placeOf(open.item), part: { type: 'refusal', refusal: '' } })
    }
    open.text += text
    this.#refused = true
    this.#event('response.refusal.delta', { ...placeOf(open.item), delta: text })
  }

  #endRefusal(): void {
    const open = this.#open
    this.#open = undefined
    if (open?.type !== 'refusal' || open.item === undefined) return
    const part = { type: 'refusal', refusal: open.text } as const
    this.#event('response.refusal.done', { ...placeOf(open.item), refusal: open.text })
    this.#event('response.content_part.done', { ...placeOf(open.item), part })
    open.item.content.push(part)
  }

  #closeMessage(status: 'completed' | 'incomplete' = 'completed'): void {
    const message = this.#message
    if (message === undefined) return
    this.#message = undefined
    this.#close(message.index, messageItem(message, status))
  }

  #close(index: number, item: ResponsesOutputItem): void {
    this.#event('response.output_item.done', { output_index: index, item })
    this.#output.push(item)
  }

  /** An item that comes in one piece. */
  #whole(item: ResponsesOutputItem): void {
    this.#closeMessage()
    const index = this.#output.length
    this.#event('response.output_item.added', { output_index: index, item })
    this.#close(index, item)
  }

  // Reasoning

  #reasoningDelta(text: string): void {
    const open = this.#open
    if (open?.type !== 'reasoning' || text === '') return
    this.#announceReasoning(open)
    const place = { item_id: open.id, output_index: open.index, summary_index: open.summaries.length }
    if (!open.partOpen) {
      open.partOpen = true
      this.#event('response.reasoning_summary_part.added', { ...place, part: { type: 'summary_text', text: '' } })
    }
    open.text += text
    this.#event('response.reasoning_summary_text.delta', { ...place, delta: text })
  }

  #announceReasoning(open: Extract<OpenPart, { type: 'reasoning' }>): void {
    if (open.announced) return
    open.announced = true
    this.#event('response.output_item.added', { output_index: open.index, item: { type: 'reasoning', id: open.id, summary: [] } })
  }

  #closeSummary(open: Extract<OpenPart, { type: 'reasoning' }>): void {
    if (!open.partOpen) return
    const place = { item_id: open.id, output_index: open.index, summary_index: open.summaries.length }
    this.#event('response.reasoning_summary_text.done', { ...place, text: open.text })
    this.#event('response.reasoning_summary_part.done', { ...place, part: { type: 'summary_text', text: open.text } })
    open.summaries.push(open.text)
    open.text = ''
    open.partOpen = false
  }

  #endReasoning(proof: Proof | undefined): void {
    const open = this.#open
    this.#open = undefined
    if (open?.type !== 'reasoning') return
    this.#closeSummary(open)
    if (!open.announced && proof === undefined) return
    this.#announceReasoning(open)
    this.#close(open.index, encodeReasoning(open.summaries, proof, this.#context, open.id))
  }

  /** The signature of a call or a text, right behind what it signs, for clients that keep encrypted reasoning. */
  #signature(proof: Proof | undefined): void {
    if (proof !== undefined && wantsProofs(this.#context)) this.#whole(encodeReasoning([], proof, this.#context))
  }

  // Calls

  #startCall(kind: 'function' | 'custom', callId: string, name: string): void {
    this.#closeMessage()
    const itemId = this.#context.newId(kind === 'custom' ? 'ctc_' : 'fc_')
    const open: OpenPart = { type: 'call', kind, itemId, callId, name, index: this.#output.length, input: '' }
    this.#open = open
    this.#event('response.output_item.added', { output_index: open.index, item: callItem(open, 'in_progress') })
  }

  #callDelta(input: string): void {
    const open = this.#open
    if (open?.type !== 'call' || input === '') return
    open.input += input
    const type = open.kind === 'custom' ? 'response.custom_tool_call_input.delta' : 'response.function_call_arguments.delta'
    this.#event(type, { item_id: open.itemId, output_index: open.index, delta: input })
  }

  #endCall(): void {
    const open = this.#open
    if (open?.type !== 'call') return
    if (open.kind === 'function' && open.input.trim() === '') this.#callDelta('{}')
    this.#open = undefined
    const place = { item_id: open.itemId, output_index: open.index }
    if (open.kind === 'custom') this.#event('response.custom_tool_call_input.done', { ...place, input: open.input })
    else this.#event('response.function_call_arguments.done', { ...place, name: open.name, arguments: open.input })
    this.#close(open.index, callItem(open, 'completed'))
  }

  // Media

  #image(source: { readonly mediaType: string; readonly data: string }): void {
    this.#closeMessage()
    const index = this.#output.length
    const item = encodeImage(source, this.#context)
    const place = { item_id: item.id, output_index: index }
    this.#event('response.output_item.added', { output_index: index, item: { ...item, status: 'in_progress', result: null } })
    this.#event('response.image_generation_call.in_progress', place)
    this.#event('response.image_generation_call.completed', place)
    this.#close(index, item)
  }

  /** What is said aloud is written; the sound itself has events of its own. */
  #audio(transcript: string | undefined, data: string | undefined): void {
    if (transcript !== undefined) this.#textDelta(transcript, undefined)
    if (data !== undefined && data !== '') this.#event('response.audio.delta', { delta: data })
  }

  // The end

  #end(): void {
    const finish = encodeFinish(this.#finish, this.#refused)
    if (finish.error !== null) {
      this.#fail({ kind: 'upstream_invalid', message: finish.error.message })
      return
    }
    this.#endText()
    const started = this.#started ?? this.#start(replyHead({ model: '' }, this.#context))
    this.#closeMessage(finish.status === 'incomplete' ? 'incomplete' : 'completed')
    this.#event(`response.${finish.status}`, { response: finished(started, this.#output, finish, this.#usage, this.#context.now) })
    this.#ended = true
  }

  #fail(error: GatewayError): void {
    const started = this.#started ?? this.#start(replyHead({ model: '' }, this.#context))
    const usage = this.#usage === undefined ? {} : { usage: finished(started, [], encodeFinish(undefined, false), this.#usage, 0).usage }
    this.#frames += failureFrames(error, { ...started, ...usage, output: this.#output }, this.#sequence)
    this.#ended = true
  }
}

function placeOf(message: OpenMessage) {
  return { item_id: message.id, output_index: message.index, content_index: message.content.length }
}

function messageItem(message: OpenMessage, status: string): Extract<ResponsesOutputItem, { type: 'message' }> {
  const phase = message.phase === undefined ? {} : { phase: message.phase }
  return { type: 'message', id: message.id, status, role: 'assistant', content: status === 'in_progress' ? [] : message.content, ...phase }
}

function callItem(open: Extract<OpenPart, { type: 'call' }>, status: string): ResponsesOutputItem {
  const call = { id: open.itemId, status, call_id: open.callId, name: open.name }
  if (open.kind === 'custom') return { type: 'custom_tool_call', ...call, input: open.input }
  return { type: 'function_call', ...call, arguments: open.input }
}
