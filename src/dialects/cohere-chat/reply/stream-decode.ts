import type { CohereContentPiece, CohereStreamEvent, CohereToolCall } from '../../../../generated/cohere-chat/model/index.js'
import { append } from '../../../exchange/append.js'
import type { DecodeContext } from '../../../exchange/context.js'
import { endedEarly } from '../../../exchange/end-reason.js'
import { CitableText } from '../../../exchange/citable-text.js'
import { unreadableEvent, type GatewayError } from '../../../exchange/error.js'
import type { ServerSentEvent } from '../../../exchange/server-sent-event.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import type { StreamDecoder } from '../../dialect.js'
import { decodeCitation } from './citation.js'
import { readErrorInReply } from '../error.js'
import { decodeFailedFinish, decodeFinish } from './finish.js'
import { decodeLogprobs } from './reply-decode.js'
import { freeTextOf, kindOfTool } from '../../../exchange/custom-tool.js'
import { decodeUsage } from './usage.js'
import { objectOf, parseObject, textOf } from '../../../json/object.js'

interface OpenToolCall {
  readonly part: number
  readonly custom: boolean
  /** Arguments that are not sent yet: all of a custom tool, or a beginning that may still become `null`. */
  held: string
  begun: boolean
}

/**
 * Reads Cohere's events (https://docs.cohere.com/docs/streaming). One block of text or thinking is open at a time, and stays open after its
 * `content-end` until another part comes, since citations may follow; tool calls have an index. `message-end` is the end mark.
 */
export class CohereStreamDecoder implements StreamDecoder {
  #ended = false
  #begun = false
  #nextPart = 0
  #block: { readonly type: 'text' | 'reasoning'; readonly part: number; readonly text: CitableText } | undefined
  #lastText: { readonly part: number; readonly text: CitableText } | undefined
  readonly #calls = new Map<number, OpenToolCall>()

  constructor(private readonly context: DecodeContext) {}

