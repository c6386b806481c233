import { createHash } from 'node:crypto'
import { hashedText } from '../../../json/hashed-text.js'
import type {
  ConverseContentBlock,
  ConverseMessage,
  ConverseSystemBlock,
  ConverseToolResultBlock,
} from '../../../../generated/bedrock-converse/model/index.js'
import { append } from '../../../exchange/append.js'
import { refuse } from '../../../exchange/error.js'
import {
  placeOf,
  type CacheHint,
  type MediaPart,
  type Part,
  type ReasoningPart,
  type TextPart,
  type ToolCallPart,
  type ToolResultPart,
} from '../../../exchange/part.js'
import type { ConversationRequest, Turn } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import { argumentsObject, freeTextArguments } from '../../../exchange/custom-tool.js'
import { claudeModel } from '../../claude-models.js'
import { encodeMedia } from './media-encode.js'
import { defined, parseJson } from '../../../json/object.js'

export interface EncodedTurns {
  readonly system: ConverseSystemBlock[]
  readonly messages: ConverseMessage[]
}

/** All system text goes to `system`. The other turns alternate, beginning with the user's; tool results come first in their turn. */
export function encodeTurns(conversation: ConversationRequest, target: Target): EncodedTurns {
  const encoder = new TurnEncoder(target)
  for (const turn of conversation.turns) encoder.add(turn)
  return encoder.finish(conversation)
}

class TurnEncoder {
  readonly #system: ConverseSystemBlock[] = []
  readonly #messages: ConverseMessage[] = []
  #documents = 0

  constructor(private readonly target: Target) {}

