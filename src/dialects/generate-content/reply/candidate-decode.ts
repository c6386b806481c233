import type { GeminiCandidate, GeminiFunctionCall, GeminiPart } from '../../../../generated/generate-content/model/index.js'
import type { DecodeContext } from '../../../exchange/context.js'
import { CitableText } from '../../../exchange/citable-text.js'
import type { Citation } from '../../../exchange/part.js'
import type { Proof } from '../../../exchange/proof.js'
import type { TokenLogprob } from '../../../exchange/reply.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { CitationDecoder, citationsWithin } from './citations.js'
import { freeTextIn, kindOfTool } from '../../../exchange/custom-tool.js'
import { decodeFinish } from './finish.js'
import { decodeLogprobs } from './logprobs.js'
import { PartialArguments } from './partial-arguments.js'
import { recordLosses } from './reply-decode.js'
import { decodeOtherPart } from './reply-parts.js'
import { readSignature } from '../thought-signature.js'
import { defined, textOf } from '../../../json/object.js'

interface OpenText {
  readonly kind: 'text' | 'reasoning'
  readonly part: number
  /** UTF-16 offset of its beginning in the visible text. */
  readonly from: number
}

interface OpenToolCall {
  readonly part: number
  readonly name: string
  readonly args: PartialArguments
  proof: Proof | undefined
}

/**
 * Reads one candidate of a stream. Pieces of text are one part until another kind of part follows; a signature ends the part that it signs,
 * and a signed piece of text is a part of its own.
 */
export class CandidateDecoder {
  #last: GeminiCandidate | undefined
  #nextPart = 0
  #open: OpenText | undefined
  #call: OpenToolCall | undefined
  #calls = 0
  readonly #text = new CitableText()
  #cites: Pick<GeminiCandidate, 'groundingMetadata' | 'citationMetadata'> = {}
  readonly #citationDecoder: CitationDecoder

  constructor(
    private readonly choice: number,
    private readonly context: DecodeContext,
  ) {
    this.#citationDecoder = new CitationDecoder(choice, context.ledger)
  }

  /** Whether a finish reason came. Content and another finish reason may still follow. */
  get finished(): boolean {
    return this.#last !== undefined
  }

