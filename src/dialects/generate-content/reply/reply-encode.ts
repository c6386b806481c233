import type { GeminiCandidate, GeminiGenerateContentResponse, GeminiPart } from '../../../../generated/generate-content/model/index.js'
import { append } from '../../../exchange/append.js'
import type { ReplyContext } from '../../../exchange/context.js'
import type { Part } from '../../../exchange/part.js'
import type { Choice, Finish, Reply } from '../../../exchange/reply.js'
import { GroundingWriter } from './citations.js'
import { encodeFinish } from './finish.js'
import { encodeLogprobs } from './logprobs.js'
import { encodeReplyMedia } from '../media.js'
import { callPart, opaquePart, signatureOf } from './part-encode.js'
import { encodeUsage } from './usage.js'
import { defined } from '../../../json/object.js'

export function encodeReply(reply: Reply, context: ReplyContext): GeminiGenerateContentResponse {
  const usageMetadata = encodeUsage(reply.usage)
  return defined({
    candidates: reply.choices.map((choice) => encodeChoice(choice, context)),
    usageMetadata,
    modelVersion: reply.model === '' ? context.request.model : reply.model,
    responseId: reply.id === '' ? context.newId('') : reply.id,
  })
}

function encodeChoice(choice: Choice, context: ReplyContext): GeminiCandidate {
  const grounding = new GroundingWriter()
  const parts: GeminiPart[] = []
  let visible = ''
  let broken = false
  for (const part of signedCalls(choice.parts)) {
    const wire = encodePart(part, context)
    append(parts, wire)
    if (part.type === 'tool-call' && wire.length === 0) broken = true
    if (part.type !== 'text') continue
    for (const citation of part.citations ?? []) grounding.add(citation, part.text, visible)
    visible += part.text
  }
  const groundingMetadata = grounding.metadata
  return defined({
    // Google's client libraries treat a candidate without parts as broken.
    content: { role: 'model', parts: parts.length > 0 ? parts : [{ text: '' }] },
    ...finishMembers(choice.finish, { broken, refused: choice.parts.some((part) => part.type === 'refusal') }),
    index: choice.index,
    groundingMetadata,
    logprobsResult: choice.logprobs === undefined ? undefined : encodeLogprobs(choice.logprobs),
  })
}

/** Moves the proof of reasoning to the tool call that follows, as Google does: clients drop empty parts, but never a tool call. */
function signedCalls(parts: readonly Part[]): readonly Part[] {
  const signed: Part[] = []
  let proven = -1
  for (const part of parts) {
    const reasoning = signed[proven]
    if (part.type === 'tool-call' && part.proof === undefined && part.cut !== true && reasoning?.type === 'reasoning') {
      const { proof, ...unproven } = reasoning
      if (proof !== undefined) {
        signed[proven] = unproven
        signed.push({ ...part, proof })
        proven = -1
        continue
      }
    }
    if (part.type === 'reasoning' && part.proof !== undefined) proven = signed.length
    signed.push(part)
  }
  return signed
}

/** `broken`: a tool call had incomplete arguments; `refused`: the answer has a refusal, after which other dialects end normally. */
export function finishMembers(
  finish: Finish,
  seen: { readonly broken: boolean; readonly refused: boolean },
): { finishReason: string; finishMessage?: string } {
  const reason = encodeFinish(finish)
  if (reason === 'STOP' && seen.broken)
    return { finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'The arguments of a tool call are not a JSON object.' }
  if (reason === 'STOP' && seen.refused)
    return { finishReason: 'SAFETY', finishMessage: finish.explanation ?? 'The model declined to answer.' }
  return defined({ finishReason: reason, finishMessage: finish.explanation })
}

function encodePart(part: Part, context: ReplyContext): GeminiPart[] {
  switch (part.type) {
    case 'text':
      return part.text === '' && part.proof === undefined ? [] : [{ text: part.text, ...signatureOf(part.proof) }]
    case 'reasoning':
      return part.text === '' && part.proof === undefined ? [] : [{ text: part.text, thought: true, ...signatureOf(part.proof) }]
    case 'refusal':
      return part.text === '' ? [] : [{ text: part.text }]
    case 'tool-call':
      return part.cut === true ? [] : some(callPart(part, part.input, part.proof))
    case 'media':
      return [
        { ...encodeReplyMedia(part), ...signatureOf(part.proof) },
        ...(part.transcript === undefined ? [] : [{ text: part.transcript }]),
      ]
    case 'opaque':
      return some(opaquePart(part, context.ledger))
    case 'tool-result':
      context.ledger.dropFromReply('/tool-result', 'generate-content has no results of tools that the provider ran')
      return []
  }
}

function some(part: GeminiPart | undefined): GeminiPart[] {
  return part === undefined ? [] : [part]
}
