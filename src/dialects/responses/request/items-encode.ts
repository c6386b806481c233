import type { ResponsesInputItem, ResponsesInputPart, ResponsesPhase } from '../../../../generated/responses/model/index.js'
import { placeOf, type MediaPart, type ReasoningPart, type ToolCallPart, type ToolResultPart } from '../../../exchange/part.js'
import type { Turn } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import { dropProof, encodeCallId, encodeMedia, encodePart } from './parts-encode.js'
import { noCacheMarkers } from '../../openai-settings.js'
import { defined } from '../../../json/object.js'

/** Encodes turns to items, in order. A tool call, a tool result or reasoning ends the current message. */
export function encodeTurns(turns: readonly Turn[], target: Target): ResponsesInputItem[] {
  const items: ResponsesInputItem[] = []
  for (const turn of turns) {
    if (turn.name !== undefined) target.ledger.drop(turn.name.at, 'turns have no name in the responses style')
    if (turn.role === 'assistant') encodeAssistant(turn, items, target)
    else encodeOther(turn, items, target)
  }
  return items
}

function encodeOther(turn: Turn, items: ResponsesInputItem[], target: Target): void {
  const role = turn.role === 'developer' || turn.role === 'system' ? turn.role : 'user'
  let content: ResponsesInputPart[] = []
  const flush = (): void => {
    if (content.length > 0) items.push({ type: 'message', role, content })
    content = []
  }
  for (const part of turn.parts) {
    if (part.type === 'tool-result') {
      flush()
      items.push(encodeResult(part, target))
    } else if (part.type === 'reasoning' || part.type === 'tool-call') {
      target.ledger.drop(part.at, 'only assistant turns have reasoning and tool calls')
    } else if (part.type === 'opaque' && part.dialect === 'responses' && isItem(part.value)) {
      flush()
      items.push(part.value)
    } else {
      const encoded = encodePart(part, target)
      if (encoded !== undefined) content.push(encoded)
    }
  }
  flush()
}

function encodeAssistant(turn: Turn, items: ResponsesInputItem[], target: Target): void {
  let content: ResponsesInputPart[] = []
  let phase: string | undefined
  const flush = (): void => {
    if (content.length > 0) {
      items.push(defined({ type: 'message', role: 'assistant', content, phase: isPhase(phase) ? phase : undefined }))
    }
    content = []
  }
  for (const part of turn.parts) {
    if ('cache' in part) target.ledger.drop(part.cache.at, noCacheMarkers)
    switch (part.type) {
      case 'text':
        if (part.citations !== undefined && part.citations.length > 0) {
          target.ledger.drop(placeOf(part, 'citations'), 'citations cannot be sent in requests of the responses style')
        }
        dropProof(part, target)
        if (part.text === '') break
        if (part.phase !== phase) flush()
        phase = part.phase
        content.push({ type: 'output_text', text: part.text })
        break
      case 'refusal':
        content.push({ type: 'refusal', refusal: part.text })
        break
      case 'reasoning': {
        const item = encodeReasoning(part, target)
        if (item === undefined) break
        flush()
        items.push(item)
        break
      }
      case 'tool-call':
        flush()
        dropProof(part, target)
        items.push(encodeCall(part))
        break
      case 'tool-result':
        flush()
        items.push(encodeResult(part, target))
        break
      case 'media':
        flush()
        items.push(encodeAssistantMedia(part, target))
        break
      case 'opaque':
        if (part.dialect !== 'responses') {
          target.ledger.drop(part.at, `${part.label} belongs to another provider`)
          break
        }
        flush()
        if (isItem(part.value)) items.push(part.value)
        break
    }
  }
  flush()
}

/** Encodes media of an assistant turn as a user message, since assistant messages have text only. */
function encodeAssistantMedia(part: MediaPart, target: Target): ResponsesInputItem {
  target.ledger.approximate(part.at, `${part.kind} of the assistant is sent as a user message`)
  return { type: 'message', role: 'user', content: [encodeMedia(part, target)] }
}

/** Encodes reasoning with a proof of this dialect. Other reasoning is dropped, and never sent as text. */
function encodeReasoning(part: ReasoningPart, target: Target): ResponsesInputItem | undefined {
  const { proof } = part
  if (proof?.dialect !== 'responses' || proof.kind !== 'encrypted') {
    target.ledger.drop(part.at, 'the provider accepts only its own reasoning')
    return undefined
  }
  const summaries = part.summaries ?? (part.text === '' ? [] : [part.text])
  return defined<ResponsesInputItem>({
    type: 'reasoning',
    id: proof.itemId,
    summary: summaries.map((text) => ({ type: 'summary_text', text })),
    encrypted_content: proof.value,
  })
}

function encodeCall(part: ToolCallPart): ResponsesInputItem {
  const id = part.itemId !== undefined && /^(fc|ctc)_/.test(part.itemId) ? { id: part.itemId } : {}
  const call = { ...id, call_id: encodeCallId(part.id), name: part.name }
  if (part.kind === 'custom') return { type: 'custom_tool_call', ...call, input: part.input }
  return { type: 'function_call', ...call, arguments: part.input.trim() === '' ? '{}' : part.input }
}

function encodeResult(part: ToolResultPart, target: Target): ResponsesInputItem {
  if (part.isError === true) target.ledger.drop(placeOf(part, 'isError'), 'tool outputs have no error flag in the responses style')
  if (part.isError === false) target.ledger.move(placeOf(part, 'isError'), 'not needed: it is the default')
  if (part.cache !== undefined) target.ledger.drop(part.cache.at, noCacheMarkers)
  const output = encodeOutput(part, target)
  const call_id = encodeCallId(part.callId)
  return part.kind === 'custom' ? { type: 'custom_tool_call_output', call_id, output } : { type: 'function_call_output', call_id, output }
}

function encodeOutput(part: ToolResultPart, target: Target): string | ResponsesInputPart[] {
  const [only] = part.content
  if (only === undefined) return ''
  if (part.content.length === 1 && only.type === 'text' && only.cache === undefined && only.citations === undefined) return only.text
  const parts = part.content.map((each) => encodePart(each, target)).filter((each) => each !== undefined)
  return parts.length === 0 ? '' : parts
}

function isPhase(phase: string | undefined): phase is ResponsesPhase {
  return phase === 'commentary' || phase === 'final_answer'
}

/** Whether an opaque value is an item, and not a part of a message: the types of parts begin with `input_` or `output_`. */
function isItem(value: unknown): value is ResponsesInputItem {
  const type = (value as { readonly type?: unknown } | null)?.type
  return typeof type === 'string' && !type.startsWith('input_') && !type.startsWith('output_')
}
