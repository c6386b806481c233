import type { GeminiContent, GeminiFunctionResponsePart, GeminiPart } from '../../../../generated/generate-content/model/index.js'
import { refuse } from '../../../exchange/error.js'
import {
  placeOf,
  type OpaquePart,
  type Part,
  type ReasoningPart,
  type TextPart,
  type ToolCallPart,
  type ToolResultPart,
} from '../../../exchange/part.js'
import type { ConversationRequest, Turn } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import { argumentsObject, freeTextArguments } from '../../../exchange/custom-tool.js'
import { encodeMedia } from '../media.js'
import { modelGeneration } from '../models.js'
import { isOwn, signatureStandIn } from '../thought-signature.js'
import { encodeResponseObject } from '../tool-result.js'

interface OpenContent {
  readonly role: 'user' | 'model'
  readonly parts: GeminiPart[]
  /** Results stand before everything else of a user content. */
  readonly results: GeminiPart[]
}

/** Turns as alternating contents: neighbours of the same role are one content, all results of a step stand together in the order of its calls. */
export function encodeContents(conversation: ConversationRequest, target: Target): GeminiContent[] {
  const contents: OpenContent[] = []
  const callNames = namesOfCalls(conversation.turns)
  for (const turn of conversation.turns) {
    if (turn.role === 'system' || turn.role === 'developer') continue
    if (turn.name !== undefined) target.ledger.drop(turn.name.at, 'generate-content names no participants')
    const role = turn.role === 'assistant' ? 'model' : 'user'
    const open = contents.at(-1)
    const content: OpenContent = open?.role === role ? open : { role, parts: [], results: [] }
    for (const part of turn.parts) addPart(content, part, callNames, target)
    if (content !== open && content.parts.length + content.results.length > 0) contents.push(content)
  }
  return contents.map((content, index) => closeContent(content, contents[index - 1], target))
}

function closeContent(content: OpenContent, before: OpenContent | undefined, target: Target): GeminiContent {
  const order = new Map((before?.parts ?? []).flatMap((part) => part.functionCall?.id ?? []).map((id, index) => [id, index]))
  const place = (part: GeminiPart): number => order.get(part.functionResponse?.id ?? '') ?? order.size
  const parts = [...content.results.sort((one, other) => place(one) - place(other)), ...content.parts]
  if (content.role === 'model' && (modelGeneration(target.model) ?? 0) >= 3) {
    const first = parts.findIndex((part) => part.functionCall !== undefined)
    const call = parts[first]
    if (call !== undefined && call.thoughtSignature === undefined) parts[first] = { ...call, thoughtSignature: signatureStandIn }
  }
  return { role: content.role, parts }
}

function namesOfCalls(turns: readonly Turn[]): ReadonlyMap<string, string> {
  return new Map(
    turns.flatMap((turn) => turn.parts.flatMap((part): [string, string][] => (part.type === 'tool-call' ? [[part.id, part.name]] : []))),
  )
}

function addPart(content: OpenContent, part: Part, callNames: ReadonlyMap<string, string>, target: Target): void {
  if (part.cache !== undefined) target.ledger.drop(part.cache.at, 'generate-content has no cache markers')
  if (part.type === 'tool-result') {
    content.results.push(encodeResult(part, callNames, target))
    return
  }
  const wire = encodePart(part, content.role, target)
  if (wire !== undefined) content.parts.push(wire)
}

function encodePart(part: Exclude<Part, ToolResultPart>, role: OpenContent['role'], target: Target): GeminiPart | undefined {
  switch (part.type) {
    case 'text':
      return encodeText(part, target)
    case 'refusal':
      return part.text === '' ? undefined : { text: part.text }
    case 'media':
      return { ...encodeMedia(part, target), ...signature(part, target) }
    case 'reasoning':
      return encodeReasoning(part, target)
    case 'tool-call':
      return encodeCall(part, target)
    case 'opaque':
      return encodeOpaque(part, role, target)
  }
}

/** An empty text that is signed is kept: its signature belongs to this very part. */
function encodeText(part: TextPart, target: Target): GeminiPart | undefined {
  if (part.citations !== undefined && part.citations.length > 0)
    target.ledger.drop(placeOf(part, 'citations'), 'generate-content takes no citations of earlier answers')
  if (part.phase !== undefined) target.ledger.drop(placeOf(part, 'phase'), 'generate-content has no phase of a message')
  const signed = signature(part, target)
  return part.text === '' && signed.thoughtSignature === undefined ? undefined : { text: part.text, ...signed }
}

function signature(part: Exclude<Part, ToolResultPart>, target: Target): { thoughtSignature?: string } {
  const proof = 'proof' in part ? part.proof : undefined
  if (isOwn(proof)) return { thoughtSignature: proof.value }
  if (proof !== undefined) target.ledger.drop(placeOf(part, 'proof'), 'the signature of another provider means nothing to this one')
  return {}
}

/** Thoughts go back only with their own signature. */
function encodeReasoning(part: ReasoningPart, target: Target): GeminiPart | undefined {
  if (isOwn(part.proof)) return { text: part.text, thought: true, thoughtSignature: part.proof.value }
  target.ledger.drop(
    part.at,
    part.proof === undefined ? 'reasoning without a signature is not sent back' : 'reasoning goes back only to the provider it came from',
  )
  return undefined
}

function encodeCall(part: ToolCallPart, target: Target): GeminiPart {
  const args = part.kind === 'custom' ? freeTextArguments(part.input) : argumentsObject(part.input)
  if (args === undefined) target.ledger.approximate(part.at, 'the arguments are no JSON object and are sent as text')
  return { functionCall: { name: part.name, args: args ?? { arguments: part.input }, id: part.id }, ...signature(part, target) }
}

function encodeResult(part: ToolResultPart, callNames: ReadonlyMap<string, string>, target: Target): GeminiPart {
  const name = callNames.get(part.callId) ?? part.name
  if (name === undefined) throw refuse(part.at, `The result for ${JSON.stringify(part.callId)} answers no tool call of the conversation.`)
  const media: GeminiFunctionResponsePart[] = []
  if (part.isError === false) target.ledger.move(placeOf(part, 'isError'), 'not needed: it is the default')
  for (const inner of part.content) {
    if (inner.cache !== undefined) target.ledger.drop(inner.cache.at, 'generate-content has no cache markers')
    if (inner.type === 'media') media.push(encodeMedia(inner, target))
    else if (inner.type === 'opaque') target.ledger.drop(inner.at, `${inner.label} is known to its own provider alone`)
    else if (inner.citations !== undefined && inner.citations.length > 0)
      target.ledger.drop(placeOf(inner, 'citations'), 'generate-content takes no citations of results')
  }
  return {
    functionResponse: { name, response: encodeResponseObject(part), id: part.callId, ...(media.length > 0 ? { parts: media } : {}) },
  }
}

function encodeOpaque(part: OpaquePart, role: OpenContent['role'], target: Target): GeminiPart | undefined {
  // An own opaque part is the part that a client or an upstream of this style wrote.
  if (part.dialect === 'generate-content') return part.value as GeminiPart
  if (role === 'user') throw refuse(part.at, `The provider of ${target.model} takes no ${part.label} input.`)
  target.ledger.drop(part.at, `${part.label} is known to its own provider alone`)
  return undefined
}
