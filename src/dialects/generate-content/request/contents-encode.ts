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
import { defined } from '../../../json/object.js'

interface OpenContent {
  readonly role: 'user' | 'model'
  readonly parts: GeminiPart[]
  /** Tool results are written before all other parts of a user content. */
  readonly results: GeminiPart[]
}

/** Turns as alternating contents: neighbours of the same role are joined, the tool results of a step come together, in the order of its tool calls. */
export function encodeContents(conversation: ConversationRequest, target: Target): GeminiContent[] {
  const contents: OpenContent[] = []
  const callNames = namesOfCalls(conversation.turns)
  for (const turn of conversation.turns) {
    if (turn.role === 'system' || turn.role === 'developer') continue
    if (turn.name !== undefined) target.ledger.drop(turn.name.at, 'generate-content has no names of participants')
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

/** An empty text is kept where it has a signature, which belongs to this part. */
function encodeText(part: TextPart, target: Target): GeminiPart | undefined {
  if (part.citations !== undefined && part.citations.length > 0)
    target.ledger.drop(placeOf(part, 'citations'), 'generate-content has no citations in a request')
  if (part.phase !== undefined) target.ledger.drop(placeOf(part, 'phase'), 'generate-content has no message phases')
  const signed = signature(part, target)
  return part.text === '' && signed.thoughtSignature === undefined ? undefined : { text: part.text, ...signed }
}

function signature(part: Exclude<Part, ToolResultPart>, target: Target): { thoughtSignature?: string } {
  const proof = 'proof' in part ? part.proof : undefined
  if (isOwn(proof)) return { thoughtSignature: proof.value }
  if (proof !== undefined) target.ledger.drop(placeOf(part, 'proof'), 'the proof belongs to another provider')
  return {}
}

/** Thoughts are sent only with Google's own signature. */
function encodeReasoning(part: ReasoningPart, target: Target): GeminiPart | undefined {
  if (isOwn(part.proof)) return { text: part.text, thought: true, thoughtSignature: part.proof.value }
  target.ledger.drop(
    part.at,
    part.proof === undefined ? 'the provider refuses reasoning without a signature' : 'the reasoning belongs to another provider',
  )
  return undefined
}

function encodeCall(part: ToolCallPart, target: Target): GeminiPart {
  const args = part.kind === 'custom' ? freeTextArguments(part.input) : argumentsObject(part.input)
  if (args === undefined) target.ledger.approximate(part.at, 'the arguments are not a JSON object and are sent as one text')
  return { functionCall: { name: part.name, args: args ?? { arguments: part.input }, id: part.id }, ...signature(part, target) }
}

function encodeResult(part: ToolResultPart, callNames: ReadonlyMap<string, string>, target: Target): GeminiPart {
  const name = callNames.get(part.callId) ?? part.name
  if (name === undefined) throw refuse(part.at, `The tool result for ${JSON.stringify(part.callId)} has no tool call in the conversation.`)
  const media: GeminiFunctionResponsePart[] = []
  if (part.isError === false) target.ledger.move(placeOf(part, 'isError'), 'not needed: it is the default')
  for (const inner of part.content) {
    if (inner.cache !== undefined) target.ledger.drop(inner.cache.at, 'generate-content has no cache markers')
    if (inner.type === 'media') media.push(encodeMedia(inner, target))
    else if (inner.type === 'opaque') target.ledger.drop(inner.at, `${inner.label} belongs to another provider`)
    else if (inner.citations !== undefined && inner.citations.length > 0)
      target.ledger.drop(placeOf(inner, 'citations'), 'generate-content has no citations in a request')
  }
  return {
    functionResponse: defined({ name, response: encodeResponseObject(part), id: part.callId, parts: media.length > 0 ? media : undefined }),
  }
}

function encodeOpaque(part: OpaquePart, role: OpenContent['role'], target: Target): GeminiPart | undefined {
  // An opaque part of this dialect is the part itself.
  if (part.dialect === 'generate-content') return part.value as GeminiPart
  if (role === 'user') throw refuse(part.at, `The provider of this model accepts no ${part.label} input.`)
  target.ledger.drop(part.at, `${part.label} belongs to another provider`)
  return undefined
}
