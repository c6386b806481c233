import type {
  ChatAssistantMessage,
  ChatContentPartText,
  ChatMessage,
  ChatToolCall,
} from '../../../../generated/chat-completions/model/index.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import { type Located } from '../../../exchange/located.js'
import { pointer } from '../../../json/pointer.js'
import type { Part, TextPart, ToolCallPart } from '../../../exchange/part.js'
import { openProof, type Proof } from '../../../exchange/proof.js'
import type { Turn } from '../../../exchange/request.js'
import { cacheOf, decodeContent } from './content-decode.js'
import { decodeDetails } from '../reasoning-details.js'
import { defined, isObject, listOf, objectOf, textOf } from '../../../json/object.js'

const knownOfText = new Set(['role', 'content', 'name'])
const knownOfAssistant = new Set([
  ...['role', 'content', 'name', 'refusal', 'audio', 'tool_calls', 'function_call'],
  ...['reasoning_content', 'reasoning', 'reasoning_details', 'extra_content'],
])
const knownOfTool = new Set(['role', 'content', 'name', 'tool_call_id'])
const knownOfTextPart = new Set(['type', 'text', 'cache_control', 'prompt_cache_breakpoint'])
const knownOfCall = new Set(['id', 'type', 'index', 'function', 'custom', 'extra_content'])
const knownOfFunctionCall = new Set(['name', 'arguments'])
const knownOfCustomCall = new Set(['name', 'input'])
const knownOfAudio = new Set(['id'])
const knownOfExtra = new Set(['google'])
const knownOfGoogle = new Set(['thought_signature'])
const knownOfRefusal = new Set(['type', 'refusal'])
const knownOfThinking = new Set(['type', 'thinking'])
const knownOfPiece = new Set(['type', 'text'])
const signaturePlace = '/extra_content/google/thought_signature'

/** Decodes each message to a turn. A tool message becomes a user turn. */
export function decodeMessages(messages: readonly ChatMessage[], ledger: LossLedger): Turn[] {
  const calls = new EarlierToolCalls()
  return messages.map((message, index) => {
    const at = pointer('/messages', index)
    switch (message.role) {
      case 'system':
      case 'developer':
        dropUnknown(message, knownOfText, at, ledger)
        return { role: message.role, parts: textParts(message.content, pointer(at, 'content'), ledger), at, ...nameOf(message.name, at) }
      case 'user':
        dropUnknown(message, knownOfText, at, ledger)
        return { role: 'user', parts: decodeContent(message.content, pointer(at, 'content'), ledger), at, ...nameOf(message.name, at) }
      case 'assistant':
        return { role: 'assistant', parts: assistantParts(message, index, at, calls, ledger), at, ...nameOf(message.name, at) }
      case 'tool': {
        dropUnknown(message, knownOfTool, at, ledger)
        const callId = message.tool_call_id
        const call = calls.byId(callId)
        const named = textOf(message.name)
        const name = call?.name ?? named
        if (named !== undefined && named === call?.name) ledger.move(pointer(at, 'name'), 'not needed: the tool call has the name')
        else if (named !== undefined) ledger.drop(pointer(at, 'name'), 'replaced by the name in the tool call')
        return {
          role: 'user',
          parts: [
            defined({
              type: 'tool-result',
              callId,
              kind: call?.kind ?? 'function',
              content: decodeContent(message.content ?? [], pointer(at, 'content'), ledger),
              at,
              name,
            }),
          ],
          at,
        }
      }
      case 'function': {
        dropUnknown(message, knownOfText, at, ledger)
        const callId = calls.idByFunctionName(message.name) ?? `call_${index}`
        return {
          role: 'user',
          parts: [
            {
              type: 'tool-result',
              callId,
              kind: 'function',
              name: message.name,
              content: [{ type: 'text', text: message.content ?? '', at: pointer(at, 'content') }],
              at,
            },
          ],
          at,
        }
      }
    }
  })
}

