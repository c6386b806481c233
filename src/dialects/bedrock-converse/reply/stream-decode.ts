import type {
  ConverseContentBlockDelta,
  ConverseContentBlockStart,
  ConverseStreamEvent,
} from '../../../../generated/bedrock-converse/model/index.js'
import { append } from '../../../exchange/append.js'
import type { DecodeContext } from '../../../exchange/context.js'
import { endedEarly } from '../../../exchange/end-reason.js'
import { unreadableEvent, type GatewayError } from '../../../exchange/error.js'
import type { ServerSentEvent } from '../../../exchange/server-sent-event.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import type { StreamDecoder } from '../../dialect.js'
import { freeTextOf, kindOfTool } from '../../../exchange/custom-tool.js'
import { decodeException } from '../error.js'
import { brokenOutput, decodeFinish } from './finish.js'
import { decodeCitation, proofOf } from './reply-decode.js'
import { decodeUsage } from './usage.js'
import { defined, isObject, parseJson, textOf } from '../../../json/object.js'

type OpenBlock =
  | { readonly type: 'text'; readonly part: number }
  | { readonly type: 'reasoning'; readonly part: number; signature: string; redacted: string }
  | { readonly type: 'tool-call'; readonly part: number; readonly custom: boolean; input: string }

/**
 * Reads Converse's events, each an object with one member. Blocks of text and reasoning begin with their first delta. The answer is
 * complete at `messageStop`; `metadata` with the usage follows it and ends the stream.
 */
export class ConverseStreamDecoder implements StreamDecoder {
  #ended = false
  #begun = false
  #stopped = false
  #nextPart = 0
  readonly #open = new Map<number, OpenBlock>()

  constructor(private readonly context: DecodeContext) {}

  push(frame: ServerSentEvent): StreamPart[] {
    if (this.#ended || frame.data === '') return []
    const event = parseJson(frame.data)
    if (!isObject(event)) return this.#fail(unreadableEvent)
    const exception = decodeException(event)
    if (exception !== undefined) return this.#fail(exception)
    const out: StreamPart[] = []
    if (!this.#read(event, out)) return this.#fail(unreadableEvent)
    return out
  }

  end(): StreamPart[] {
    if (this.#ended) return []
    if (!this.#stopped) return this.#fail(endedEarly)
    this.#ended = true
    return [{ type: 'reply-end' }]
  }

  /** `false`: the event has another shape than in the contract. */
  #read(event: ConverseStreamEvent, out: StreamPart[]): boolean {
    if (!Object.values(event).every(isObject)) return false
    if (event.messageStart !== undefined) this.#start(out)
    else if (event.contentBlockStart !== undefined) {
      if (!isObject(event.contentBlockStart.start)) return false
      this.#startBlock(event.contentBlockStart, out)
    } else if (event.contentBlockDelta !== undefined) {
      if (!isObject(event.contentBlockDelta.delta)) return false
      this.#writeBlock(event.contentBlockDelta, out)
    } else if (event.contentBlockStop !== undefined) this.#closeBlock(event.contentBlockStop.contentBlockIndex, out)
    else if (event.messageStop !== undefined) {
      const { stopReason } = event.messageStop
      const broken = brokenOutput(stopReason)
      if (broken !== undefined) {
        append(out, this.#fail(broken))
        return true
      }
      this.#start(out)
      for (const index of [...this.#open.keys()]) this.#closeBlock(index, out)
      out.push({ type: 'choice-end', choice: 0, finish: decodeFinish(stopReason, this.context.request) })
      this.#stopped = true
    } else if (event.metadata !== undefined) {
      const usage = decodeUsage(event.metadata.usage, event.metadata.serviceTier)
      if (usage !== undefined) out.push({ type: 'usage', usage })
      if (this.#stopped) {
        this.#ended = true
        out.push({ type: 'reply-end' })
      }
    }
    return true
  }

  #start(out: StreamPart[]): void {
    if (this.#begun) return
    this.#begun = true
    out.push({ type: 'reply-start', id: '', model: '' })
  }

  #startBlock({ contentBlockIndex, start }: ConverseContentBlockStart, out: StreamPart[]): void {
    const { toolUse } = start
    if (toolUse === undefined) return
    this.#start(out)
    const part = this.#nextPart++
    const { name } = toolUse
    const id = textOf(toolUse.toolUseId) ?? this.context.newId('tooluse_')
    const kind = kindOfTool(name, this.context.request.tools)
    this.#open.set(contentBlockIndex, { type: 'tool-call', part, custom: kind === 'custom', input: '' })
    out.push({ type: 'tool-call-start', choice: 0, part, id, name, kind })
  }

  #writeBlock({ contentBlockIndex, delta }: ConverseContentBlockDelta, out: StreamPart[]): void {
    const { text, reasoningContent, toolUse, citation } = delta
    if (text !== undefined) {
      const { part } = this.#block(contentBlockIndex, 'text', out)
      if (text !== '') out.push({ type: 'text-delta', choice: 0, part, text })
    } else if (reasoningContent !== undefined) {
      const block = this.#block(contentBlockIndex, 'reasoning', out)
      if (block.type !== 'reasoning') return
      block.signature += reasoningContent.signature ?? ''
      block.redacted += reasoningContent.redactedContent ?? ''
      if (reasoningContent.text !== undefined && reasoningContent.text !== '')
        out.push({ type: 'reasoning-delta', choice: 0, part: block.part, text: reasoningContent.text })
    } else if (toolUse !== undefined) {
      const block = this.#open.get(contentBlockIndex)
      if (block?.type !== 'tool-call') return
      block.input += toolUse.input
      if (!block.custom && toolUse.input !== '') out.push({ type: 'tool-call-delta', choice: 0, part: block.part, input: toolUse.input })
    } else if (citation !== undefined) {
      const { part } = this.#block(contentBlockIndex, 'text', out)
      out.push({ type: 'citation', choice: 0, part, citation: decodeCitation(citation) })
    }
  }

  /** The open block of this index. Converse announces only blocks of tool calls: others begin here. */
  #block(index: number, type: 'text' | 'reasoning', out: StreamPart[]): OpenBlock {
    const open = this.#open.get(index)
    if (open?.type === type) return open
    if (open !== undefined) this.#closeBlock(index, out)
    this.#start(out)
    const part = this.#nextPart++
    const block: OpenBlock = type === 'text' ? { type, part } : { type, part, signature: '', redacted: '' }
    this.#open.set(index, block)
    out.push(type === 'text' ? { type: 'text-start', choice: 0, part } : { type: 'reasoning-start', choice: 0, part })
    return block
  }

  #closeBlock(index: number, out: StreamPart[]): void {
    const block = this.#open.get(index)
    if (block === undefined) return
    this.#open.delete(index)
    const { part } = block
    if (block.type === 'text') out.push({ type: 'text-end', choice: 0, part })
    else if (block.type === 'reasoning') {
      const proof = block.redacted === '' ? proofOf('signature', block.signature) : proofOf('redacted', block.redacted)
      out.push(defined({ type: 'reasoning-end', choice: 0, part, proof }))
    } else {
      if (block.custom) out.push({ type: 'tool-call-delta', choice: 0, part, input: freeTextOf(block.input) })
      else if (block.input === '') out.push({ type: 'tool-call-delta', choice: 0, part, input: '{}' })
      out.push({ type: 'tool-call-end', choice: 0, part })
    }
  }

  #fail(error: GatewayError): StreamPart[] {
    this.#ended = true
    return [{ type: 'error', error }]
  }
}
