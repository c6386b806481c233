import type { MessagesContentBlock, MessagesToolResultBlock, MessagesToolResultPart } from '../../../../generated/messages/model/index.js'
import { refuse } from '../../../exchange/error.js'
import { placeOf, type Part, type ReasoningPart, type TextPart, type ToolCallPart, type ToolResultPart } from '../../../exchange/part.js'
import { argumentsObject, freeTextArguments } from '../../../exchange/custom-tool.js'
import type { MessagesTarget } from './messages-target.js'
import { encodeMedia } from './media-encode.js'
import { defined } from '../../../json/object.js'

/** Encodes a part of a turn; `undefined` where the dialect cannot express it, or where it is empty. */
export function encodePart(part: Part, role: 'user' | 'assistant', target: MessagesTarget): MessagesContentBlock | undefined {
  switch (part.type) {
    case 'text':
      return encodeText(part, target)
    case 'refusal':
      return encodeText(defined({ type: 'text', text: part.text, at: part.at, cache: part.cache }), target)
    case 'media':
      return role === 'user' ? encodeMedia(part, target) : encodeAssistantMedia(part, target)
    case 'reasoning':
      return encodeReasoning(part, target)
    case 'tool-call':
      return encodeToolCall(part, target)
    case 'tool-result':
      return encodeToolResult(part, target)
    case 'opaque':
      return encodeOpaque(part, target)
  }
}

/** Encodes a text; `undefined` for empty text and white space, which providers refuse. */
export function encodeText(part: TextPart, target: MessagesTarget): (MessagesContentBlock & { type: 'text' }) | undefined {
  if (part.proof !== undefined) target.ledger.drop(placeOf(part, 'proof'), 'the proof belongs to another provider')
  if (part.text.trim() === '') {
    if (part.text === '') target.ledger.move(part.at, 'the text is empty')
    else target.ledger.drop(part.at, 'the provider refuses a text of white space only')
    if (part.cache !== undefined) target.ledger.drop(part.cache.at, 'the text is empty')
    return undefined
  }
  const citations = (part.citations ?? []).flatMap(({ native }) => (native?.dialect === 'messages' ? [native.value] : []))
  if (citations.length < (part.citations?.length ?? 0))
    target.ledger.drop(placeOf(part, 'citations'), 'the citations belong to another provider')
  return {
    type: 'text',
    text: part.text,
    // The contract's validator has checked citations of this dialect in the client's request.
    ...(citations.length === 0 ? {} : { citations: citations as NonNullable<(MessagesContentBlock & { type: 'text' })['citations']> }),
    ...target.cache(part.cache),
  }
}

/** Encodes media in an assistant turn, of which only the transcript can be sent. */
function encodeAssistantMedia(part: Part & { type: 'media' }, target: MessagesTarget): MessagesContentBlock | undefined {
  if (part.transcript === undefined) throw refuse(part.at, `The provider accepts no ${part.kind} in assistant turns.`)
  target.ledger.approximate(part.at, `only the transcript of the ${part.kind} is sent`)
  return encodeText({ type: 'text', text: part.transcript, at: part.at }, target)
}

/** Encodes reasoning with a proof of this dialect; providers refuse any other. */
function encodeReasoning(part: ReasoningPart, target: MessagesTarget): MessagesContentBlock | undefined {
  const { proof } = part
  if (proof?.dialect === 'messages') {
    if (proof.kind === 'redacted' && part.text !== '') target.ledger.drop(part.at, 'redacted thinking has no text')
    return proof.kind === 'redacted'
      ? { type: 'redacted_thinking', data: proof.value }
      : { type: 'thinking', thinking: part.text, signature: proof.value }
  }
  target.ledger.drop(
    part.at,
    proof === undefined ? 'the provider refuses reasoning without a signature' : 'the reasoning belongs to another provider',
  )
  return undefined
}

function encodeToolCall(part: ToolCallPart, target: MessagesTarget): MessagesContentBlock {
  const { ids, ledger } = target
  if (part.proof !== undefined) ledger.drop(placeOf(part, 'proof'), 'tool calls have no proof in the messages style')
  return { type: 'tool_use', id: ids.call(part.id), name: part.name, input: callInput(part, target), ...target.cache(part.cache) }
}

function callInput(part: ToolCallPart, target: MessagesTarget): object {
  if (part.kind === 'custom') return freeTextArguments(part.input)
  const input = argumentsObject(part.input)
  if (input !== undefined) return input
  target.ledger.approximate(part.at, 'the arguments are not a JSON object: sent as one text')
  return freeTextArguments(part.input)
}

function encodeToolResult(part: ToolResultPart, target: MessagesTarget): MessagesToolResultBlock {
  const content = part.content.flatMap((piece): MessagesToolResultPart[] => {
    if (piece.type === 'media') return [encodeMedia(piece, target)]
    if (piece.type === 'opaque') {
      const block = encodeOpaque(piece, target)
      return block === undefined ? [] : [block as MessagesToolResultPart]
    }
    const text = encodeText(piece, target)
    return text === undefined ? [] : [text]
  })
  if (part.isError === false) target.ledger.move(placeOf(part, 'isError'), 'not needed: it is the default')
  return defined({
    type: 'tool_result',
    tool_use_id: target.ids.result(part.callId),
    content: content.length === 0 ? undefined : (plainText(content) ?? content),
    is_error: part.isError === true ? true : undefined,
    ...target.cache(part.cache),
  })
}

function plainText(content: readonly MessagesToolResultPart[]): string | undefined {
  const [first] = content
  return content.length === 1 && first?.type === 'text' && Object.keys(first).length === 2 ? first.text : undefined
}

function encodeOpaque(part: Part & { type: 'opaque' }, target: MessagesTarget): MessagesContentBlock | undefined {
  // The contract's validator has checked blocks of this dialect in the client's request.
  if (part.dialect === 'messages') return part.value as MessagesContentBlock
  target.ledger.drop(part.at, `${part.label} belongs to another provider`)
  return undefined
}
