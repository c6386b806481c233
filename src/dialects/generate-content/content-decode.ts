import type { GeminiContent, GeminiPart, GeminiSystemContent } from '../../../generated/generate-content/model/index.js'
import { dropUnknown, type LossLedger } from '../../exchange/ledger.js'
import { pointer } from '../../json/pointer.js'
import {
  placeOf,
  type OpaquePart,
  type Part,
  type ReasoningPart,
  type TextPart,
  type ToolCallPart,
  type ToolResultPart,
} from '../../exchange/part.js'
import type { Turn } from '../../exchange/request.js'
import { CallPairing } from './call-pairing.js'
import { oneOrMany } from './one-or-many.js'
import { decodeBlob, decodeFileData } from './media.js'
import { openProof } from '../../exchange/proof.js'
import { isOwn, readSignature } from './thought-signature.js'
import { decodeResultContent } from './tool-result.js'

const contentMembers: ReadonlySet<string> = new Set(['role', 'parts'])
const partMembers: ReadonlySet<string> = new Set([
  'text',
  'thought',
  'thoughtSignature',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
])
const blobMembers: ReadonlySet<string> = new Set(['mimeType', 'data', 'displayName'])
const fileMembers: ReadonlySet<string> = new Set(['mimeType', 'fileUri', 'displayName'])
const callMembers: ReadonlySet<string> = new Set(['name', 'args', 'id'])
const responseMembers: ReadonlySet<string> = new Set(['name', 'response', 'id', 'parts'])
/** Members that a part may have beside its one data member. */
const flags: ReadonlySet<string> = new Set(['thought', 'thoughtSignature', 'videoMetadata', 'mediaResolution', 'partMetadata'])

export function decodeSystem(wire: GeminiSystemContent, ledger: LossLedger): Turn | undefined {
  const at = '/systemInstruction'
  const pairing = new CallPairing([])
  dropUnknown(wire, contentMembers, at, ledger)
  if (wire.role !== undefined) ledger.move(`${at}/role`, 'not needed: system text has no other role')
  const parts = oneOrMany(wire.parts ?? []).flatMap(
    (part, index) => decodePart(part, pointer(`${at}/parts`, index), pairing, new Set(), ledger) ?? [],
  )
  return parts.length === 0 ? undefined : { role: 'system', parts, at }
}

export function decodeContents(contents: readonly GeminiContent[], ledger: LossLedger): Turn[] {
  const pairing = new CallPairing(contents)
  const turns: Turn[] = []
  contents.forEach((content, index) => {
    const at = pointer('/contents', index)
    dropUnknown(content, contentMembers, at, ledger)
    const wireParts = oneOrMany(content.parts)
    const reserved = new Set(wireParts.flatMap((part) => part.functionResponse?.id ?? []))
    const parts = wireParts.flatMap((part, number) => decodePart(part, pointer(`${at}/parts`, number), pairing, reserved, ledger) ?? [])
    if (content.role !== 'model') turns.push({ role: 'user', parts, at })
    else appendModelParts(turns, parts, at, ledger)
  })
  return turns.filter((turn) => turn.parts.length > 0)
}

/**
 * Google's client libraries keep a streamed turn as one content for each chunk: the pieces of text are joined again. A signature ends the
 * part that it signs: thoughts up to it are one part, and signed text is a part of its own. Another dialect's proof of reasoning comes back
 * on the tool call that followed (`signedCalls` in `reply-encode.ts`) and is moved back to the reasoning.
 */
function appendModelParts(turns: Turn[], parts: readonly Part[], at: string, ledger: LossLedger): void {
  const last = turns.at(-1)
  const joined: Part[] = last?.role === 'assistant' ? [...last.parts] : []
  for (const part of parts) {
    const before = joined.at(-1)
    if (part.type === 'tool-call' && part.proof !== undefined && !isOwn(part.proof)) {
      const { proof, places: _, ...call } = part
      proveReasoning(joined, { type: 'reasoning', text: '', proof, at: placeOf(part, 'proof') }, ledger)
      joined.push(call)
    } else if (part.type === 'reasoning' && part.text === '' && before?.type !== 'reasoning' && !isOwn(part.proof)) {
      proveReasoning(joined, part, ledger)
    } else if (part.type === 'text' && before?.type === 'text' && before.proof === undefined && part.proof === undefined)
      joined[joined.length - 1] = { ...before, text: before.text + part.text }
    else if (part.type === 'reasoning' && before?.type === 'reasoning' && before.proof === undefined) {
      ledger.move(part.at, `joined to ${before.at}`)
      joined[joined.length - 1] = { ...part, text: before.text + part.text, at: before.at }
    } else joined.push(part)
  }
  if (last?.role === 'assistant') turns[turns.length - 1] = { ...last, parts: joined }
  else turns.push({ role: 'assistant', parts: joined, at })
}