  add(turn: Turn): void {
    const { ledger } = this.target
    if (turn.name !== undefined) ledger.drop(turn.name.at, 'Converse has no names of participants')
    if (turn.role === 'system' || turn.role === 'developer') {
      if (this.#messages.length > 0) ledger.approximate(turn.at, 'system text within the conversation is moved to its beginning')
      for (const part of turn.parts) this.#addSystem(part)
      return
    }
    const blocks = turn.parts.flatMap((part) => [...this.#encode(part, turn.role === 'assistant'), ...cachePoint(part.cache)])
    if (blocks.length === 0) return
    const last = this.#messages.at(-1)
    if (last?.role === turn.role) append(last.content, blocks)
    else this.#messages.push({ role: turn.role, content: blocks })
  }

  finish({ turns, turnsAt }: ConversationRequest): EncodedTurns {
    const { ledger } = this.target
    const messages = this.#messages
    if (messages.length === 0) {
      const index = this.#system.findLastIndex(({ text }) => text !== undefined)
      const text = this.#system[index]?.text
      if (text === undefined)
        throw refuse(turns[0]?.at ?? turnsAt ?? '', 'There is nothing to answer: no turn of the conversation has content.')
      this.#system.splice(index, 1)
      ledger.approximate(turns.at(-1)?.at ?? '', 'the provider requires a user turn: the last system text is sent as one')
      messages.push({ role: 'user', content: [{ text }] })
    }
    if (messages[0]?.role === 'assistant') {
      ledger.approximate(turns[0]?.at ?? '', 'the provider requires a user turn first: a short one was added')
      messages.unshift({ role: 'user', content: [{ text: 'Continue.' }] })
    }
    for (const message of messages) {
      if (message.role === 'user') message.content = resultsFirst(message.content)
      // Bedrock requires a text beside a document.
      if (message.content.some(({ document }) => document !== undefined) && message.content.every(({ text }) => text === undefined))
        message.content.push({ text: 'See the document.' })
    }
    const last = messages.at(-1)
    const end = last?.role === 'assistant' ? last.content.at(-1) : undefined
    // The model continues a last turn of the assistant, which must not end with white space.
    if (end?.text !== undefined) end.text = end.text.trimEnd()
    if (end !== undefined && end.toolUse === undefined && claudeModel(this.target.model)?.prefill === false) {
      const answer = turns.findLast(({ role }) => role === 'assistant')
      ledger.approximate(answer?.at ?? '', 'the model does not continue an answer: a short user turn asks it to')
      messages.push({ role: 'user', content: [{ text: 'Continue.' }] })
    }
    return { system: this.#system, messages }
  }

  #addSystem(part: Part): void {
    if (part.type === 'opaque') return this.target.ledger.drop(part.at, `${part.label} belongs to another provider`)
    if (part.type !== 'text') throw refuse(part.at, 'The provider of this model accepts only text as system text.')
    const [block] = this.#encodeText(part)
    if (block?.text === undefined) return
    this.#system.push({ text: block.text })
    append(this.#system, cachePoint(part.cache))
  }

  #encode(part: Part, assistant: boolean): ConverseContentBlock[] {
    switch (part.type) {
      case 'text':
        return this.#encodeText(part)
      case 'refusal':
        return part.text.trim() === '' ? [] : [{ text: part.text }]
      case 'media':
        return assistant ? this.#encodeSpoken(part) : [encodeMedia(part, this.#numbered(part), this.target)]
      case 'reasoning':
        return this.#encodeReasoning(part)
      case 'tool-call':
        return [this.#encodeCall(part)]
      case 'tool-result':
        return [this.#encodeResult(part)]
      case 'opaque':
        this.target.ledger.drop(part.at, `${part.label} belongs to another provider`)
        return []
    }
  }

  #encodeText(part: TextPart): ConverseContentBlock[] {
    const { ledger } = this.target
    if (part.proof !== undefined) ledger.drop(placeOf(part, 'proof'), 'the proof belongs to another provider')
    if (part.citations !== undefined && part.citations.length > 0)
      ledger.drop(placeOf(part, 'citations'), 'Converse has no citations in a request')
    if (part.phase !== undefined) ledger.drop(placeOf(part, 'phase'), 'Converse has no message phases')
    if (part.text.trim() !== '') return [{ text: part.text }]
    if (part.text === '') ledger.move(part.at, 'the text is empty')
    else ledger.drop(part.at, 'the provider refuses text of only white space')
    return []
  }

  /** Media of an assistant's turn: only a transcript can be given back. */
  #encodeSpoken(part: MediaPart): ConverseContentBlock[] {
    if (part.transcript === undefined)
      throw refuse(part.at, `The provider of this model accepts no ${part.kind} in turns of the assistant.`)
    this.target.ledger.approximate(part.at, 'only the transcript of what the assistant said is sent')
    return [{ text: part.transcript }]
  }

  #encodeReasoning({ proof, text, at }: ReasoningPart): ConverseContentBlock[] {
    if (proof?.dialect !== 'bedrock-converse') {
      this.target.ledger.drop(
        at,
        proof === undefined ? 'the provider refuses reasoning without a signature' : 'the reasoning belongs to another provider',
      )
      return []
    }
    if (proof.kind === 'redacted') return [{ reasoningContent: { redactedContent: proof.value } }]
    return [{ reasoningContent: { reasoningText: { text, signature: proof.value } } }]
  }

  #encodeCall(part: ToolCallPart): ConverseContentBlock {
    const { ledger } = this.target
    if (part.proof !== undefined) ledger.drop(placeOf(part, 'proof'), 'the proof belongs to another provider')
    this.#recordId(part.id, part.at)
    const input = inputOf(part, ledger.approximate.bind(ledger))
    return { toolUse: { toolUseId: fitToolId(part.id), name: part.name, input } }
  }

  #encodeResult(result: ToolResultPart): ConverseContentBlock {
    const content: ConverseToolResultBlock[] = []
    this.#recordId(result.callId, result.at)
    if (result.isError === false) this.target.ledger.move(placeOf(result, 'isError'), 'not needed: it is the default')
    for (const part of result.content) {
      if (part.cache !== undefined) this.target.ledger.drop(part.cache.at, 'Converse has cache markers only after a whole tool result')
      if (part.type === 'opaque') {
        this.target.ledger.drop(part.at, `${part.label} belongs to another provider`)
        continue
      }
      if (part.type === 'text') {
        append(
          content,
          this.#encodeText(part).flatMap(({ text }) => (text === undefined ? [] : [{ text }])),
        )
        continue
      }
      const { image, document, video } = encodeMedia(part, this.#numbered(part), this.target)
      if (image !== undefined) content.push({ image })
      else if (document !== undefined) content.push({ document })
      else if (video !== undefined) content.push({ video })
      else throw refuse(part.at, `The provider of this model accepts no ${part.kind} in a tool result.`)
    }
    // Converse refuses a tool result without content.
    if (content.length === 0) content.push({ text: '(no output)' })
    return {
      toolResult: defined({
        toolUseId: fitToolId(result.callId),
        content,
        status: result.isError === true ? ('error' as const) : undefined,
      }),
    }
  }

  #recordId(id: string, at: string): void {
    if (fitToolId(id) !== id) this.target.ledger.move(at, 'the id of the tool call was changed to a format that the provider accepts')
  }

  #numbered(part: MediaPart): number {
    if (part.kind === 'document') this.#documents += 1
    return this.#documents
  }
}

function cachePoint(hint: CacheHint | undefined): { cachePoint: { type: 'default'; ttl?: '5m' | '1h' } }[] {
  return hint === undefined ? [] : [{ cachePoint: defined({ type: 'default', ttl: hint.ttl }) }]
}

function inputOf(part: ToolCallPart, approximate: (at: string, why: string) => void): unknown {
  const input = part.kind === 'custom' ? freeTextArguments(part.input) : argumentsObject(part.input)
  if (input !== undefined) return input
  approximate(part.at, 'the arguments are not a JSON object and are sent as a member of one')
  return { input: parseJson(part.input) ?? part.input }
}

function resultsFirst(blocks: ConverseContentBlock[]): ConverseContentBlock[] {
  const results = blocks.filter(({ toolResult }) => toolResult !== undefined)
  return results.length === 0 ? blocks : [...results, ...blocks.filter(({ toolResult }) => toolResult === undefined)]
}

const validToolId = /^[a-zA-Z0-9_.:-]{1,64}$/

/** An id that Converse accepts. It depends on the client's id alone, so that the prompt cache matches when the history is sent again. */
function fitToolId(id: string): string {
  if (validToolId.test(id)) return id
  const digest = createHash('sha256').update(hashedText(id)).digest('hex').slice(0, 16)
  return `${id.slice(0, 40).replaceAll(/[^a-zA-Z0-9_.:-]/g, '_')}_${digest}`
}
