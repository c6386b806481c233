import type {
  ChatAssistantMessage,
  ChatContentPart,
  ChatMessage,
  ChatToolCall,
  ChatUserContent,
} from '../../../../generated/chat-completions/model/index.js'
import { append } from '../../../exchange/append.js'
import { freeTextArguments } from '../../../exchange/custom-tool.js'
import { refuse } from '../../../exchange/error.js'
import { placeOf, type Part, type ReasoningPart, type TextPart, type ToolCallPart, type ToolResultPart } from '../../../exchange/part.js'
import type { ConversationRequest, Turn } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import { encodeMedia } from './media-encode.js'
import { noCacheMarkers } from '../../openai-settings.js'
import { detailsOfProof } from '../reasoning-details.js'
import { fitToolCallId } from './tool-call-id.js'
import { defined } from '../../../json/object.js'

/**
 * Encodes the turns as messages. Consecutive assistant turns become one message, since responses has text and tool calls as separate items.
 * The tool results of consecutive user turns come first, since they must directly follow the tool calls.
 */
export function encodeMessages(conversation: ConversationRequest, target: Target): ChatMessage[] {
  const messages: ChatMessage[] = []
  const { turns } = conversation
  for (let start = 0; start < turns.length;) {
    const turn = turns[start]
    if (turn === undefined) break
    let end = start + 1
    if (turn.role === 'user' || turn.role === 'assistant') while (turns[end]?.role === turn.role) end += 1
    const run = turns.slice(start, end)
    if (turn.role === 'assistant') pushIfAny(messages, assistantMessage(run, target))
    else if (turn.role === 'user') append(messages, userMessages(run, target))
    else pushIfAny(messages, systemMessage(turn, target))
    start = end
  }
  if (messages.length === 0)
    throw refuse(
      turns[0]?.at ?? conversation.turnsAt ?? '',
      'There is nothing to answer: no turn of the conversation has content.',
      'invalid_value',
    )
  return messages
}

function pushIfAny(messages: ChatMessage[], message: ChatMessage | undefined): void {
  if (message !== undefined) messages.push(message)
}

function systemMessage(turn: Turn, target: Target): ChatMessage | undefined {
  const texts: string[] = []
  for (const part of turn.parts) {
    recordCache(part, target)
    if (part.type === 'text') {
      recordText(part, target)
      texts.push(part.text)
    } else if (part.type === 'opaque') target.ledger.drop(part.at, `a system message cannot have ${part.label}`)
    else throw refuse(part.at, `The provider of this model accepts only text in instructions (${part.at}).`, 'unsupported_value')
  }
  if (texts.length === 0) {
    dropName(turn, target)
    return undefined
  }
  const role = target.traits.systemRole ?? (turn.role === 'developer' ? 'developer' : 'system')
  return { role, content: texts.join('\n\n'), ...nameOf(turn, target) }
}

function nameOf(turn: Turn | undefined, { traits, ledger }: Target): { readonly name?: string } {
  if (turn?.name === undefined) return {}
  if (traits.unsupportedInMessages?.includes('name') !== true) return { name: turn.name.value }
  ledger.drop(turn.name.at, 'the provider does not support names of messages')
  return {}
}

/** Records the name of a turn that has no message of its own. */
function dropName(turn: Turn, target: Target): void {
  if (turn.name !== undefined) target.ledger.drop(turn.name.at, 'the turn is joined with another one or empty')
}

function userMessages(run: readonly Turn[], target: Target): ChatMessage[] {
  const messages: ChatMessage[] = []
  // A tool message can have text only: images and files of results follow in a user message.
  const attachments: ChatContentPart[] = []
  for (const turn of run)
    for (const part of turn.parts) if (part.type === 'tool-result') messages.push(toolMessage(part, attachments, target))
  let pending = attachments
  for (const turn of run) {
    const content = [...pending, ...userContent(turn.parts, target)]
    if (content.length === 0) {
      dropName(turn, target)
      continue
    }
    pending = []
    messages.push({ role: 'user', content: singleText(content), ...nameOf(turn, target) })
  }
  return messages
}

