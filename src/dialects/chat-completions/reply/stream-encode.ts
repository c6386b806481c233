import type { ReplyContext } from '../../../exchange/context.js'
import type { Finish, TokenLogprob } from '../../../exchange/reply.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { mergeUsage, type Usage } from '../../../exchange/usage.js'
import type { StreamEncoder } from '../../dialect.js'
import { encodeStreamError } from '../error.js'
import { encodeCitation } from './citation.js'
import { encodeFinish } from './finish.js'
import { encodeLogprobs } from './logprobs.js'
import { detailsOfProof, sealedDetailOfStream } from '../reasoning-details.js'
import { imageUrl, signatureFor, usesDeprecatedFunctions, tierMember } from './reply-encode.js'
import { encodeUsage } from './usage.js'
import { defined } from '../../../json/object.js'

interface ChoiceState {
  begun: boolean
  calls: number
  refused: boolean
  /** The length of the texts before the open text part, and of the open one, in UTF-16 units. */
  textBefore: number
  textLength: number
  details: number
  /** The length of all reasoning so far, in UTF-16 units; `reasoningStarts`: the offset of each part. */
  reasoningLength: number
  finish: Finish | undefined
  readonly reasoningStarts: Map<number, number>
  readonly callIndexes: Map<number, { readonly index: number; readonly custom: boolean }>
}

/**
 * Encodes a stream (https://platform.openai.com/docs/api-reference/chat-streaming). Finish reasons are sent at the end of the reply, so that
 * a stream that breaks off never has one. The usage chunk is sent only on request, and then every other chunk has `usage: null`.
 */
export class ChatStreamEncoder implements StreamEncoder {
  readonly #choices = new Map<number, ChoiceState>()
  readonly #functions: boolean
  readonly #showUsage: boolean
  #head = ''
  #tail = ''
  #usage: Usage | undefined
  #closed = false

  constructor(private readonly context: ReplyContext) {
    this.#functions = usesDeprecatedFunctions(context)
    this.#showUsage = context.request.settings.streamUsage?.value === true
  }

  write(parts: readonly StreamPart[]): string {
    let frames = ''
    for (const part of parts) {
      if (this.#closed) break
      frames += this.#frame(part)
    }
    return frames
  }

  #frame(part: StreamPart): string {
    switch (part.type) {
      case 'reply-start':
        this.#begin(part)
        return ''
      case 'text-start':
      case 'refusal-start':
      case 'refusal-end':
        return ''
      case 'text-delta': {
        const state = this.#choice(part.choice)
        state.textLength += part.text.length
        return this.#delta(part.choice, `{"content":${JSON.stringify(part.text)}}`, part.logprobs)
      }
      case 'citation':
        return this.#citation(part)
      case 'text-end': {
        const state = this.#choice(part.choice)
        state.textBefore += state.textLength
        state.textLength = 0
        if (part.proof === undefined) return ''
        return this.#delta(part.choice, JSON.stringify({ extra_content: { google: { thought_signature: signatureFor(part.proof) } } }))
      }
      case 'reasoning-start': {
        const state = this.#choice(part.choice)
        state.reasoningStarts.set(part.part, state.reasoningLength)
        return ''
      }
      case 'reasoning-delta':
        return this.#reasoning(part.choice, part.text)
      case 'reasoning-break':
        return this.#reasoning(part.choice, '\n\n')
      case 'reasoning-end':
        return this.#proof(part)
      case 'tool-call-start':
        return this.#callStart(part)
      case 'tool-call-delta':
        return this.#callDelta(part.choice, part.part, part.input)
      case 'tool-call-end':
        return this.#callEnd(part)
      case 'refusal-delta':
        this.#choice(part.choice).refused = true
        return this.#delta(part.choice, `{"refusal":${JSON.stringify(part.text)}}`)
      case 'media':
        return this.#media(part)
      case 'audio-delta':
        return this.#audio(part)
      case 'opaque':
        this.context.ledger.dropFromReply('/delta', `the chat completions style has no ${part.value.label}`)
        return ''
      case 'usage':
        this.#usage = mergeUsage(this.#usage, part.usage)
        return ''
      case 'choice-end':
        this.#choice(part.choice).finish = part.finish
        return ''
      case 'reply-end':
        return this.#end()
      case 'error':
        this.#closed = true
        return encodeStreamError(part.error)
    }
  }

