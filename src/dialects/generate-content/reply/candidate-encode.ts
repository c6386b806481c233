import type { GeminiCandidate, GeminiPart } from '../../../../generated/generate-content/model/index.js'
import { append } from '../../../exchange/append.js'
import type { ReplyContext } from '../../../exchange/context.js'
import { maxCitableLength } from '../../../exchange/citable-text.js'
import type { Proof } from '../../../exchange/proof.js'
import type { Finish, TokenLogprob } from '../../../exchange/reply.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { GroundingWriter } from './citations.js'
import { encodeLogprobs } from './logprobs.js'
import { encodeReplyMedia } from '../media.js'
import { callPart, opaquePart, signatureOf } from './part-encode.js'
import { finishMembers } from './reply-encode.js'
import { defined } from '../../../json/object.js'

type CandidatePart = Extract<StreamPart, { readonly choice: number }>

interface OpenToolCall {
  readonly id: string
  readonly name: string
  readonly kind: 'function' | 'custom'
  input: string
  ended: boolean
  cut: boolean
  proof: Proof | undefined
}

/** Writes one candidate of a stream: pieces of text as they come, tool calls when they are complete. */
export class CandidateEncoder {
  readonly #calls = new Map<number, OpenToolCall>()
  /** Visible text so far, by part: offsets of citations count from the beginning of the whole text. Empty where that is too long. */
  readonly #texts = new Map<number, string>()
  #visible = 0
  readonly #grounding = new GroundingWriter()
  #parts: GeminiPart[] = []
  #logprobs: TokenLogprob[] = []
  #finish: Finish = { reason: 'stop' }
  /** A proof of reasoning, to be written on the tool call that follows, as Google does: clients drop empty parts but never a tool call. */
  #proof: Proof | undefined
  #broken = false
  #refused = false

  constructor(
    private readonly choice: number,
    private readonly context: ReplyContext,
  ) {}

  push(part: CandidatePart): void {
    switch (part.type) {
      case 'text-delta':
        if (part.text !== '') this.#parts.push({ text: part.text })
        this.#keep(part.part, part.text)
        if (part.logprobs !== undefined) append(this.#logprobs, part.logprobs)
        break
      case 'text-end':
        if (part.proof !== undefined) this.#parts.push({ text: '', ...signatureOf(part.proof) })
        break
      case 'citation':
        if (this.#visible <= maxCitableLength)
          this.#grounding.add(part.citation, this.#texts.get(part.part) ?? '', this.#textBefore(part.part))
        else this.context.ledger.dropFromReply('/citations', 'the text is too long to compute the offsets of its citations')
        break
      case 'reasoning-delta':
        if (part.text !== '') this.#parts.push({ text: part.text, thought: true })
        break
      case 'reasoning-break':
        this.#parts.push({ text: '\n\n', thought: true })
        break
      case 'reasoning-end':
        if (part.proof !== undefined) {
          this.#writeProof()
          this.#proof = part.proof
        }
        break
      case 'tool-call-start':
        this.#calls.set(part.part, { id: part.id, name: part.name, kind: part.kind, input: '', ended: false, cut: false, proof: undefined })
        break
      case 'tool-call-delta':
        this.#growCall(part.part, part.input)
        break
      case 'tool-call-end':
        this.#endCall(part)
        break
      case 'refusal-delta':
        this.#refused = true
        if (part.text !== '') this.#parts.push({ text: part.text })
        break
      case 'media':
        this.#parts.push({ ...encodeReplyMedia(part.media), ...signatureOf(part.media.proof) })
        if (part.media.transcript !== undefined) this.#parts.push({ text: part.media.transcript })
        break
      case 'audio-delta':
        if (part.data) this.#parts.push({ inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data: part.data } })
        if (part.transcript) this.#parts.push({ text: part.transcript })
        break
      case 'opaque': {
        const own = opaquePart(part.value, this.context.ledger)
        if (own !== undefined) this.#parts.push(own)
        break
      }
      case 'choice-end':
        this.#finish = part.finish
        break
      case 'text-start':
      case 'reasoning-start':
      case 'refusal-start':
      case 'refusal-end':
        break
    }
  }

  /** The parts since the last chunk; `undefined`: there are none. */
  take(): GeminiCandidate | undefined {
    if (this.#parts.length === 0) return undefined
    const parts = this.#parts
    const logprobs = this.#logprobs
    this.#parts = []
    this.#logprobs = []
    return defined({
      content: { role: 'model', parts },
      index: this.choice,
      logprobsResult: logprobs.length === 0 ? undefined : encodeLogprobs(logprobs),
    })
  }

  /** The last chunk. It always has a part: Google's libraries drop a turn from the history where a chunk has none. */
  last(): GeminiCandidate {
    this.#writeProof()
    const rest = this.take() ?? { content: { role: 'model', parts: [{ text: '' }] }, index: this.choice }
    const groundingMetadata = this.#grounding.metadata
    return {
      ...rest,
      ...finishMembers(this.#finish, { broken: this.#broken, refused: this.#refused }),
      ...(groundingMetadata === undefined ? {} : { groundingMetadata }),
    }
  }

  /** Writes the proof of reasoning that no tool call followed. */
  #writeProof(): void {
    if (this.#proof !== undefined) this.#parts.push({ text: '', thought: true, ...signatureOf(this.#proof) })
    this.#proof = undefined
  }

  #growCall(part: number, input: string): void {
    const call = this.#calls.get(part)
    if (call !== undefined) call.input += input
  }

  #endCall(part: Extract<StreamPart, { type: 'tool-call-end' }>): void {
    const ending = this.#calls.get(part.part)
    if (ending === undefined) return
    ending.ended = true
    ending.cut = part.cut === true
    ending.proof = part.proof
    // Parallel tool calls keep the order in which they began: the first one of a step has its signature.
    for (const [number, call] of this.#calls) {
      if (!call.ended) return
      this.#calls.delete(number)
      const wire = call.cut ? undefined : callPart(call, call.input, call.proof ?? this.#proof)
      if (wire === undefined) this.#broken = true
      else {
        if (call.proof === undefined) this.#proof = undefined
        this.#parts.push(wire)
      }
    }
  }

  #keep(part: number, text: string): void {
    this.#visible += text.length
    if (this.#visible <= maxCitableLength) this.#texts.set(part, (this.#texts.get(part) ?? '') + text)
    else this.#texts.clear()
  }

  #textBefore(part: number): string {
    let before = ''
    for (const [number, text] of this.#texts) if (number < part) before += text
    return before
  }
}
