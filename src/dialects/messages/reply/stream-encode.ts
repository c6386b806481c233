import type { MessagesReplyBlock, MessagesStreamEvent } from '../../../../generated/messages/model/index.js'
import type { ReplyContext } from '../../../exchange/context.js'
import type { Finish } from '../../../exchange/reply.js'
import { Sequencer } from '../../../exchange/sequential.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { mergeUsage, type Usage } from '../../../exchange/usage.js'
import type { StreamEncoder, StreamEncoderOptions } from '../../dialect.js'
import { encodeToolCallId } from '../call-ids.js'
import { encodeCitation } from '../citation.js'
import { encodeStreamError } from '../error-encode.js'
import { errorOfFinish, encodeFinish } from './finish.js'
import { signatureWithoutProof, writeProof } from '../proof.js'
import { encodeDeltaUsage, encodeUsage } from './usage.js'

type Start = Extract<StreamPart, { type: 'reply-start' }>

/** Encodes a stream: blocks in sequence, started only when they have content, and at the end one `message_stop` or one `error`. */
export class MessagesStreamEncoder implements StreamEncoder {
  readonly #sequencer = new Sequencer((part) => this.#encode(part))
  #output = ''
  #start: Start | undefined
  #usage: Usage | undefined
  #finish: Finish | undefined
  #index = 0
  #blockOpen = false
  #custom = false
  #calls = false
  #refused = false
  #ended = false

  constructor(
    private readonly context: ReplyContext,
    private readonly options: StreamEncoderOptions,
  ) {}

  write(parts: readonly StreamPart[]): string {
    this.#output = ''
    for (const part of parts) if (!this.#ended) this.#sequencer.push(part)
    if (!this.#ended) this.#flushStart()
    return this.#output
  }

  #encode(part: StreamPart): void {
    switch (part.type) {
      case 'reply-start':
        this.#start = part
        return
      case 'usage':
        this.#usage = mergeUsage(this.#usage, part.usage)
        return
      case 'text-delta':
      case 'refusal-delta':
        if (part.type === 'refusal-delta') this.#refused = true
        if (part.text === '') return
        this.#openText()
        this.#output += `event: content_block_delta\ndata: {"type":"content_block_delta","index":${this.#index},"delta":{"type":"text_delta","text":${JSON.stringify(part.text)}}}\n\n`
        return
      case 'citation': {
        const citation = encodeCitation(part.citation)
        if (citation === undefined) return this.context.ledger.dropFromReply('citations', 'the citation has neither a URL nor a document')
        this.#openText()
        return this.#event({ type: 'content_block_delta', index: this.#index, delta: { type: 'citations_delta', citation } })
      }
      case 'text-end':
        if (part.proof !== undefined) this.context.ledger.dropFromReply('text proof', 'texts have no proof in the messages style')
        return this.#close()
      case 'refusal-end':
        return this.#close()
      case 'reasoning-delta':
        if (part.text === '') return
        this.#openThinking()
        this.#output += `event: content_block_delta\ndata: {"type":"content_block_delta","index":${this.#index},"delta":{"type":"thinking_delta","thinking":${JSON.stringify(part.text)}}}\n\n`
        return
      case 'reasoning-break':
        if (this.#blockOpen)
          this.#event({ type: 'content_block_delta', index: this.#index, delta: { type: 'thinking_delta', thinking: '\n\n' } })
        return
      case 'reasoning-end':
        return this.#endReasoning(part)
      case 'tool-call-start':
        this.#calls = true
        this.#custom = part.kind === 'custom'
        this.#open({ type: 'tool_use', id: encodeToolCallId(part.id), name: part.name, input: {} })
        if (this.#custom) this.#inputPiece('{"input":"')
        return
      case 'tool-call-delta':
        if (part.input !== '') this.#inputPiece(this.#custom ? JSON.stringify(part.input).slice(1, -1) : part.input)
        return
      case 'tool-call-end':
        if (this.#custom && part.cut !== true) this.#inputPiece('"}')
        return this.#close()
      case 'opaque':
        return this.#opaque(part)
      case 'media':
        return this.context.ledger.dropFromReply(part.media.kind, 'a reply of the messages style has text only')
      case 'choice-end':
        this.#finish = part.finish
        return
      case 'reply-end':
        return this.#end()
      case 'error':
        return this.#fail(part.error)
      default:
    }
  }

  /** Writes `message_start` after the other parts of the same write, which may have the input tokens. Later ones go into `message_delta`. */
  #flushStart(): void {
    const start = this.#start
    if (start === undefined) return
    this.#start = undefined
    const { context } = this
    this.#event({
      type: 'message_start',
      message: {
        id: context.replyId ?? (start.id || context.newId('msg_')),
        type: 'message',
        role: 'assistant',
        model: start.model || context.request.model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        stop_details: null,
        usage: encodeUsage(this.#usage),
        container: null,
      },
    })
  }

  #openText(): void {
    if (!this.#blockOpen) this.#open({ type: 'text', text: '' })
  }

  #openThinking(): void {
    if (!this.#blockOpen) this.#open({ type: 'thinking', thinking: '', signature: '' })
  }

  #open(block: MessagesReplyBlock): void {
    this.#event({ type: 'content_block_start', index: this.#index, content_block: block })
    this.#blockOpen = true
  }

  #close(): void {
    if (!this.#blockOpen) return
    this.#event({ type: 'content_block_stop', index: this.#index })
    this.#blockOpen = false
    this.#index += 1
  }

  /** Writes the signature, directly before the block's stop event. Reasoning without text and proof has no block. */
  #endReasoning({ proof }: Extract<StreamPart, { type: 'reasoning-end' }>): void {
    if (proof !== undefined) {
      const { redacted, value } = writeProof(proof)
      if (!this.#blockOpen && (redacted || proof.dialect !== 'messages')) {
        this.#open({ type: 'redacted_thinking', data: value })
      } else {
        this.#openThinking()
        this.#sign(value)
      }
    } else if (this.#blockOpen) this.#sign(signatureWithoutProof(this.context.upstreamDialect))
    this.#close()
  }

  #sign(signature: string): void {
    if (signature !== '') this.#event({ type: 'content_block_delta', index: this.#index, delta: { type: 'signature_delta', signature } })
  }

  #inputPiece(json: string): void {
    this.#output += `event: content_block_delta\ndata: {"type":"content_block_delta","index":${this.#index},"delta":{"type":"input_json_delta","partial_json":${JSON.stringify(json)}}}\n\n`
  }

  #opaque({ value }: Extract<StreamPart, { type: 'opaque' }>): void {
    if (value.dialect !== 'messages') return this.context.ledger.dropFromReply(value.label, 'no counterpart in the messages style')
    // The block is unchanged since an upstream of this dialect sent it.
    this.#open(value.value as MessagesReplyBlock)
    this.#close()
  }

  #end(): void {
    const finish: Finish = this.#finish ?? { reason: 'failed' }
    const broken = errorOfFinish(finish)
    if (broken !== undefined) return this.#fail(broken)
    const delta = encodeFinish(finish, { calls: this.#calls, refused: this.#refused })
    this.#event({ type: 'message_delta', delta, usage: encodeDeltaUsage(this.#usage) })
    this.#event({ type: 'message_stop' })
    this.#ended = true
  }

  #fail(error: Extract<StreamPart, { type: 'error' }>['error']): void {
    this.#flushStart()
    this.#output += encodeStreamError(error, this.options.requestId)
    this.#ended = true
  }

  #event(event: MessagesStreamEvent): void {
    if (event.type !== 'message_start') this.#flushStart()
    this.#output += `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
  }
}