  #begin(start: Extract<StreamPart, { type: 'reply-start' }> | undefined): void {
    if (this.#head !== '') return
    const { context } = this
    const id = context.replyId ?? (start === undefined || start.id === '' ? context.newId('chatcmpl-') : start.id)
    const model = start === undefined || start.model === '' ? context.request.model : start.model
    const head = JSON.stringify(
      defined({
        id,
        object: 'chat.completion.chunk',
        created: start?.createdAt ?? context.now,
        model,
        ...tierMember(start?.serviceTier),
        system_fingerprint: start?.systemFingerprint,
      }),
    )
    this.#head = `data: ${head.slice(0, -1)},"choices":[`
    this.#tail = this.#showUsage ? '],"usage":null}\n\n' : ']}\n\n'
  }

  #choice(index: number): ChoiceState {
    let state = this.#choices.get(index)
    if (state === undefined) {
      state = {
        begun: false,
        calls: 0,
        refused: false,
        textBefore: 0,
        textLength: 0,
        details: 0,
        reasoningLength: 0,
        finish: undefined,
        reasoningStarts: new Map(),
        callIndexes: new Map(),
      }
      this.#choices.set(index, state)
    }
    return state
  }

  /** A chunk, and before the first one of a choice a chunk with the role. `delta` is JSON text, since this is called for each token. */
  #delta(choice: number, delta: string, logprobs?: readonly TokenLogprob[], emptyContent = '""'): string {
    const state = this.#choice(choice)
    const written = logprobs === undefined ? 'null' : JSON.stringify(encodeLogprobs(logprobs))
    if (state.begun) return this.#chunk(choice, delta, written, 'null')
    state.begun = true
    return (
      this.#chunk(choice, `{"role":"assistant","content":${emptyContent}}`, 'null', 'null') + this.#chunk(choice, delta, written, 'null')
    )
  }

  #chunk(choice: number, delta: string, logprobs: string, finish: string): string {
    if (this.#head === '') this.#begin(undefined)
    return `${this.#head}{"index":${choice},"delta":${delta},"logprobs":${logprobs},"finish_reason":${finish}}${this.#tail}`
  }

  #reasoning(choice: number, text: string): string {
    this.#choice(choice).reasoningLength += text.length
    return this.#delta(choice, `{"reasoning_content":${JSON.stringify(text)}}`)
  }

  #proof({ choice, part, proof }: Extract<StreamPart, { type: 'reasoning-end' }>): string {
    if (proof === undefined) return ''
    const state = this.#choice(choice)
    const range = { start: state.reasoningStarts.get(part) ?? state.reasoningLength, end: state.reasoningLength }
    const details =
      proof.dialect === 'chat-completions' && proof.kind === 'details'
        ? detailsOfProof(proof)
        : [sealedDetailOfStream(range, proof, state.details)]
    state.details += details.length
    return this.#delta(choice, JSON.stringify({ reasoning_details: details }))
  }

  #citation({ choice, citation }: Extract<StreamPart, { type: 'citation' }>): string {
    const { textBefore, textLength } = this.#choice(choice)
    const annotation = encodeCitation(citation, textBefore, textLength)
    if (annotation !== undefined) return this.#delta(choice, JSON.stringify({ annotations: [annotation] }))
    this.context.ledger.dropFromReply('/citations', 'the chat completions style has citations of URLs only')
    return ''
  }

  #callStart(part: Extract<StreamPart, { type: 'tool-call-start' }>): string {
    const state = this.#choice(part.choice)
    const index = state.calls
    state.calls += 1
    state.callIndexes.set(part.part, { index, custom: part.kind === 'custom' })
    if (this.#functions) {
      if (index === 0)
        return this.#delta(part.choice, JSON.stringify({ function_call: { name: part.name, arguments: '' } }), undefined, 'null')
      this.context.ledger.dropFromReply('/tool_calls', 'function_call can have one call only')
      return ''
    }
    const call =
      part.kind === 'custom'
        ? { index, id: part.id, type: 'custom', custom: { name: part.name, input: '' } }
        : { index, id: part.id, type: 'function', function: { name: part.name, arguments: '' } }
    return this.#delta(part.choice, JSON.stringify({ tool_calls: [call] }), undefined, 'null')
  }

  #callDelta(choice: number, part: number, input: string): string {
    const call = this.#choice(choice).callIndexes.get(part)
    if (call === undefined || input === '') return ''
    const text = JSON.stringify(input)
    if (this.#functions) return call.index === 0 ? this.#delta(choice, `{"function_call":{"arguments":${text}}}`) : ''
    if (call.custom) return this.#delta(choice, `{"tool_calls":[{"index":${call.index},"custom":{"input":${text}}}]}`)
    return this.#delta(choice, `{"tool_calls":[{"index":${call.index},"function":{"arguments":${text}}}]}`)
  }

  #callEnd({ choice, part, proof }: Extract<StreamPart, { type: 'tool-call-end' }>): string {
    const call = this.#choice(choice).callIndexes.get(part)
    if (call === undefined || proof === undefined || this.#functions) return ''
    // OpenAI's Python library requires `function` in every delta of a tool call.
    const emptyInput = call.custom ? { custom: { input: '' } } : { function: { arguments: '' } }
    const piece = { index: call.index, ...emptyInput, extra_content: { google: { thought_signature: signatureFor(proof) } } }
    return this.#delta(choice, JSON.stringify({ tool_calls: [piece] }))
  }

  #media({ choice, media }: Extract<StreamPart, { type: 'media' }>): string {
    const url = imageUrl(media)
    if (url !== undefined) return this.#delta(choice, JSON.stringify({ images: [{ type: 'image_url', image_url: { url } }] }))
    if (media.kind === 'audio' && media.source.type === 'base64') {
      const audio = {
        id: this.context.newId('audio_'),
        data: media.source.data,
        transcript: media.transcript ?? '',
        expires_at: this.context.now,
      }
      return this.#delta(choice, JSON.stringify({ audio }))
    }
    this.context.ledger.dropFromReply('/delta', `the chat completions style has no ${media.kind} output of this format`)
    return ''
  }

  #audio({ choice, id, data, transcript, expiresAt }: Extract<StreamPart, { type: 'audio-delta' }>): string {
    const audio = {
      ...(id === undefined ? {} : { id }),
      ...(data === undefined ? {} : { data }),
      ...(transcript === undefined ? {} : { transcript }),
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    }
    return this.#delta(choice, JSON.stringify({ audio }))
  }

  #end(): string {
    this.#closed = true
    this.#begin(undefined)
    let frames = ''
    for (const [choice, state] of this.#choices) {
      if (state.finish === undefined) continue
      if (!state.begun) frames += this.#chunk(choice, '{"role":"assistant","content":""}', 'null', 'null')
      const reason = encodeFinish(state.finish, { calls: state.calls > 0, refusal: state.refused })
      frames += this.#chunk(choice, '{}', 'null', JSON.stringify(reason === 'tool_calls' && this.#functions ? 'function_call' : reason))
    }
    const usage = this.#showUsage ? encodeUsage(this.#usage) : undefined
    if (usage !== undefined) frames += `${this.#head}],"usage":${JSON.stringify(usage)}}\n\n`
    return `${frames}data: [DONE]\n\n`
  }
}