/** A single text becomes a string, which every provider accepts. */
function singleText(content: ChatContentPart[]): ChatUserContent {
  const [only] = content
  return content.length === 1 && only?.type === 'text' ? only.text : content
}

function userContent(parts: readonly Part[], target: Target): ChatContentPart[] {
  const content: ChatContentPart[] = []
  for (const part of parts) {
    recordCache(part, target)
    switch (part.type) {
      case 'text':
        recordText(part, target)
        content.push({ type: 'text', text: part.text })
        break
      case 'media':
        append(content, encodeMedia(part, target))
        break
      case 'tool-result':
        break
      case 'refusal':
        content.push({ type: 'text', text: part.text })
        break
      case 'reasoning':
        target.ledger.drop(part.at, 'only assistant turns have reasoning')
        break
      case 'tool-call':
        throw refuse(part.at, `A tool call must be in an assistant turn (${part.at}).`)
      case 'opaque':
        throw refuse(part.at, `The provider of this model does not support the part ${part.label} (${part.at}).`, 'unsupported_value')
    }
  }
  // Providers refuse an empty message.
  const filled = content.filter((part) => part.type !== 'text' || part.text !== '')
  return filled.length === 0 ? content.slice(0, 1) : filled
}

function toolMessage(result: ToolResultPart, attachments: ChatContentPart[], target: Target): ChatMessage {
  recordCache(result, target)
  const texts: string[] = []
  for (const part of result.content) {
    recordCache(part, target)
    if (part.type === 'text') {
      recordText(part, target)
      texts.push(part.text)
    } else if (part.type === 'media') {
      const encoded = encodeMedia(part, target)
      for (const each of encoded) {
        if (each.type === 'text') texts.push(each.text)
        else attachments.push(each)
      }
      if (encoded.some((each) => each.type !== 'text')) target.ledger.move(part.at, 'sent as a user message after the tool results')
    } else target.ledger.drop(part.at, `a tool message cannot have ${part.label}`)
  }
  if (texts.length === 0 && result.content.length > 0 && attachments.length > 0) texts.push('The result is in the next message.')
  const text = texts.join('\n')
  if (result.isError === true) target.ledger.approximate(placeOf(result, 'isError'), 'tool messages have no error flag: sent as text')
  if (result.isError === false) target.ledger.move(placeOf(result, 'isError'), 'not needed: it is the default')
  const content = result.isError === true && !/\berror\b/i.test(text) ? `Error: ${text}` : text
  recordId(result.callId, result.at, target)
  return { role: 'tool', tool_call_id: fitToolCallId(result.callId, target.traits), content }
}

function assistantMessage(run: readonly Turn[], target: Target): ChatMessage | undefined {
  const turnTexts: string[] = []
  let refusal = ''
  const calls: ChatToolCall[] = []
  const reasoning: ReasoningPart[] = []
  for (const turn of run) {
    let text = ''
    for (const part of turn.parts) {
      recordCache(part, target)
      switch (part.type) {
        case 'text':
          recordText(part, target)
          text += part.text
          break
        case 'refusal':
          refusal += part.text
          break
        case 'reasoning':
          reasoning.push(part)
          break
        case 'tool-call':
          calls.push(encodeCall(part, target))
          break
        case 'opaque':
          target.ledger.drop(part.at, `${part.label} belongs to another provider`)
          break
        case 'media':
          throw refuse(part.at, `The provider of this model accepts no ${part.kind} in assistant turns (${part.at}).`, 'unsupported_value')
        case 'tool-result':
          throw refuse(part.at, `A tool result must be in a user turn (${part.at}).`)
      }
    }
    if (text !== '') turnTexts.push(text)
  }
  const reasoningMembers = encodeReasoning(reasoning, target)
  // Providers without the member `refusal` get its text as content.
  if (refusal !== '' && target.traits.unsupportedInMessages?.includes('refusal') === true) {
    turnTexts.push(refusal)
    refusal = ''
  }
  const text = turnTexts.join('\n\n')
  const [first, ...others] = run
  for (const turn of others) dropName(turn, target)
  if (text === '' && refusal === '' && calls.length === 0) {
    if (first !== undefined) dropName(first, target)
    if (Object.keys(reasoningMembers).length === 0)
      return run.some((turn) => turn.parts.some((part) => part.type === 'text')) ? { role: 'assistant', content: '' } : undefined
    return { role: 'assistant', content: '', ...reasoningMembers }
  }
  return defined<ChatMessage>({
    role: 'assistant',
    content: text === '' ? null : text,
    refusal: refusal === '' ? undefined : refusal,
    ...reasoningMembers,
    tool_calls: calls.length === 0 ? undefined : calls,
    ...nameOf(first, target),
  })
}

