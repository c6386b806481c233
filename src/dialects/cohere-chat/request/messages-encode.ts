import type {
  CohereAssistantMessage,
  CohereAssistantPart,
  CohereDocument,
  CohereMessage,
  CohereToolCall,
  CohereToolContentPart,
  CohereToolMessage,
  CohereUserPart,
} from '../../../../generated/cohere-chat/model/index.js'
import { refuse } from '../../../exchange/error.js'
import { placeOf, type MediaPart, type Part, type TextPart, type ToolCallPart, type ToolResultPart } from '../../../exchange/part.js'
import type { ConversationRequest, Turn } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import { freeTextArguments } from '../../../exchange/custom-tool.js'
import { defined, type JsonObject } from '../../../json/object.js'

export interface EncodedTurns {
  readonly messages: CohereMessage[]
  /** Text documents of the messages, which Cohere has in a member of their own and cites as `doc:N`. */
  readonly documents: CohereDocument[]
}

/** Writes the turns as Cohere's messages: system, user, assistant and one `tool` message for each tool result. Throws a 400 where none has content. */
export function encodeTurns(conversation: ConversationRequest, target: Target): EncodedTurns {
  const encoder = new TurnEncoder(target)
  for (const turn of conversation.turns) encoder.add(turn)
  if (encoder.messages.length === 0)
    throw refuse(
      conversation.turns[0]?.at ?? conversation.turnsAt ?? '',
      'There is nothing to answer: no turn of the conversation has content.',
    )
  return encoder
}

class TurnEncoder implements EncodedTurns {
  readonly messages: CohereMessage[] = []
  readonly documents: CohereDocument[] = []

  constructor(private readonly target: Target) {}

  add(turn: Turn): void {
    const { ledger } = this.target
    if (turn.name !== undefined) ledger.drop(turn.name.at, 'Cohere has no names of participants')
    for (const part of turn.parts) if (part.cache !== undefined) ledger.drop(part.cache.at, 'Cohere caches on its own')
    if (turn.role === 'assistant') this.#addAssistant(turn)
    else if (turn.role === 'user') this.#addUser(turn)
    else this.#addSystem(turn)
  }

