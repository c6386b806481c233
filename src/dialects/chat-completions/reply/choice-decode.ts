import { append } from '../../../exchange/append.js'
import type { DecodeContext } from '../../../exchange/context.js'
import type { GatewayError } from '../../../exchange/error.js'
import type { Citation } from '../../../exchange/part.js'
import type { Proof } from '../../../exchange/proof.js'
import type { TokenLogprob } from '../../../exchange/reply.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { openAIErrorOf } from '../../openai-error.js'
import { decodeAnnotations } from './citation.js'
import { decodeFinish } from './finish.js'
import { decodeLogprobs } from './logprobs.js'
import { proofOfDetails, textOfDetail } from '../reasoning-details.js'
import { decodeImages, ownSignature, thinkingText } from './reply-decode.js'
import { ToolCallDecoder } from './tool-call-decode.js'
import { defined, isObject, listOf, numberOf, objectOf, textOf, type JsonObject } from '../../../json/object.js'

type TextKind = 'text' | 'reasoning' | 'refusal'

interface OpenPart {
  readonly kind: TextKind
  readonly part: number
}

/** Decodes one choice of a stream. Text, reasoning and refusal are in sequence; tool calls stay open to the end, since they may interleave. */
export class ChoiceDecoder {
  readonly #calls: ToolCallDecoder
  #nextPart = 0
  #open: OpenPart | undefined
  #audioPart: number | undefined
  #refused = false
  #details: JsonObject[] = []
  #signature: Proof | undefined
  #sources: readonly Citation[] = []
  /** The finish reason. Some servers send it in every chunk, or before the last content. */
  #native: string | undefined
  #stopString: string | undefined

  constructor(
    private readonly choice: number,
    context: DecodeContext,
  ) {
    this.#calls = new ToolCallDecoder(choice, context, () => this.#newPart())
  }

  get finished(): boolean {
    return this.#native !== undefined
  }

