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

export interface EncodedTurns {
  readonly messages: CohereMessage[]
  /** Text documents, which Cohere takes beside the messages and cites as `doc:N`. */
  readonly documents: CohereDocument[]
}

/** Writes the turns as Cohere's messages: system, user, assistant and one `tool` message for each result. */
export function encodeTurns(conversation: ConversationRequest, target: Target): EncodedTurns {
  const encoder = new TurnEncoder(target)
  for (const turn of conversation.turns) encoder.add(turn)
  if (encoder.messages.length === 0)
    throw refuse(conversation.turns[0]?.at ?? conversation.turnsAt ?? '', 'There is no message that Cohere could answer.')
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
      } else if (part.type === 'media') throw refuse(part.at, `Cohere takes text as the system's words, no ${part.kind}.`)
      else this.#leaveOut(part)
    }
    if (texts.length > 0) this.messages.push({ role: 'system', content: oneOrSeveral(texts) })
  }

  #addUser(turn: Turn): void {
    // Results answer the calls of the turn before, so they come first, whatever the client wrote between them.
    const shown: MediaPart[] = []
    for (const part of turn.parts) if (part.type === 'tool-result') this.messages.push(this.#encodeResult(part, shown))
    const parts: CohereUserPart[] = shown.map((image) => this.#encodeImage(image))
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
    if (part.source.type !== 'text') throw refuse(part.at, `Cohere's chat takes no ${part.kind} of this kind, only text and images.`)
    const { source, filename, context } = part
    const data = {
      ...(filename === undefined ? {} : { title: filename }),
      ...(context === undefined ? {} : { context }),
      text: source.text,
    }
    this.documents.push({ id: `doc:${this.documents.length}`, data })
  }

  #encodeImage(part: MediaPart): CohereUserPart {
    const { source, detail } = part
    if (this.target.traits.withoutMedia?.includes('image')) throw refuse(part.at, `The model ${this.target.model} takes no images.`)
    if (source.type !== 'base64' && source.type !== 'url')
      throw refuse(part.at, 'Cohere takes images as data or as an address, not by the id of a file.')
    const url = source.type === 'url' ? source.url : `data:${source.mediaType};base64,${source.data}`
    if (detail === undefined || detail === 'auto' || detail === 'low' || detail === 'high')
      return { type: 'image_url', image_url: { url, ...(detail === undefined ? {} : { detail }) } }
    this.target.ledger.approximate(part.at, `Cohere has no detail ${detail}: high was sent`)
    return { type: 'image_url', image_url: { url, detail: 'high' } }
  }

  #encodeResult(result: ToolResultPart, shown: MediaPart[]): CohereToolMessage {
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
        const data = {
          ...(part.filename === undefined ? {} : { title: part.filename }),
          ...(part.context === undefined ? {} : { context: part.context }),
          text: part.source.text,
        }
        parts.push({ type: 'document', document: { data } })
      } else if (part.kind === 'image') {
        // A tool message has no place for pictures; the user's next message has.
        shown.push(part)
        ledger.move(part.at, 'follows the results in a user message')
      } else throw refuse(part.at, `Cohere takes no ${part.kind} as the result of a tool.`)
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
        if (part.proof !== undefined)
          this.target.ledger.drop(part.at, `reasoning of ${part.proof.dialect}, which only its own provider takes back`)
        else if (part.text !== '') thoughts.push(part.text)
      } else if (part.type === 'media') throw refuse(part.at, `Cohere takes no ${part.kind} in the assistant's own turns.`)
      else this.#leaveOut(part)
    }
    const message: CohereAssistantMessage = { role: 'assistant' }
    // Cohere tells the plan of its calls apart from the thinking before an answer.
    if (calls.length > 0 && thoughts.length > 0) message.tool_plan = thoughts.join('\n\n')
    else for (const thinking of thoughts.reverse()) content.unshift({ type: 'thinking', thinking })
    const only = content.length === 1 ? content[0] : undefined
    if (only?.type === 'text') message.content = only.text
    else if (content.length > 0) message.content = content
    if (calls.length > 0) message.tool_calls = calls
    if (message.content !== undefined || calls.length > 0) this.messages.push(message)
  }

  #encodeCall(call: ToolCallPart): CohereToolCall {
    if (call.proof !== undefined)
      this.target.ledger.drop(placeOf(call, 'proof'), `the signature of the call belongs to ${call.proof.dialect}`)
    const input = call.kind === 'custom' ? JSON.stringify(freeTextArguments(call.input)) : call.input
    return { id: call.id, type: 'function', function: { name: call.name, arguments: input === '' ? '{}' : input } }
  }

  #leaveTextExtras(part: TextPart): void {
    const { ledger } = this.target
    if (part.proof !== undefined) ledger.drop(placeOf(part, 'proof'), `the signature of the text belongs to ${part.proof.dialect}`)
    if (part.citations !== undefined && part.citations.length > 0)
      ledger.drop(placeOf(part, 'citations'), 'citations of earlier turns are not given back')
    if (part.phase !== undefined) ledger.drop(placeOf(part, 'phase'), 'Cohere has no phases of an answer')
  }

  #leaveMediaExtras(part: MediaPart): void {
    const { ledger } = this.target
    if (part.proof !== undefined) ledger.drop(placeOf(part, 'proof'), `the signature belongs to ${part.proof.dialect}`)
    if (part.filename !== undefined && part.kind === 'image') ledger.drop(placeOf(part, 'filename'), 'Cohere has no names of images')
    if (part.detail !== undefined && part.kind !== 'image') ledger.drop(placeOf(part, 'detail'), 'only images have a level of detail')
    if (part.citable !== undefined) ledger.move(placeOf(part, 'citable'), 'Cohere cites from whatever documents it is given')
    if (part.source.type === 'url' && part.source.mediaType !== undefined)
      ledger.move(placeOf(part, 'mediaType'), 'what stands at the address says its type')
  }

  #leaveOut(part: Part): void {
    const label = part.type === 'opaque' ? part.label : part.type
    this.target.ledger.drop(part.at, `Cohere has no place for ${label} here`)
  }
}

function oneOrSeveral(texts: readonly string[]): string | { type: 'text'; text: string }[] {
  const [first] = texts
  return first !== undefined && texts.length === 1 ? first : texts.map((text) => ({ type: 'text', text }))
}

/** An error has no mark of its own; a document's data is free, so it says so by its member's name. */
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