/** The tool calls so far. Results refer to them by id; results of deprecated function calls by the function's name. */
class EarlierToolCalls {
  readonly #calls = new Map<string, ToolCallPart>()
  readonly #idsByFunctionName = new Map<string, string>()

  add(call: ToolCallPart): void {
    this.#calls.set(call.id, call)
  }

  addFunctionCall(call: ToolCallPart): void {
    this.add(call)
    this.#idsByFunctionName.set(call.name, call.id)
  }

  byId(id: string): ToolCallPart | undefined {
    return this.#calls.get(id)
  }

  idByFunctionName(name: string): string | undefined {
    return this.#idsByFunctionName.get(name)
  }
}

function nameOf(name: string | null | undefined, at: string): { readonly name?: Located<string> } {
  return name === null || name === undefined ? {} : { name: { value: name, at: pointer(at, 'name') } }
}

function textParts(content: string | readonly ChatContentPartText[], at: string, ledger: LossLedger): TextPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content, at }]
  return content.map((part, index) => {
    const place = pointer(at, index)
    dropUnknown(part, knownOfTextPart, place, ledger)
    return { type: 'text', text: part.text, at: place, ...cacheOf(part, place, ledger) }
  })
}

function assistantParts(message: ChatAssistantMessage, index: number, at: string, calls: EarlierToolCalls, ledger: LossLedger): Part[] {
  dropUnknown(message, knownOfAssistant, at, ledger)
  const parts: Part[] = [...reasoningParts(message, at, ledger), ...assistantContent(message.content, pointer(at, 'content'), ledger)]
  const refusal = textOf(message.refusal)
  if (refusal !== undefined) parts.push({ type: 'refusal', text: refusal, at: pointer(at, 'refusal') })
  const signature = signatureOf(message.extra_content, at, ledger)
  if (signature !== undefined) addSignature(parts, signature, at)
  if (isObject(message.audio)) {
    dropUnknown(message.audio, knownOfAudio, pointer(at, 'audio'), ledger)
    const source = { type: 'file', id: message.audio.id, dialect: 'chat-completions' } as const
    parts.push({ type: 'media', kind: 'audio', source, at: pointer(at, 'audio') })
  }
  for (const [position, call] of (message.tool_calls ?? []).entries()) {
    const part = decodeCall(call, pointer(pointer(at, 'tool_calls'), position), ledger)
    if (part.type === 'tool-call') calls.add(part)
    parts.push(part)
  }
  const legacy = message.function_call
  if (legacy !== null && legacy !== undefined) {
    const place = pointer(at, 'function_call')
    dropUnknown(legacy, knownOfFunctionCall, place, ledger)
    const part: ToolCallPart = {
      type: 'tool-call',
      id: `call_${index}`,
      name: legacy.name,
      kind: 'function',
      input: argumentsOf(legacy.arguments),
      at: place,
    }
    calls.addFunctionCall(part)
    parts.push(part)
  }
  return parts
}

function reasoningParts(message: ChatAssistantMessage, at: string, ledger: LossLedger): Part[] {
  const name = textOf(message.reasoning_content) === undefined ? 'reasoning' : 'reasoning_content'
  const readable = textOf(message[name]) ?? ''
  const other = name === 'reasoning' ? undefined : textOf(message.reasoning)
  if (other === readable) ledger.move(pointer(at, 'reasoning'), 'not needed: the same as reasoning_content')
  else if (other !== undefined) ledger.drop(pointer(at, 'reasoning'), 'replaced by reasoning_content')
  const entries = listOf(message.reasoning_details)
  if (entries.length === 0) return readable === '' ? [] : [{ type: 'reasoning', text: readable, at: pointer(at, name) }]
  const parts = decodeDetails(entries, readable, pointer(at, 'reasoning_details'), ledger)
  if (readable === '') return parts
  if (parts.every((part) => part.text === '')) return [{ type: 'reasoning', text: readable, at: pointer(at, name) }, ...parts]
  ledger.move(pointer(at, name), 'not needed: the same as the text of reasoning_details')
  return parts
}