  push(frame: ServerSentEvent): StreamPart[] {
    if (this.#ended || frame.data === '[DONE]' || frame.data === '') return []
    const event = parseEvent(frame)
    if (event === undefined) return this.#fail(unreadableEvent)
    const out: StreamPart[] = []
    this.#read(event, out)
    return out
  }

  end(): StreamPart[] {
    return this.#ended ? [] : this.#fail(endedEarly)
  }

  #read(event: CohereStreamEvent, out: StreamPart[]): void {
    switch (event.type) {
      case 'message-start':
        return this.#start(event.id ?? '', out)
      case 'tool-plan-delta':
        return this.#write('reasoning', event.delta.message?.tool_plan ?? '', out)
      case 'content-start':
        this.#closeBlock(out)
        return this.#writePiece(event.delta?.message?.content, out)
      case 'content-delta':
        return this.#writePiece(event.delta.message?.content, out, decodeLogprobs(event.logprobs ? [event.logprobs] : undefined))
      case 'citation-start': {
        const citation = event.delta.message?.citations
        const place = this.#block?.type === 'text' ? this.#block : this.#lastText
        if (citation === undefined) return
        if (place === undefined) return this.context.ledger.dropFromReply('/citations', 'a citation without text')
        for (const each of decodeCitation(citation, place.text.text ?? ''))
          out.push({ type: 'citation', choice: 0, part: place.part, citation: each })
        return
      }
      case 'tool-call-start':
        return this.#startCall(event.index, event.delta.message?.tool_calls, out)
      case 'tool-call-delta':
        return this.#writeCall(event.index, event.delta.message?.tool_calls?.function?.arguments ?? '', out)
      case 'tool-call-end':
        return this.#endCall(event.index, out)
      case 'message-end': {
        const { finish_reason: reason, usage, error } = event.delta
        const counts = decodeUsage(usage)
        if (counts !== undefined) out.push({ type: 'usage', usage: counts })
        const failed = decodeFailedFinish(reason ?? '', error ?? undefined)
        if (failed !== undefined) {
          append(out, this.#fail(failed))
          return
        }
        this.#start('', out)
        this.#closeBlock(out)
        for (const index of [...this.#calls.keys()]) this.#endCall(index, out)
        out.push({ type: 'choice-end', choice: 0, finish: decodeFinish(reason ?? '', this.context.request) }, { type: 'reply-end' })
        this.#ended = true
        return
      }
      case 'content-end':
      case 'citation-end':
        return
      default: {
        const error = readErrorInReply(event)
        if (error !== undefined) append(out, this.#fail(error))
      }
    }
  }

  #start(id: string, out: StreamPart[]): void {
    if (this.#begun) return
    this.#begun = true
    out.push({ type: 'reply-start', id, model: '' })
  }

  #writePiece(piece: CohereContentPiece | undefined, out: StreamPart[], logprobs?: ReturnType<typeof decodeLogprobs>): void {
    if (piece === undefined) return
    const thinking = piece.thinking !== undefined || piece.type === 'thinking'
    if (!thinking && piece.text === undefined && piece.type !== 'text') return
    this.#write(thinking ? 'reasoning' : 'text', (thinking ? piece.thinking : piece.text) ?? '', out, logprobs)
  }

  #write(type: 'text' | 'reasoning', text: string, out: StreamPart[], logprobs?: ReturnType<typeof decodeLogprobs>): void {
    this.#start('', out)
    if (this.#block?.type !== type) {
      this.#closeBlock(out)
      this.#block = { type, part: this.#nextPart++, text: new CitableText() }
      out.push(
        type === 'text'
          ? { type: 'text-start', choice: 0, part: this.#block.part }
          : { type: 'reasoning-start', choice: 0, part: this.#block.part },
      )
    }
    if (text === '') return
    const { part } = this.#block
    if (type === 'reasoning') return void out.push({ type: 'reasoning-delta', choice: 0, part, text })
    this.#block.text.add(text)
    const delta = { type: 'text-delta', choice: 0, part, text } as const
    out.push(logprobs === undefined ? delta : { ...delta, logprobs })
  }

  #closeBlock(out: StreamPart[]): void {
    const block = this.#block
    if (block === undefined) return
    this.#block = undefined
    if (block.type === 'text') this.#lastText = block
    out.push(
      block.type === 'text' ? { type: 'text-end', choice: 0, part: block.part } : { type: 'reasoning-end', choice: 0, part: block.part },
    )
  }

  #startCall(index: number, call: CohereToolCall | undefined, out: StreamPart[]): void {
    this.#start('', out)
    this.#closeBlock(out)
    this.#endCall(index, out)
    const name = call?.function?.name ?? ''
    const custom = kindOfTool(name, this.context.request.tools) === 'custom'
    if (name === '') {
      this.context.ledger.dropFromReply(`/message/tool_calls/${index}`, 'a tool call without a name')
      return
    }
    const open: OpenToolCall = { part: this.#nextPart++, custom, held: '', begun: false }
    this.#calls.set(index, open)
    const id = textOf(call?.id) ?? this.context.newId('call_')
    out.push({ type: 'tool-call-start', choice: 0, part: open.part, id, name, kind: custom ? 'custom' : 'function' })
    this.#writeCall(index, call?.function?.arguments ?? '', out)
  }

  #writeCall(index: number, piece: string, out: StreamPart[]): void {
    const call = this.#calls.get(index)
    if (call === undefined || piece === '') return
    if (call.begun) return void out.push({ type: 'tool-call-delta', choice: 0, part: call.part, input: piece })
    call.held += piece
    if (call.custom || 'null'.startsWith(call.held.trim())) return
    call.begun = true
    out.push({ type: 'tool-call-delta', choice: 0, part: call.part, input: call.held })
  }

  #endCall(index: number, out: StreamPart[]): void {
    const call = this.#calls.get(index)
    if (call === undefined) return
    this.#calls.delete(index)
    const empty = 'null'.startsWith(call.held.trim())
    if (call.custom) out.push({ type: 'tool-call-delta', choice: 0, part: call.part, input: empty ? '' : freeTextOf(call.held) })
    else if (!call.begun) out.push({ type: 'tool-call-delta', choice: 0, part: call.part, input: '{}' })
    out.push({ type: 'tool-call-end', choice: 0, part: call.part })
  }

  #fail(error: GatewayError): StreamPart[] {
    this.#ended = true
    return [{ type: 'error', error }]
  }
}

/** The event, with its `type` from the data or else from the frame's `event:` line. */
function parseEvent(frame: ServerSentEvent): CohereStreamEvent | undefined {
  const value = parseObject(frame.data)
  if (value === undefined) return undefined
  const type = typeof value['type'] === 'string' ? value['type'] : (frame.event ?? '')
  // The events that are read below all have a delta.
  const delta = objectOf(value['delta']) ?? {}
  // Upstream events are not validated: every member is read as if it may be absent.
  return { ...value, type, delta } as CohereStreamEvent
}