  #addSystem(turn: Turn): void {
    const texts: string[] = []
    for (const part of turn.parts) {
      if (part.type === 'text') {
        this.#leaveTextExtras(part)
        texts.push(part.text)
      } else if (part.type === 'media') throw refuse(part.at, 'The provider of this model accepts only text as system text.')
      else this.#leaveOut(part)
    }
    if (texts.length > 0) this.messages.push({ role: 'system', content: oneOrSeveral(texts) })
  }

  #addUser(turn: Turn): void {
    // Tool results must come directly after the tool calls of the turn before.
    const images: MediaPart[] = []
    for (const part of turn.parts) if (part.type === 'tool-result') this.messages.push(this.#encodeResult(part, images))
    const parts: CohereUserPart[] = images.map((image) => this.#encodeImage(image))
    for (const part of turn.parts) {
      if (part.type === 'tool-result') continue
      if (part.type === 'text') {
        this.#leaveTextExtras(part)
        if (part.text !== '') parts.push({ type: 'text', text: part.text })
      } else if (part.type === 'media') this.#addMedia(part, parts)
      else this.#leaveOut(part)
    }
    if (parts.length === 0) return
    const only = parts.length === 1 ? parts[0] : undefined
    this.messages.push({ role: 'user', content: only?.type === 'text' ? only.text : parts })
  }

  #addMedia(part: MediaPart, parts: CohereUserPart[]): void {
    this.#leaveMediaExtras(part)
    if (part.kind === 'image') {
      parts.push(this.#encodeImage(part))
      return
    }
    if (part.source.type !== 'text')
      throw refuse(part.at, `The provider of this model accepts text and images only, no ${part.kind} of this type.`)
    this.documents.push({ id: `doc:${this.documents.length}`, data: documentData(part, part.source.text) })
  }

  #encodeImage(part: MediaPart): CohereUserPart {
    const { source, detail } = part
    if (this.target.traits.withoutMedia?.includes('image')) throw refuse(part.at, 'The provider of this model accepts no images.')
    if (source.type !== 'base64' && source.type !== 'url')
      throw refuse(part.at, 'The provider of this model accepts images as data or by their address, not as the id of a file.')
    const url = source.type === 'url' ? source.url : `data:${source.mediaType};base64,${source.data}`
    if (detail === undefined || detail === 'auto' || detail === 'low' || detail === 'high')
      return { type: 'image_url', image_url: defined({ url, detail }) }
    this.target.ledger.approximate(part.at, `Cohere has no detail ${detail}: high was sent`)
    return { type: 'image_url', image_url: { url, detail: 'high' } }
  }

  /** Images of the result are added to `images`: a tool message cannot have any. */
  #encodeResult(result: ToolResultPart, images: MediaPart[]): CohereToolMessage {
    const parts: CohereToolContentPart[] = []
    const { ledger } = this.target
    for (const part of result.content) {
      if (part.cache !== undefined) ledger.drop(part.cache.at, 'Cohere caches on its own')
      if (part.type === 'media') this.#leaveMediaExtras(part)
      if (part.type === 'text') {
        this.#leaveTextExtras(part)
        parts.push({ type: 'text', text: part.text })
      } else if (part.type === 'opaque') this.#leaveOut(part)
      else if (part.source.type === 'text') {
        parts.push({ type: 'document', document: { data: documentData(part, part.source.text) } })
      } else if (part.kind === 'image') {
        images.push(part)
        ledger.move(part.at, 'moved to a user message after the tool results')
      } else throw refuse(part.at, `The provider of this model accepts no ${part.kind} in a tool result.`)
    }
    if (result.isError === false) ledger.move(placeOf(result, 'isError'), 'not needed: it is the default')
    return { role: 'tool', tool_call_id: result.callId, content: resultContent(parts, result.isError === true) }
  }

  #addAssistant(turn: Turn): void {
    const content: CohereAssistantPart[] = []
    const thoughts: string[] = []
    const calls: CohereToolCall[] = []
    for (const part of turn.parts) {
      if (part.type === 'text') {
        if (part.text !== '') content.push({ type: 'text', text: part.text })
        this.#leaveTextExtras(part)
      } else if (part.type === 'refusal') content.push({ type: 'text', text: part.text })
      else if (part.type === 'tool-call') calls.push(this.#encodeCall(part))
      else if (part.type === 'reasoning') {
        if (part.proof !== undefined) this.target.ledger.drop(part.at, 'the reasoning belongs to another provider')
        else if (part.text !== '') thoughts.push(part.text)
      } else if (part.type === 'media')
        throw refuse(part.at, `The provider of this model accepts no ${part.kind} in turns of the assistant.`)
      else this.#leaveOut(part)
    }
    const message: CohereAssistantMessage = { role: 'assistant' }
    // Thinking before tool calls is Cohere's `tool_plan`.
    if (calls.length > 0 && thoughts.length > 0) message.tool_plan = thoughts.join('\n\n')
    else for (const thinking of thoughts.reverse()) content.unshift({ type: 'thinking', thinking })
    const only = content.length === 1 ? content[0] : undefined
    if (only?.type === 'text') message.content = only.text
    else if (content.length > 0) message.content = content
    if (calls.length > 0) message.tool_calls = calls
    if (message.content !== undefined || calls.length > 0) this.messages.push(message)
  }

  #encodeCall(call: ToolCallPart): CohereToolCall {
    if (call.proof !== undefined) this.target.ledger.drop(placeOf(call, 'proof'), 'the proof belongs to another provider')
    const input = call.kind === 'custom' ? JSON.stringify(freeTextArguments(call.input)) : call.input
    return { id: call.id, type: 'function', function: { name: call.name, arguments: input === '' ? '{}' : input } }
  }

  #leaveTextExtras(part: TextPart): void {
    const { ledger } = this.target
    if (part.proof !== undefined) ledger.drop(placeOf(part, 'proof'), 'the proof belongs to another provider')
    if (part.citations !== undefined && part.citations.length > 0)
      ledger.drop(placeOf(part, 'citations'), 'Cohere has no citations in a request')
    if (part.phase !== undefined) ledger.drop(placeOf(part, 'phase'), 'Cohere has no message phases')
  }

  #leaveMediaExtras(part: MediaPart): void {
    const { ledger } = this.target
    if (part.proof !== undefined) ledger.drop(placeOf(part, 'proof'), 'the proof belongs to another provider')
    if (part.filename !== undefined && part.kind === 'image') ledger.drop(placeOf(part, 'filename'), 'Cohere has no names of images')
    if (part.detail !== undefined && part.kind !== 'image') ledger.drop(placeOf(part, 'detail'), 'only images have a level of detail')
    if (part.citable !== undefined) ledger.move(placeOf(part, 'citable'), 'not needed: Cohere cites from all documents')
    if (part.source.type === 'url' && part.source.mediaType !== undefined)
      ledger.move(placeOf(part, 'mediaType'), 'not needed: Cohere reads the type at the address')
  }

  #leaveOut(part: Part): void {
    const label = part.type === 'opaque' ? part.label : part.type
    this.target.ledger.drop(part.at, `Cohere has no ${label} in such a message`)
  }
}

function oneOrSeveral(texts: readonly string[]): string | { type: 'text'; text: string }[] {
  const [first] = texts
  return first !== undefined && texts.length === 1 ? first : texts.map((text) => ({ type: 'text', text }))
}

/** Cohere has no flag for a failed tool call: its text is the member `error` of a document, whose members are free. */
function resultContent(parts: readonly CohereToolContentPart[], isError: boolean): string | CohereToolContentPart[] {
  const texts = parts.filter((part) => part.type === 'text')
  if (isError) {
    const documents = parts.filter((part) => part.type === 'document')
    return [{ type: 'document', document: { data: { error: texts.map((part) => part.text).join('\n') } } }, ...documents]
  }
  const only = parts.length === 1 ? parts[0] : undefined
  if (parts.length === 0) return ''
  return only?.type === 'text' ? only.text : [...parts]
}

function documentData({ filename, context }: MediaPart, text: string): JsonObject {
  return defined<JsonObject>({ title: filename, context, text })
}
