import { append } from '../../../exchange/append.js'
import type { DecodeContext } from '../../../exchange/context.js'
import { GatewayFailure } from '../../../exchange/error.js'
import type { Citation, MediaPart, Part, TextPart, ToolCallPart } from '../../../exchange/part.js'
import type { Proof } from '../../../exchange/proof.js'
import { tooManyChoices, type Choice, type Reply } from '../../../exchange/reply.js'
import { openAIErrorOf, readOpenAIError } from '../../openai-error.js'
import { decodeAnnotations, decodeSources } from './citation.js'
import { freeTextOf, kindOfTool } from '../../../exchange/custom-tool.js'
import { readDataUrl } from '../data-url.js'
import { defined, isObject, listOf, numberOf, objectOf, textOf, type JsonObject } from '../../../json/object.js'
import { decodeFinish } from './finish.js'
import { decodeLogprobs } from './logprobs.js'
import { proofOfDetails, textOfDetail } from '../reasoning-details.js'
import { hasAnswer } from './reply-frames.js'
import { usageOf } from './usage.js'

/** Decodes a whole reply of any provider of this dialect. */
export function decodeReply(wire: unknown, context: DecodeContext): Reply {
  const failed = readOpenAIError('chat-completions', wire)
  if (failed !== undefined) throw new GatewayFailure(failed)
  if (!hasAnswer(wire)) throw invalid('The reply of the provider has no choices.')
  const excess = tooManyChoices(listOf(wire.choices).length)
  if (excess !== undefined) throw new GatewayFailure(excess)
  const sources = decodeSources(wire)
  const choices = listOf(wire.choices)
    .filter(isObject)
    .map((choice, position) => decodeChoice(choice, position, sources, context))
  return defined<Reply>({
    id: textOf(wire.id) ?? '',
    model: textOf(wire.model) ?? '',
    createdAt: numberOf(wire.created),
    choices,
    usage: usageOf(wire, context.traits),
    serviceTier: textOf(wire.service_tier),
    systemFingerprint: textOf(wire.system_fingerprint),
  })
}

function invalid(message: string): GatewayFailure {
  return new GatewayFailure({ kind: 'upstream_invalid', message })
}

function decodeChoice(choice: JsonObject, position: number, sources: readonly Citation[], context: DecodeContext): Choice {
  const native = typeof choice.finish_reason === 'string' ? choice.finish_reason : ''
  // OpenRouter's finish reason where its upstream fails after the beginning of the reply.
  if (native === 'error')
    throw new GatewayFailure(openAIErrorOf('chat-completions', { message: 'The provider broke off the answer with an error.' }))
  const parts = decodeMessage(objectOf(choice.message) ?? {}, sources, context)
  const calls = parts.some((part) => part.type === 'tool-call')
  const refusal = parts.some((part) => part.type === 'refusal')
  const stopString = textOf(choice.stop_reason)
  return defined<Choice>({
    index: numberOf(choice.index) ?? position,
    parts,
    finish: decodeFinish(native, defined({ calls, refusal, stopString })),
    logprobs: decodeLogprobs(choice.logprobs),
  })
}

function decodeMessage(message: JsonObject, sources: readonly Citation[], context: DecodeContext): Part[] {
  const parts: Part[] = [...decodeReasoning(message), ...decodeText(message.content)]
  cite(parts, [...decodeAnnotations(message.annotations), ...sources])
  const proof = ownSignature(message)
  const last = parts.findLastIndex((part) => part.type === 'text')
  const text = parts[last]
  if (proof !== undefined && text?.type === 'text') parts[last] = { ...text, proof }
  const refusal = textOf(message.refusal)
  if (refusal !== undefined) parts.push({ type: 'refusal', text: refusal, at: '' })
  append(parts, [...decodeImages(message.images), ...decodeAudio(message.audio)])
  for (const call of listOf(message.tool_calls)) {
    const part = decodeCall(call, context)
    if (part === undefined) context.ledger.dropFromReply('/message/tool_calls', 'a tool call without a name')
    else parts.push(part)
  }
  const legacy = objectOf(message.function_call)
  if (legacy !== undefined) {
    const part = decodeCall({ function: legacy }, context)
    if (part !== undefined) parts.push(part)
  }
  return parts
}