function assistantContent(content: ChatAssistantMessage['content'], at: string, ledger: LossLedger): Part[] {
  if (content === null || content === undefined) return []
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content, at }]
  return content.map((part, index): Part => {
    const place = pointer(at, index)
    switch (part.type) {
      case 'text':
        dropUnknown(part, knownOfTextPart, place, ledger)
        return { type: 'text', text: part.text, at: place, ...cacheOf(part, place, ledger) }
      case 'refusal':
        dropUnknown(part, knownOfRefusal, place, ledger)
        return { type: 'refusal', text: part.refusal, at: place }
      case 'thinking':
        dropUnknown(part, knownOfThinking, place, ledger)
        for (const [number, piece] of part.thinking.entries()) dropUnknown(piece, knownOfPiece, `${place}/thinking/${number}`, ledger)
        return { type: 'reasoning', text: part.thinking.map((piece) => piece.text ?? '').join(''), at: place }
      default:
        return { type: 'opaque', dialect: 'chat-completions', label: textOf(objectOf(part)?.type) ?? 'unknown', value: part, at: place }
    }
  })
}

function decodeCall(call: ChatToolCall, at: string, ledger: LossLedger): Part {
  // The member decides, not `type`, which Mistral leaves out.
  const { function: called, custom } = call as {
    readonly function?: { readonly name: string; readonly arguments: string }
    readonly custom?: { readonly name: string; readonly input: string }
  }
  if (called === undefined && custom === undefined) {
    return { type: 'opaque', dialect: 'chat-completions', label: textOf(objectOf(call)?.type) ?? 'unknown', value: call, at }
  }
  dropUnknown(call, knownOfCall, at, ledger)
  if (typeof call.index === 'number') ledger.move(pointer(at, 'index'), 'not needed: the order of the list has it')
  const signature = signatureOf(call.extra_content, at, ledger)
  const proof = signature === undefined ? {} : { proof: signature, places: { proof: at + signaturePlace } }
  if (called !== undefined) {
    dropUnknown(called, knownOfFunctionCall, pointer(at, 'function'), ledger)
    return { type: 'tool-call', id: call.id, name: called.name, kind: 'function', input: argumentsOf(called.arguments), at, ...proof }
  }
  dropUnknown(custom ?? {}, knownOfCustomCall, pointer(at, 'custom'), ledger)
  return { type: 'tool-call', id: call.id, name: custom?.name ?? '', kind: 'custom', input: custom?.input ?? '', at, ...proof }
}

function argumentsOf(text: string): string {
  return text.trim() === '' ? '{}' : text
}

/** The signature in the extension member for Gemini: Gemini's own, or a sealed proof of another dialect. */
function signatureOf(extra: unknown, at: string, ledger: LossLedger): Proof | undefined {
  const google = objectOf(objectOf(extra)?.google)
  if (isObject(extra)) dropUnknown(extra, knownOfExtra, pointer(at, 'extra_content'), ledger)
  if (google !== undefined) dropUnknown(google, knownOfGoogle, pointer(pointer(at, 'extra_content'), 'google'), ledger)
  const signature = textOf(google?.thought_signature)
  if (signature === undefined) return undefined
  return openProof(signature) ?? { dialect: 'generate-content', kind: 'thought-signature', value: signature }
}

/** Adds the signature of a message to its last text; to an empty one where it has none, since Gemini signs empty texts too. */
function addSignature(parts: Part[], proof: Proof, at: string): void {
  const last = parts.findLastIndex((part) => part.type === 'text')
  const text = parts[last]
  const places = { proof: at + signaturePlace }
  if (text?.type === 'text') parts[last] = { ...text, proof, places }
  else parts.push({ type: 'text', text: '', proof, at: places.proof, places })
}
