import type { ChatChoice, ChatReplyMessage, ChatToolCall } from '../../../../generated/chat-completions/model/index.js'
import { append } from '../../../exchange/append.js'
import type { ReplyContext } from '../../../exchange/context.js'
import type { MediaPart, Part, TextPart, ToolCallPart } from '../../../exchange/part.js'
import { sealProof, type Proof } from '../../../exchange/proof.js'
import type { Choice, Reply } from '../../../exchange/reply.js'
import type { WireObject } from '../../dialect.js'
import { encodeCitation } from './citation.js'
import { writeDataUrl } from '../data-url.js'
import { encodeFinish } from './finish.js'
import { encodeLogprobs } from './logprobs.js'
import { detailsOfProof, sealedDetail } from '../reasoning-details.js'
import { chatServiceTiers } from '../../openai-service-tiers.js'
import { encodeUsage } from './usage.js'
import { defined, type JsonObject } from '../../../json/object.js'

/** Encodes a reply as a chat completion. */
export function encodeReply(reply: Reply, context: ReplyContext): WireObject {
  const usage = encodeUsage(reply.usage)
  return defined({
    id: context.replyId ?? (reply.id === '' ? context.newId('chatcmpl-') : reply.id),
    object: 'chat.completion',
    created: reply.createdAt ?? context.now,
    model: reply.model === '' ? context.request.model : reply.model,
    choices: reply.choices.map((choice) => encodeChoice(choice, context)),
    usage,
    ...tierMember(reply.serviceTier),
    system_fingerprint: reply.systemFingerprint,
  })
}

/** The service tier of a reply, where the dialect has it. */
export function tierMember(tier: string | undefined): { readonly service_tier?: string } {
  return tier !== undefined && chatServiceTiers.has(tier) ? { service_tier: tier } : {}
}

/** Whether the client uses the deprecated `functions`, and so reads `function_call`. */
export function usesDeprecatedFunctions(context: ReplyContext): boolean {
  return Array.isArray(context.wireRequest.functions) && !Array.isArray(context.wireRequest.tools)
}

function encodeChoice(choice: Choice, context: ReplyContext): ChatChoice {
  const builder = new MessageBuilder(context)
  for (const part of choice.parts) builder.add(part)
  const message = builder.message()
  const reason = encodeFinish(choice.finish, { calls: builder.calls > 0, refusal: typeof message.refusal === 'string' })
  return {
    index: choice.index,
    message,
    logprobs: choice.logprobs === undefined ? null : encodeLogprobs(choice.logprobs),
    finish_reason: reason === 'tool_calls' && usesDeprecatedFunctions(context) ? 'function_call' : reason,
  }
}

class MessageBuilder {
  calls = 0
  #text = ''
  #refusal: string | undefined
  #reasoning = ''
  #signature: string | undefined
  readonly #details: JsonObject[] = []
  readonly #annotations: NonNullable<ChatReplyMessage['annotations']> = []
  readonly #toolCalls: ChatToolCall[] = []
  readonly #extra: Partial<ChatReplyMessage> = {}

  constructor(private readonly context: ReplyContext) {}

  add(part: Part): void {
    switch (part.type) {
      case 'text':
        this.#cite(part)
        this.#text += part.text
        if (part.proof !== undefined) this.#signature = signatureFor(part.proof)
        return
      case 'reasoning':
        this.#reasoning += part.text
        if (part.proof !== undefined) append(this.#details, detailsFor(part.text, part.proof, this.#details.length))
        return
      case 'refusal':
        this.#refusal = (this.#refusal ?? '') + part.text
        return
      case 'tool-call':
        this.#call(part)
        return
      case 'media':
        this.#media(part)
        return
      case 'opaque':
        this.context.ledger.dropFromReply('/content', `the chat completions style has no ${part.label}`)
        return
      case 'tool-result':
        this.context.ledger.dropFromReply('/content', 'a reply of the chat completions style has no tool results')
    }
  }

  message(): ChatReplyMessage {
    return defined({
      role: 'assistant',
      content: this.#text === '' ? null : this.#text,
      refusal: this.#refusal ?? null,
      reasoning_content: this.#reasoning === '' ? undefined : this.#reasoning,
      // The entries are made by `detailsFor`, in the format of the contract.
      reasoning_details:
        this.#details.length === 0 ? undefined : (this.#details as unknown as NonNullable<ChatReplyMessage['reasoning_details']>),
      annotations: this.#annotations.length === 0 ? undefined : this.#annotations,
      tool_calls: this.#toolCalls.length === 0 ? undefined : this.#toolCalls,
      extra_content: this.#signature === undefined ? undefined : { google: { thought_signature: this.#signature } },
      ...this.#extra,
    })
  }

  #cite(part: TextPart): void {
    for (const citation of part.citations ?? []) {
      const annotation = encodeCitation(citation, this.#text.length, part.text.length)
      if (annotation === undefined) this.context.ledger.dropFromReply('/citations', 'the chat completions style has citations of URLs only')
      else this.#annotations.push(annotation)
    }
  }

  #call(part: ToolCallPart): void {
    this.calls += 1
    if (usesDeprecatedFunctions(this.context)) {
      if (this.calls === 1) this.#extra.function_call = { name: part.name, arguments: part.input }
      else this.context.ledger.dropFromReply('/tool_calls', 'function_call can have one call only')
      return
    }
    const signature = part.proof === undefined ? {} : { extra_content: { google: { thought_signature: signatureFor(part.proof) } } }
    this.#toolCalls.push(
      part.kind === 'function'
        ? { id: part.id, type: 'function', function: { name: part.name, arguments: part.input }, ...signature }
        : { id: part.id, type: 'custom', custom: { name: part.name, input: part.input }, ...signature },
    )
  }

  #media(part: MediaPart): void {
    const url = imageUrl(part)
    if (url !== undefined) this.#extra.images = [...(this.#extra.images ?? []), { type: 'image_url', image_url: { url } }]
    else if (part.kind === 'audio' && part.source.type === 'base64') {
      const id = this.context.newId('audio_')
      this.#extra.audio = { id, data: part.source.data, transcript: part.transcript ?? '', expires_at: this.context.now }
    } else this.context.ledger.dropFromReply('/content', `the chat completions style has no ${part.kind} output of this format`)
  }
}

/** The URL of an image, for `images`, which OpenRouter's clients read. */
export function imageUrl(part: MediaPart): string | undefined {
  if (part.kind !== 'image') return undefined
  if (part.source.type === 'base64') return writeDataUrl(part.source)
  return part.source.type === 'url' ? part.source.url : undefined
}

/** The signature for the extension member: Gemini's unchanged, a proof of another dialect sealed. */
export function signatureFor(proof: Proof): string {
  return proof.kind === 'thought-signature' && proof.dialect === 'generate-content' ? proof.value : sealProof(proof)
}

/** The entries of `reasoning_details` for a proof. */
export function detailsFor(text: string, proof: Proof, index: number): readonly JsonObject[] {
  return proof.dialect === 'chat-completions' && proof.kind === 'details' ? detailsOfProof(proof) : [sealedDetail(text, proof, index)]
}
