import type {
  ResponsesInputItem,
  ResponsesInputMessage,
  ResponsesInputReasoning,
  ResponsesItemReference,
} from '../../../../generated/responses/model/index.js'
import { append } from '../../../exchange/append.js'
import { refuse } from '../../../exchange/error.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import { pointer } from '../../../json/pointer.js'
import { defined, isObject } from '../../../json/object.js'
import type { OpaquePart, Part, ReasoningPart, ToolResultPart } from '../../../exchange/part.js'
import { openProof, type Proof } from '../../../exchange/proof.js'
import type { Tool, Turn } from '../../../exchange/request.js'
import { decodeContent } from './parts-decode.js'
import { moveIdentity } from './item-identity.js'
import { decodeSearchCall, decodeSearchOutput } from './search-items-decode.js'
import type { ToolCatalogue } from './tool-catalogue.js'
import { decodeTools } from './tools-decode.js'

const messageMembers = new Set(['type', 'role', 'content', 'phase', 'id', 'status'])
const reasoningMembers = new Set(['type', 'id', 'summary', 'content', 'encrypted_content', 'status'])
const pieceMembers = new Set(['type', 'text'])
const callMembers = new Set(['type', 'id', 'call_id', 'name', 'namespace', 'arguments', 'input', 'status'])
const additionalMembers = new Set(['type', 'id', 'role', 'tools'])
const outputMembers = new Set(['type', 'id', 'call_id', 'output', 'name', 'namespace', 'status'])

/** Types of items with the result of a call, which belong to a user turn. All other unknown types belong to an assistant turn. */
const resultTypes = new Set([
  'computer_call_output',
  'local_shell_call_output',
  'shell_call_output',
  'apply_patch_call_output',
  'mcp_approval_response',
  'program_output',
])

/** Whether an item is a reference to a stored item. Its type is optional. */
export function isItemReference(item: unknown): item is ResponsesItemReference {
  if (!isObject(item) || typeof item['id'] !== 'string') return false
  const type = item['type'] ?? undefined
  return type === 'item_reference' || (type === undefined && !('role' in item))
}

/** Whether an item replaces earlier turns by content that only a provider of this dialect can read. */
export function isCompaction(item: unknown): boolean {
  return isObject(item) && (item['type'] === 'compaction' || item['type'] === 'compaction_trigger')
}

/** The tools that items add to the conversation: additional tools, and tools that a search has found. */
export function toolsInItems(items: readonly ResponsesInputItem[], at: string, ledger: LossLedger): Tool[] {
  return items.flatMap((item, index) =>
    'type' in item && (item.type === 'additional_tools' || item.type === 'tool_search_output')
      ? decodeTools(item.tools, `${pointer(at, index)}/tools`, ledger)
      : [],
  )
}

/** Decodes items to turns. Consecutive items of the assistant become one turn, and so do consecutive tool outputs. */
export function decodeItems(items: readonly ResponsesInputItem[], at: string, catalogue: ToolCatalogue, ledger: LossLedger): Turn[] {
  const turns: Turn[] = []
  let open: { readonly kind: 'assistant' | 'results'; readonly parts: Part[] } | undefined

  const join = (kind: 'assistant' | 'results', place: string, parts: readonly Part[]): void => {
    if (open?.kind === kind) {
      append(open.parts, parts)
      return
    }
    open = { kind, parts: [...parts] }
    turns.push({ role: kind === 'assistant' ? 'assistant' : 'user', parts: open.parts, at: place })
  }

  items.forEach((item, index) => {
    const place = pointer(at, index)
    if (isItemReference(item))
      throw refuse(place, `${place}: no item with this id is stored for this model; send the item itself instead of the item_reference.`)
    if (!('type' in item) || item.type === 'message') {
      const parts = decodeMessage(item, place, ledger)
      if (item.role === 'assistant') return join('assistant', place, parts)
      open = undefined
      turns.push({ role: item.role, parts, at: place })
      return
    }
    switch (item.type) {
      case 'function_call':
      case 'custom_tool_call':
        return join('assistant', place, [decodeCall(item, place, catalogue, ledger)])
      case 'function_call_output':
      case 'custom_tool_call_output':
        return join('results', place, [decodeOutput(item, place, catalogue, ledger)])
      case 'reasoning': {
        const part = decodeReasoning(item, place, ledger)
        const previous = open?.kind === 'assistant' ? open.parts.at(-1) : undefined
        const signed = withSignature(part, previous)
        if (signed !== undefined && open !== undefined) {
          open.parts[open.parts.length - 1] = signed
          return
        }
        return join('assistant', place, [part])
      }
      case 'additional_tools':
        dropUnknown(item, additionalMembers, place, ledger)
        moveIdentity(item, place, ledger)
        ledger.move(`${place}/role`, 'not needed: tools have no role')
        return
      // The settings of the request take its values (`updatedSettings`).
      case 'configuration_update':
        return
      case 'tool_search_call': {
        const call = decodeSearchCall(item, place, catalogue, ledger)
        if (call !== undefined) join('assistant', place, [call])
        return
      }
      case 'tool_search_output': {
        const result = decodeSearchOutput(item, place, catalogue, ledger)
        if (result !== undefined) join('results', place, [result])
        return
      }
      case 'compaction':
      case 'compaction_trigger':
        throw refuse(
          place,
          `${place}: the provider of this model cannot read a compaction. Send the turns themselves, or use a model of a provider of the responses style.`,
          'unsupported_value',
        )
      default: {
        const opaque: OpaquePart = { type: 'opaque', dialect: 'responses', label: item.type, value: item, at: place }
        return join(resultTypes.has(item.type) ? 'results' : 'assistant', place, [opaque])
      }
    }
  })
  return turns
}

