import type { GeminiCandidate, GeminiGenerateContentResponse, GeminiPart } from '../../../../generated/generate-content/model/index.js'
import type { DecodeContext } from '../../../exchange/context.js'
import { GatewayFailure } from '../../../exchange/error.js'
import type { Part } from '../../../exchange/part.js'
import { tooManyChoices, type Choice, type Reply } from '../../../exchange/reply.js'
import type { Usage } from '../../../exchange/usage.js'
import { CitationDecoder, citationsWithin, type CandidateCitations } from './citations.js'
import { decodeText } from '../content-decode.js'
import { freeTextIn, kindOfTool } from '../../../exchange/custom-tool.js'
import { readErrorInReply } from '../error.js'
import { decodeBlock, decodeFinish } from './finish.js'
import { decodeLogprobs } from './logprobs.js'
import { decodeOtherPart } from './reply-parts.js'
import { readSignature } from '../thought-signature.js'
import { searchesIn, usageWith } from './usage.js'
import { defined, textOf } from '../../../json/object.js'

/**
 * Reads a `GenerateContentResponse` (https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse). Throws `GatewayFailure`
 * (`upstream_invalid`, or the error inside a 200) where it is not one.
 */
export function decodeReply(wire: unknown, context: DecodeContext): Reply {
  const error = readErrorInReply(wire)
  if (error !== undefined) throw new GatewayFailure(error)
  const response = asResponse(wire)
  if (response === undefined) throw noReply()
  try {
    return decodeResponse(response, context)
  } catch (failure) {
    // Upstream bodies are not validated: a member has another type than the contract's.
    throw failure instanceof GatewayFailure ? failure : noReply()
  }
}

function noReply(): GatewayFailure {
  return new GatewayFailure({ kind: 'upstream_invalid', message: 'The provider answered with something that is not a reply.' })
}

function decodeResponse(response: GeminiGenerateContentResponse, context: DecodeContext): Reply {
  const excess = tooManyChoices(response.candidates?.length ?? 0)
  if (excess !== undefined) throw new GatewayFailure(excess)
  const usage = response.usageMetadata === undefined ? undefined : usageWith(response.usageMetadata, searchesIn(response))
  const createdAt = response.createTime === undefined ? NaN : Date.parse(response.createTime)
  return defined({
    id: response.responseId ?? '',
    model: response.modelVersion ?? '',
    createdAt: Number.isNaN(createdAt) ? undefined : Math.floor(createdAt / 1000),
    choices: decodeChoices(response, context),
    usage,
    serviceTier: usage?.serviceTier,
  })
}

export function readUsage(wire: unknown): Usage | undefined {
  const response = asResponse(wire)
  return response?.usageMetadata === undefined ? undefined : usageWith(response.usageMetadata, searchesIn(response))
}

/** The value as a reply; `undefined` where it has no member of one. Upstream bodies are not validated: members may have other types. */
export function asResponse(wire: unknown): GeminiGenerateContentResponse | undefined {
  if (typeof wire !== 'object' || wire === null || Array.isArray(wire)) return undefined
  const response = wire as GeminiGenerateContentResponse
  if (response.candidates !== undefined && !Array.isArray(response.candidates)) return undefined
  const known = response.candidates ?? response.promptFeedback ?? response.usageMetadata
  return known === undefined ? undefined : response
}

function decodeChoices(response: GeminiGenerateContentResponse, context: DecodeContext): Choice[] {
  const candidates = response.candidates ?? []
  if (candidates.length > 0)
    return candidates.map((candidate, position) =>
      decodeCandidate(candidate, typeof candidate.index === 'number' ? candidate.index : position, context),
    )
  const block = response.promptFeedback?.blockReason
  if (block === undefined) throw new GatewayFailure({ kind: 'upstream_invalid', message: 'The provider answered without any candidate.' })
  return [{ index: 0, parts: [], finish: decodeBlock(block, response.promptFeedback?.blockReasonMessage) }]
}

function decodeCandidate(candidate: GeminiCandidate, index: number, context: DecodeContext): Choice {
  const wireParts = Array.isArray(candidate.content?.parts) ? candidate.content.parts : []
  const parts = withCitations(
    wireParts.flatMap((part) => decodePart(part, context) ?? []),
    candidate,
    new CitationDecoder(index, context.ledger),
  )
  recordLosses(candidate, index, context)
  const logprobs = decodeLogprobs(candidate.logprobsResult)
  return defined({
    index,
    parts,
    finish: decodeFinish(candidate.finishReason, candidate.finishMessage, {
      calls: parts.some((part) => part.type === 'tool-call'),
      parts: parts.length > 0,
    }),
    logprobs,
  })
}

function decodePart(part: GeminiPart, context: DecodeContext): Part | undefined {
  const call = part.functionCall
  if (call !== undefined) {
    const name = call.name ?? ''
    if (name === '') {
      context.ledger.dropFromReply('/candidates/content/parts', 'a call without a name')
      return undefined
    }
    const proof = readSignature(part.thoughtSignature)
    const kind = kindOfTool(name, context.request.tools)
    return defined<Part>({
      type: 'tool-call',
      id: textOf(call.id) ?? context.newId('call_'),
      name,
      kind,
      input: kind === 'custom' ? freeTextIn(call.args ?? {}) : JSON.stringify(call.args ?? {}),
      at: '',
      proof,
    })
  }
  return part.text === undefined ? decodeOtherPart(part) : decodeText(part, '')
}

function withCitations(parts: readonly Part[], candidate: GeminiCandidate, decoder: CitationDecoder): Part[] {
  const cites = defined<CandidateCitations>({ grounding: candidate.groundingMetadata, recitation: candidate.citationMetadata })
  if (Object.keys(cites).length === 0) return [...parts]
  const whole = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const located = decoder.locate(cites, whole)
  let at = 0
  return parts.map((part) => {
    if (part.type !== 'text' || part.text === '') return part
    const citations = citationsWithin(located, at, at + part.text.length)
    at += part.text.length
    return citations.length === 0 ? part : { ...part, citations }
  })
}

/** Records what other dialects cannot express. */
export function recordLosses(candidate: GeminiCandidate, index: number, context: DecodeContext): void {
  const base = `/candidates/${index}`
  if (candidate.groundingMetadata?.searchEntryPoint !== undefined)
    context.ledger.dropFromReply(`${base}/groundingMetadata/searchEntryPoint`, 'other styles have no search widget')
  if (candidate.urlContextMetadata !== undefined)
    context.ledger.dropFromReply(`${base}/urlContextMetadata`, 'other styles do not list fetched addresses')
}
