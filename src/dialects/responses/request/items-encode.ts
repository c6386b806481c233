import type { ResponsesInputItem, ResponsesInputPart, ResponsesPhase } from '../../../../generated/responses/model/index.js'
import { placeOf, type MediaPart, type ReasoningPart, type ToolCallPart, type ToolResultPart } from '../../../exchange/part.js'
import type { Turn } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import { dropForeignProof, encodeCallId, encodeMedia, encodePart } from './parts-encode.js'
import { defined } from '../../../json/object.js'

/** Turns → items, in order: a message ends where a call, a result or a piece of reasoning begins. */
export function encodeTurns(turns: readonly Turn[], target: Target): ResponsesInputItem[] {
  const items: ResponsesInputItem[] = []
  for (const turn of turns) {
    if (turn.name !== undefined) target.ledger.drop(turn.name.at, 'participants have no names')
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
      target.ledger.drop(part.at, 'only the assistant reasons and calls tools')
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
    if ('cache' in part) target.ledger.drop(part.cache.at, 'the prompt is cached without marks')
    switch (part.type) {
      case 'text':
        if (part.citations !== undefined && part.citations.length > 0) {
          target.ledger.drop(placeOf(part, 'citations'), 'citations are not sent back')
        }
        dropForeignProof(part, target)
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
        dropForeignProof(part, target)
        items.push(encodeCall(part))
        break
      case 'tool-result':
        flush()
        items.push(encodeResult(part, target))
        break
      case 'media':
        flush()
        items.push(encodeMadeMedia(part, target))
        break
      case 'opaque':
        if (part.dialect !== 'responses') {
          target.ledger.drop(part.at, `only its own provider understands ${part.label}`)
          break
        }
        flush()
        if (isItem(part.value)) items.push(part.value)
        break
    }
  }
  flush()
}

/** The assistant's own messages hold no pictures, so what it made is shown to it as the user would. */
function encodeMadeMedia(part: MediaPart, target: Target): ResponsesInputItem {
  target.ledger.approximate(part.at, 'media made by the assistant are shown as the user shows them')
  return { type: 'message', role: 'user', content: [encodeMedia(part, target)] }
}

/** Only this style's own proof goes back, and with it its summary; other reasoning is never sent as text. */
function encodeReasoning(part: ReasoningPart, target: Target): ResponsesInputItem | undefined {
  const { proof } = part
  if (proof?.dialect !== 'responses' || proof.kind !== 'encrypted') {
    target.ledger.drop(part.at, 'reasoning goes back only to the provider that can prove it')
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
  if (part.isError === true) target.ledger.drop(placeOf(part, 'isError'), 'an output has no mark for errors; its words remain')
  if (part.isError === false) target.ledger.move(placeOf(part, 'isError'), 'not needed: it is the default')
  if (part.cache !== undefined) target.ledger.drop(part.cache.at, 'the prompt is cached without marks')
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

/** Opaque items stand beside messages, opaque parts inside them. Parts of input begin with `input_`. */
function isItem(value: unknown): value is ResponsesInputItem {
  const type = (value as { readonly type?: unknown } | null)?.type
  return typeof type === 'string' && !type.startsWith('input_') && !type.startsWith('output_')
}