type CallItem = Extract<ResponsesInputItem, { type: 'function_call' | 'custom_tool_call' }>

function decodeCall(item: CallItem, at: string, catalogue: ToolCatalogue, ledger: LossLedger): Part {
  dropUnknown(item, callMembers, at, ledger)
  moveIdentity(item, at, ledger)
  const itemId = typeof item.id === 'string' ? { itemId: item.id } : {}
  const input = item.type === 'function_call' ? (item.arguments.trim() === '' ? '{}' : item.arguments) : item.input
  const kind = item.type === 'function_call' ? 'function' : 'custom'
  const name = catalogue.nameOf(item.namespace, item.name)
  moveNamespace(item, at, ledger)
  return { type: 'tool-call', id: item.call_id, name, kind, input, at, ...itemId }
}

type OutputItem = Extract<ResponsesInputItem, { type: 'function_call_output' | 'custom_tool_call_output' }>

function decodeOutput(item: OutputItem, at: string, catalogue: ToolCatalogue, ledger: LossLedger): ToolResultPart {
  if (typeof item.call_id !== 'string' || item.call_id === '')
    throw refuse(`${at}/call_id`, `${at}/call_id: an output must have the call_id of its tool call.`)
  dropUnknown(item, outputMembers, at, ledger)
  moveIdentity(item, at, ledger)
  const name = 'name' in item && typeof item.name === 'string' ? { name: catalogue.nameOf(item.namespace, item.name) } : {}
  moveNamespace(item, at, ledger)
  const content = decodeContent(item.output, `${at}/output`, ledger).map((part) =>
    part.type === 'refusal' ? { type: 'text' as const, text: part.text, at: part.at } : part,
  )
  const kind = item.type === 'function_call_output' ? 'function' : 'custom'
  return { type: 'tool-result', callId: item.call_id, kind, content, at, ...name }
}

function moveNamespace(item: { readonly type: string; readonly namespace?: string | null }, at: string, ledger: LossLedger): void {
  if (typeof item.namespace === 'string') ledger.move(`${at}/namespace`, "sent as part of the tool's name")
}

function decodeMessage(item: ResponsesInputMessage, at: string, ledger: LossLedger): Part[] {
  dropUnknown(item, messageMembers, at, ledger)
  moveIdentity(item, at, ledger)
  const phase = item.role === 'assistant' ? item.phase : undefined
  if (item.phase) ledger.drop(`${at}/phase`, 'other styles do not distinguish commentary from the answer')
  return decodeContent(item.content, `${at}/content`, ledger, phase ? { phase, places: { phase: `${at}/phase` } } : {})
}

function decodeReasoning(item: ResponsesInputReasoning, at: string, ledger: LossLedger): ReasoningPart {
  dropUnknown(item, reasoningMembers, at, ledger)
  moveIdentity(item, at, ledger)
  for (const member of ['summary', 'content'] as const)
    item[member]?.forEach((part, index) => {
      dropUnknown(part, pieceMembers, `${at}/${member}/${index}`, ledger)
    })
  const summaries = (item.summary ?? []).map((part) => part.text)
  const content = (item.content ?? []).map((part) => part.text)
  if (summaries.length > 0 && content.length > 0) ledger.drop(`${at}/content`, 'replaced by the summary')
  const text = summaries.length > 0 ? summaries.join('\n\n') : content.join('')
  const proof = proofOf(item)
  return defined({
    type: 'reasoning',
    text,
    at,
    summaries: summaries.length === 0 ? undefined : summaries,
    proof,
  })
}

function proofOf(item: ResponsesInputReasoning): Proof | undefined {
  if (typeof item.encrypted_content !== 'string' || item.encrypted_content === '') return undefined
  const foreign = openProof(item.encrypted_content)
  if (foreign !== undefined) return foreign.value === '' ? undefined : foreign
  const itemId = typeof item.id === 'string' ? { itemId: item.id } : {}
  return { dialect: 'responses', kind: 'encrypted', value: item.encrypted_content, ...itemId }
}

/**
 * The previous part with its signature, where `part` is a reasoning item that contains nothing else: the encoder writes signatures of another
 * dialect's tool calls, texts and images as an item after the signed one. `undefined` for other reasoning.
 */
function withSignature(part: ReasoningPart, previous: Part | undefined): Part | undefined {
  if (part.text !== '' || part.proof?.kind !== 'thought-signature') return undefined
  if (previous?.type !== 'tool-call' && previous?.type !== 'text' && previous?.type !== 'media') return undefined
  if (previous.proof !== undefined) return undefined
  return { ...previous, proof: part.proof, places: { ...previous.places, proof: `${part.at}/encrypted_content` } }
}