/** Gives the proof to the last reasoning of this step that has none; where the client dropped the reasoning, the proof alone begins the step. */
function proveReasoning(parts: Part[], proven: ReasoningPart, ledger: LossLedger): void {
  const begin = parts.findLastIndex(({ type }) => type === 'tool-call') + 1
  const index = parts.findLastIndex((part, at) => at >= begin && part.type === 'reasoning' && part.proof === undefined)
  const found = parts[index]
  if (found?.type === 'reasoning') {
    ledger.move(proven.at, `moved to ${found.at}, whose proof it is`)
    parts[index] = { ...proven, text: found.text, at: found.at }
  } else parts.splice(begin, 0, proven)
}

/** `undefined` for an empty part. */
function decodePart(
  part: GeminiPart,
  at: string,
  pairing: CallPairing,
  reserved: ReadonlySet<string>,
  ledger: LossLedger,
): Part | undefined {
  const other = Object.keys(part).find((name) => !partMembers.has(name) && !flags.has(name))
  if (other !== undefined && part.text === undefined) return opaque(part, other, at, ledger)
  dropUnknown(part, partMembers, at, ledger)
  if (part.functionCall !== undefined) return decodeCall(part, part.functionCall, at, pairing, ledger)
  if (part.functionResponse !== undefined && part.thoughtSignature !== undefined)
    ledger.drop(`${at}/thoughtSignature`, 'tool results have no signature')
  if (part.functionResponse !== undefined) return decodeResponse(part.functionResponse, `${at}/functionResponse`, pairing, reserved, ledger)
  if (part.inlineData !== undefined) {
    dropUnknown(part.inlineData, blobMembers, `${at}/inlineData`, ledger)
    return decodeBlob(part.inlineData, at, part.thoughtSignature)
  }
  if (part.fileData !== undefined) {
    dropUnknown(part.fileData, fileMembers, `${at}/fileData`, ledger)
    return decodeFileData(part.fileData, at, part.thoughtSignature)
  }
  return decodeText(part, at)
}

/** A part of a kind that has no counterpart in other dialects (code execution, server tools, kinds unknown to the gateway). */
function opaque(part: GeminiPart, label: string, at: string, ledger: LossLedger): OpaquePart {
  // Providers of this style refuse a sealed proof of another dialect.
  const { thoughtSignature, ...unsigned } = part
  const foreign = thoughtSignature !== undefined && openProof(thoughtSignature) !== undefined
  if (foreign) ledger.drop(`${at}/thoughtSignature`, 'parts of this kind cannot have the proof of another provider')
  const value = foreign ? unsigned : part
  return { type: 'opaque', dialect: 'generate-content', label, value, at }
}

export function decodeText(part: GeminiPart, at: string): TextPart | ReasoningPart | undefined {
  const text = part.text ?? ''
  const proof = readSignature(part.thoughtSignature)
  if (text === '' && proof === undefined) return undefined
  const signed = proof === undefined ? {} : { proof, ...signedAt(at) }
  return part.thought === true ? { type: 'reasoning', text, at, ...signed } : { type: 'text', text, at, ...signed }
}

/** `at` is empty in replies: their parts have no place in the request. */
function signedAt(at: string): Pick<TextPart, 'places'> {
  return at === '' ? {} : { places: { proof: `${at}/thoughtSignature` } }
}

function decodeCall(
  part: GeminiPart,
  call: NonNullable<GeminiPart['functionCall']>,
  at: string,
  pairing: CallPairing,
  ledger: LossLedger,
): ToolCallPart {
  dropUnknown(call, callMembers, `${at}/functionCall`, ledger)
  const name = call.name ?? ''
  const proof = readSignature(part.thoughtSignature)
  const id = pairing.call(name, call.id)
  return {
    type: 'tool-call',
    id,
    name,
    kind: 'function',
    input: JSON.stringify(call.args ?? {}),
    at,
    ...(proof === undefined ? {} : { proof, ...signedAt(at) }),
  }
}

function decodeResponse(
  wire: NonNullable<GeminiPart['functionResponse']>,
  at: string,
  pairing: CallPairing,
  reserved: ReadonlySet<string>,
  ledger: LossLedger,
): ToolResultPart {
  dropUnknown(wire, responseMembers, at, ledger)
  const { content, isError } = decodeResultContent(wire, at)
  const callId = pairing.answer(wire, reserved, at)
  return {
    type: 'tool-result',
    callId,
    name: wire.name,
    kind: 'function',
    content,
    at,
    ...(isError ? { isError, places: { isError: `${at}/response` } } : {}),
  }
}