/** Decodes reasoning: `reasoning_content`, `reasoning` and the text of `reasoning_details` are the same, so the first one counts. */
function decodeReasoning(message: JsonObject): Part[] {
  if (message.reasoning_content === undefined && message.reasoning === undefined && message.reasoning_details === undefined) return []
  const details = listOf(message.reasoning_details).filter(isObject)
  const text = textOf(message.reasoning_content) ?? textOf(message.reasoning) ?? details.map(textOfDetail).join('')
  const proof = proofOfDetails(details)
  if (text === '' && proof === undefined) return []
  return [defined({ type: 'reasoning', text, at: '', proof })]
}

/** Decodes content: a text, or at Mistral a list of parts, some of which are reasoning. */
function decodeText(content: unknown): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content, at: '' }]
  return listOf(content).flatMap((part): Part[] => {
    if (!isObject(part)) return []
    if (part.type === 'thinking') return thinkingText(part) === '' ? [] : [{ type: 'reasoning', text: thinkingText(part), at: '' }]
    if (part.type === 'refusal') return typeof part.refusal === 'string' ? [{ type: 'refusal', text: part.refusal, at: '' }] : []
    const text = textOf(part.text)
    return text === undefined ? [] : [{ type: 'text', text, at: '' }]
  })
}

export function thinkingText(part: JsonObject): string {
  if (typeof part.thinking === 'string') return part.thinking
  return listOf(part.thinking)
    .map((piece) => (isObject(piece) && typeof piece.text === 'string' ? piece.text : ''))
    .join('')
}

function cite(parts: Part[], citations: readonly Citation[]): void {
  if (citations.length === 0) return
  const index = parts.findIndex((part) => part.type === 'text')
  const text = parts[index]
  if (text?.type === 'text') parts[index] = { ...text, citations } satisfies TextPart
}

/** The signature of a tool call or message from Gemini's OpenAI-compatible endpoint. */
export function ownSignature(carrier: JsonObject): Proof | undefined {
  const value = textOf(objectOf(objectOf(carrier.extra_content)?.google)?.thought_signature)
  return value === undefined ? undefined : { dialect: 'chat-completions', kind: 'thought-signature', value }
}

function decodeCall(wire: unknown, context: DecodeContext): ToolCallPart | undefined {
  if (!isObject(wire)) return undefined
  const called = objectOf(wire.function)
  const custom = objectOf(wire.custom)
  const name = textOf(called?.name) ?? textOf(custom?.name)
  if (name === undefined) return undefined
  const proof = ownSignature(wire)
  const id = textOf(wire.id) ?? context.newId('call_')
  const signed = proof === undefined ? {} : { proof }
  if (called === undefined)
    return { type: 'tool-call', id, name, kind: 'custom', input: typeof custom?.input === 'string' ? custom.input : '', at: '', ...signed }
  const input = argumentsText(called.arguments)
  const kind = kindOfTool(name, context.request.tools)
  return { type: 'tool-call', id, name, kind, input: kind === 'custom' ? freeTextOf(input) : input, at: '', ...signed }
}

/** The arguments of a tool call as JSON text. OpenAI documents a text; some servers send an object, or nothing where there are none. */
export function argumentsText(value: unknown): string {
  if (typeof value === 'string') return value.trim() === '' ? '{}' : value
  return value === null || value === undefined ? '{}' : JSON.stringify(value)
}

/** Decodes generated images, which OpenRouter sends in `images`. */
export function decodeImages(wire: unknown): MediaPart[] {
  if (wire === undefined) return []
  return listOf(wire).flatMap((image): MediaPart[] => {
    const url = textOf(objectOf(objectOf(image)?.image_url)?.url)
    if (url === undefined) return []
    return [{ type: 'media', kind: 'image', source: readDataUrl(url) ?? { type: 'url', url }, at: '' }]
  })
}

function decodeAudio(wire: unknown): MediaPart[] {
  const data = textOf(objectOf(wire)?.data)
  if (data === undefined) return []
  const transcript = textOf(objectOf(wire)?.transcript)
  return [
    defined({
      type: 'media',
      kind: 'audio',
      source: { type: 'base64', mediaType: 'audio/wav', data },
      at: '',
      transcript,
    }),
  ]
}
