import type { GeminiCountTokensRequest, GeminiCountTokensResponse } from '../../../../generated/generate-content/model/index.js'
import type { ConversationRequest } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import type { WireObject } from '../../dialect.js'
import { encodeRequest } from './request-encode.js'
import { normaliseRequest } from './spelling.js'

/** The request whose tokens a client wants counted, in the form that `decodeRequest` takes. */
export function requestToCount(wire: WireObject): WireObject {
  const counted = normaliseRequest(wire)
  const { generateContentRequest: inner } = counted
  const request = typeof inner === 'object' && inner !== null ? { ...counted, ...inner } : counted
  const { generateContentRequest: _outer, ...rest } = request as Record<string, unknown>
  return { ...rest, contents: rest['contents'] ?? [] }
}

/** Another style's request as a question to an upstream of this style. Only a whole request counts system text and tools. */
export function encodeCountTokensRequest(conversation: ConversationRequest, target: Target): GeminiCountTokensRequest {
  if (target.traits.flatTokenCount === true) return encodeRequest(conversation, target)
  return { generateContentRequest: { model: `models/${target.model}`, ...encodeRequest(conversation, target) } }
}

export function decodeCountTokensReply(wire: unknown): number | undefined {
  if (typeof wire !== 'object' || wire === null || !('totalTokens' in wire)) return undefined
  return typeof wire.totalTokens === 'number' ? wire.totalTokens : undefined
}

export function encodeCountTokensReply(totalTokens: number): GeminiCountTokensResponse {
  return { totalTokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }] }
}