  /** Appends the parts of one chunk to `parts`. Returns the error where the finish reason is one. */
  push(wire: JsonObject, sources: readonly Citation[], parts: StreamPart[]): GatewayError | undefined {
    if (sources.length > 0) this.#sources = sources
    const delta = objectOf(wire.delta)
    if (delta !== undefined) this.#readDelta(delta, decodeLogprobs(wire.logprobs), parts)
    const native = wire.finish_reason
    if (typeof native !== 'string' || native === '') return undefined
    if (native === 'error') return openAIErrorOf('chat-completions', { message: 'The provider broke off the answer with an error.' })
    // A later `stop` does not replace a more specific reason.
    if (this.#native === undefined || native !== 'stop') this.#native = native
    this.#stopString = textOf(wire.stop_reason) ?? this.#stopString
    return undefined
  }

  /** To be called at the end of the stream, where the choice has a finish reason. */
  end(parts: StreamPart[]): void {
    if (this.#sources.length > 0 && this.#open?.kind === 'text') for (const citation of this.#sources) this.#cite(citation, parts)
    this.#close(parts)
    // Encrypted reasoning may come without text, or after the text that follows it.
    const { proof } = this.#takeProof()
    if (proof !== undefined) {
      const part = this.#newPart()
      parts.push({ type: 'reasoning-start', choice: this.choice, part }, { type: 'reasoning-end', choice: this.choice, part, proof })
    }
    const calls = this.#calls.end(parts)
    const stopString = this.#stopString === undefined ? {} : { stopString: this.#stopString }
    const finish = decodeFinish(this.#native ?? '', { calls, refusal: this.#refused, ...stopString })
    parts.push({ type: 'choice-end', choice: this.choice, finish })
  }

  #readDelta(delta: JsonObject, logprobs: readonly TokenLogprob[] | undefined, parts: StreamPart[]): void {
    this.#readReasoning(delta, parts)
    this.#readContent(delta.content, logprobs, parts)
    const refusal = textOf(delta.refusal)
    if (refusal !== undefined) this.#write('refusal', refusal, parts)
    const signature = ownSignature(delta)
    if (signature !== undefined) this.#signature = signature
    for (const citation of decodeAnnotations(delta.annotations)) this.#cite(citation, parts)
    for (const media of decodeImages(delta.images)) {
      this.#close(parts)
      parts.push({ type: 'media', choice: this.choice, part: this.#newPart(), media })
    }
    this.#readAudio(objectOf(delta.audio), parts)
    const calls = listOf(delta.tool_calls)
    if (calls.length > 0) this.#close(parts)
    for (const call of calls) this.#calls.push(call, parts)
    const legacy = objectOf(delta.function_call)
    if (legacy !== undefined) {
      this.#close(parts)
      this.#calls.push({ index: 0, function: legacy }, parts)
    }
  }

  /** Reads `reasoning_content` or `reasoning`; without them the text of `reasoning_details`. */
  #readReasoning(delta: JsonObject, parts: StreamPart[]): void {
    const details = listOf(delta.reasoning_details).filter(isObject)
    append(this.#details, details)
    const text = textOf(delta.reasoning_content) ?? textOf(delta.reasoning) ?? details.map(textOfDetail).join('')
    if (text !== '') this.#write('reasoning', text, parts)
  }

  #readContent(content: unknown, logprobs: readonly TokenLogprob[] | undefined, parts: StreamPart[]): void {
    if (typeof content === 'string') {
      if (content !== '') this.#write('text', content, parts, logprobs)
      return
    }
    for (const part of listOf(content)) {
      if (!isObject(part)) continue
      const thinking = part.type === 'thinking'
      const text = thinking ? thinkingText(part) : textOf(part.text)
      if (text !== undefined && text !== '') this.#write(thinking ? 'reasoning' : 'text', text, parts, thinking ? undefined : logprobs)
    }
  }

  #readAudio(audio: JsonObject | undefined, parts: StreamPart[]): void {
    if (audio === undefined) return
    if (this.#audioPart === undefined) {
      this.#close(parts)
      this.#audioPart = this.#newPart()
    }
    const id = textOf(audio.id)
    const data = textOf(audio.data)
    const transcript = textOf(audio.transcript)
    const expiresAt = numberOf(audio.expires_at)
    parts.push(
      defined({
        type: 'audio-delta',
        choice: this.choice,
        part: this.#audioPart,
        id,
        data,
        transcript,
        expiresAt,
      }),
    )
  }

  #write(kind: TextKind, text: string, parts: StreamPart[], logprobs?: readonly TokenLogprob[]): void {
    if (kind === 'refusal') this.#refused = true
    const { part } = this.#openPart(kind, parts)
    const choice = this.choice
    if (kind === 'text')
      parts.push(logprobs === undefined ? { type: 'text-delta', choice, part, text } : { type: 'text-delta', choice, part, text, logprobs })
    else parts.push({ type: `${kind}-delta`, choice, part, text })
  }

  #openPart(kind: TextKind, parts: StreamPart[]): OpenPart {
    if (this.#open?.kind === kind) return this.#open
    this.#close(parts)
    const open = { kind, part: this.#newPart() }
    this.#open = open
    parts.push({ type: `${kind}-start`, choice: this.choice, part: open.part })
    return open
  }

  #cite(citation: Citation, parts: StreamPart[]): void {
    const { part } = this.#openPart('text', parts)
    parts.push({ type: 'citation', choice: this.choice, part, citation })
  }

  #close(parts: StreamPart[]): void {
    const open = this.#open
    if (open === undefined) return
    this.#open = undefined
    const place = { choice: this.choice, part: open.part }
    if (open.kind === 'reasoning') parts.push({ type: 'reasoning-end', ...place, ...this.#takeProof() })
    else if (open.kind === 'text') parts.push(defined({ type: 'text-end', ...place, proof: this.#signature }))
    else parts.push({ type: 'refusal-end', ...place })
  }

  #takeProof(): { readonly proof?: Proof } {
    const proof = proofOfDetails(mergeDetails(this.#details))
    this.#details = []
    return proof === undefined ? {} : { proof }
  }

  #newPart(): number {
    return this.#nextPart++
  }
}

/** Merges the pieces of each entry, which have the same index and type: texts are joined, of other members the last one counts. */
function mergeDetails(pieces: readonly JsonObject[]): JsonObject[] {
  const merged: Record<string, unknown>[] = []
  /** By index, type and id, and the first of each index and type. A search in the list would take long where there are many. */
  const known = new Map<string, Record<string, unknown>>()
  for (const piece of pieces) {
    const place = JSON.stringify([piece.index, piece.type])
    const withId = JSON.stringify([piece.index, piece.type, piece.id])
    const entry = known.get(piece.id === undefined || piece.id === null ? place : withId)
    if (entry === undefined) {
      const first = { ...piece }
      merged.push(first)
      known.set(withId, first)
      if (!known.has(place)) known.set(place, first)
      continue
    }
    for (const [name, value] of Object.entries(piece)) {
      const earlier = entry[name]
      const joins = (name === 'text' || name === 'summary' || name === 'data') && typeof earlier === 'string' && typeof value === 'string'
      if (joins) entry[name] = earlier + value
      else if (value !== null && value !== undefined) entry[name] = value
    }
  }
  return merged
}