type ReasoningMembers = Pick<ChatAssistantMessage, 'reasoning_content' | 'reasoning' | 'reasoning_details'>

/** Encodes reasoning for providers that accept it in the history. It is never sent as text, which would look like an answer. */
function encodeReasoning(parts: readonly ReasoningPart[], target: Target): ReasoningMembers {
  const field = target.traits.reasoningHistoryField
  const own = parts.flatMap((part) =>
    part.proof?.dialect === 'chat-completions' && part.proof.kind === 'details' ? detailsOfProof(part.proof) : [],
  )
  const text = parts.map((part) => part.text).join('')
  for (const part of parts) {
    if (part.proof?.dialect === 'chat-completions' && part.proof.kind === 'details') {
      if (part.text !== '') target.ledger.move(part.at, 'replaced by reasoning_details')
      continue
    }
    if (field === undefined || part.text === '') target.ledger.drop(part.at, 'the provider accepts no reasoning in the history')
    else if (part.proof !== undefined)
      target.ledger.approximate(part.at, 'only the readable text is sent: the proof belongs to another provider')
  }
  return defined({
    // The entries are unchanged since a provider of this dialect sent them.
    reasoning_details: own.length === 0 ? undefined : (own as unknown as NonNullable<ReasoningMembers['reasoning_details']>),
    ...(field === undefined || text === ''
      ? {}
      : field === 'reasoning_details'
        ? own.length === 0
          ? { reasoning: text }
          : {}
        : { [field]: text }),
  })
}

function encodeCall(part: ToolCallPart, target: Target): ChatToolCall {
  const { proof } = part
  const isOwn = proof?.dialect === 'chat-completions' && proof.kind === 'thought-signature'
  const own = isOwn ? { extra_content: { google: { thought_signature: proof.value } } } : {}
  if (proof !== undefined && !isOwn) {
    target.ledger.drop(placeOf(part, 'proof'), 'the proof belongs to another provider')
  }
  const id = fitToolCallId(part.id, target.traits)
  recordId(part.id, part.at, target)
  const { name } = part
  if (part.kind === 'function') return { id, type: 'function', function: { name, arguments: part.input }, ...own }
  if (target.traits.functionToolsOnly === true)
    return { id, type: 'function', function: { name, arguments: JSON.stringify(freeTextArguments(part.input)) }, ...own }
  return { id, type: 'custom', custom: { name, input: part.input }, ...own }
}

function recordId(id: string, at: string, { traits, ledger }: Target): void {
  if (traits.nineCharacterToolIds === true && fitToolCallId(id, traits) !== id)
    ledger.move(at, 'the provider requires tool call ids of nine characters')
}

function recordCache(part: Part, target: Target): void {
  if (part.cache !== undefined) target.ledger.drop(part.cache.at, noCacheMarkers)
}

function recordText(part: TextPart, target: Target): void {
  if (part.citations !== undefined && part.citations.length > 0)
    target.ledger.drop(placeOf(part, 'citations'), 'citations cannot be sent in requests of the chat completions style')
  if (part.phase !== undefined) target.ledger.drop(placeOf(part, 'phase'), 'texts have no phase in the chat completions style')
  // Only replies have signatures of texts.
  if (part.proof !== undefined)
    target.ledger.drop(placeOf(part, 'proof'), 'the proof of a text cannot be sent in the chat completions style')
}