  push(candidate: GeminiCandidate, out: StreamPart[]): void {
    if (candidate.groundingMetadata !== undefined || candidate.citationMetadata !== undefined)
      this.#cites = { ...this.#cites, ...pick(candidate) }
    let logprobs = decodeLogprobs(candidate.logprobsResult)
    for (const part of candidate.content?.parts ?? []) {
      if (part.functionCall !== undefined) this.#functionCall(part, part.functionCall, out)
      else if (part.text !== undefined) {
        this.#textPiece(part, part.text, logprobs, out)
        if (part.thought !== true) logprobs = undefined
      } else this.#other(part, out)
    }
    if (candidate.finishReason !== undefined && (this.#last === undefined || candidate.finishReason !== 'STOP')) this.#last = candidate
  }

  end(out: StreamPart[]): void {
    this.#closeAll(out)
    const { finishReason, finishMessage, ...last } = this.#last ?? {}
    recordLosses({ ...this.#cites, ...last }, this.choice, this.context)
    const finish = decodeFinish(finishReason, finishMessage, { calls: this.#calls > 0, parts: this.#nextPart > 0 })
    out.push({ type: 'choice-end', choice: this.choice, finish })
  }

  #textPiece(part: GeminiPart, text: string, logprobs: readonly TokenLogprob[] | undefined, out: StreamPart[]): void {
    const kind = part.thought === true ? 'reasoning' : 'text'
    const proof = readSignature(part.thoughtSignature)
    if (text === '' && proof === undefined) return
    // A signature covers the thoughts before it, but not the visible text before it.
    if (this.#open?.kind !== kind || (proof !== undefined && kind === 'text') || this.#call !== undefined) this.#closeAll(out)
    const open = this.#open ?? this.#start(kind, out)
    const { part: number } = open
    if (text !== '' && kind === 'text') {
      this.#text.add(text)
      const delta = { type: 'text-delta', choice: this.choice, part: number, text } as const
      out.push(logprobs === undefined ? delta : { ...delta, logprobs })
    } else if (text !== '') out.push({ type: 'reasoning-delta', choice: this.choice, part: number, text })
    if (proof !== undefined) this.#closeText(out, proof)
  }

  #start(kind: 'text' | 'reasoning', out: StreamPart[]): OpenText {
    const open = { kind, part: this.#nextPart++, from: this.#text.length }
    this.#open = open
    out.push(
      kind === 'text'
        ? { type: 'text-start', choice: this.choice, part: open.part }
        : { type: 'reasoning-start', choice: this.choice, part: open.part, summary: true },
    )
    return open
  }

  #functionCall(part: GeminiPart, call: GeminiFunctionCall, out: StreamPart[]): void {
    const proof = readSignature(part.thoughtSignature)
    if (this.#call !== undefined && (call.name === undefined || call.name === '')) {
      this.#continueCall(this.#call, call, proof, out)
      return
    }
    this.#closeAll(out)
    // The empty function call that ends one in pieces may come after it was ended.
    if (!call.name) return
    const number = this.#nextPart++
    const kind = kindOfTool(call.name, this.context.request.tools)
    this.#calls++
    out.push({
      type: 'tool-call-start',
      choice: this.choice,
      part: number,
      id: textOf(call.id) ?? this.context.newId('call_'),
      name: call.name,
      kind,
    })
    const open: OpenToolCall = { part: number, name: call.name, args: new PartialArguments(), proof }
    this.#call = open
    if (call.args !== undefined) open.args.merge(call.args)
    if (call.partialArgs !== undefined) open.args.add(call.partialArgs)
    if (call.willContinue !== true) this.#closeCall(out)
  }

  #continueCall(open: OpenToolCall, call: GeminiFunctionCall, proof: Proof | undefined, out: StreamPart[]): void {
    if (proof !== undefined) open.proof = proof
    if (call.args !== undefined) open.args.merge(call.args)
    if (call.partialArgs !== undefined) open.args.add(call.partialArgs)
    if (call.willContinue !== true) this.#closeCall(out)
  }

  #other(part: GeminiPart, out: StreamPart[]): void {
    const other = decodeOtherPart(part)
    if (other === undefined) return
    this.#closeAll(out)
    const place = { choice: this.choice, part: this.#nextPart++ }
    out.push(other.type === 'media' ? { type: 'media', ...place, media: other } : { type: 'opaque', ...place, value: other })
  }

  #closeAll(out: StreamPart[]): void {
    if (this.#open !== undefined) this.#closeText(out, undefined)
    if (this.#call !== undefined) this.#closeCall(out)
  }

  #closeText(out: StreamPart[], proof: Proof | undefined): void {
    const open = this.#open
    if (open === undefined) return
    this.#open = undefined
    const place = { choice: this.choice, part: open.part }
    const signed = proof === undefined ? {} : { proof }
    if (open.kind === 'reasoning') {
      out.push({ type: 'reasoning-end', ...place, ...signed })
      return
    }
    for (const citation of this.#citations(open.from)) out.push({ type: 'citation', ...place, citation })
    out.push({ type: 'text-end', ...place, ...signed })
  }

  /** Citations of the text from this offset to its end. */
  #citations(from: number): Citation[] {
    const { groundingMetadata: grounding, citationMetadata: recitation } = this.#cites
    const { text, length } = this.#text
    if ((grounding === undefined && recitation === undefined) || from === length) return []
    if (text === undefined) {
      this.context.ledger.dropFromReply(
        `/candidates/${this.choice}/groundingMetadata`,
        'the text is too long to compute the offsets of its citations',
      )
      return []
    }
    return citationsWithin(this.#citationDecoder.locate(defined({ grounding, recitation }), text), from, length)
  }

  #closeCall(out: StreamPart[]): void {
    const open = this.#call
    if (open === undefined) return
    this.#call = undefined
    const place = { choice: this.choice, part: open.part }
    const args = open.args.value
    const input = kindOfTool(open.name, this.context.request.tools) === 'custom' ? freeTextIn(args) : JSON.stringify(args)
    out.push({ type: 'tool-call-delta', ...place, input }, defined({ type: 'tool-call-end', ...place, proof: open.proof }))
  }
}

function pick(candidate: GeminiCandidate): Pick<GeminiCandidate, 'groundingMetadata' | 'citationMetadata'> {
  return defined({
    groundingMetadata: candidate.groundingMetadata,
    citationMetadata: candidate.citationMetadata,
  })
}
