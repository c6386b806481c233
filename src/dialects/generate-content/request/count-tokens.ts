import type { GeminiCountTokensRequest, GeminiCountTokensResponse } from '../../../../generated/generate-content/model/index.js'
import { patchTopLevel } from '../../../json/body-patch.js'
import { parseWire } from '../../../json/exact-numbers.js'
import { isObject } from '../../../json/object.js'
import type { TokenCounting, WireObject } from '../../dialect.js'
import { decodeRequest } from './request-decode.js'
import { encodeRequest } from './request-encode.js'
import { normaliseRequest } from './spelling.js'

/** The request whose tokens are to be counted, as `decodeRequest` reads it: with the members of `generateContentRequest` as its own. */
export function requestToCount(wire: WireObject): WireObject {
  const counted = normaliseRequest(wire)
  const { generateContentRequest: inner } = counted
  const request = typeof inner === 'object' && inner !== null ? { ...counted, ...inner } : counted
  const { generateContentRequest: _outer, ...rest } = request as Record<string, unknown>
  return { ...rest, contents: rest['contents'] ?? [] }
}

/**
 * `:countTokens` (https://ai.google.dev/api/tokens). The provider counts system text and tools only in a `generateContentRequest`.
 */
export const counting = {
  operations: ['countTokens', 'countTokensV1'],
  // The model is in the path, and again in a `generateContentRequest`.
  relayedRequest: (bytes, { model, traits }) => (traits.flatTokenCount === true ? flat(bytes) : withInnerModel(bytes, model)),
  decodeRequest: (wire, { ledger, model }) => decodeRequest(requestToCount(wire), { ledger, model, stream: false }),
  encodeRequest(conversation, target): GeminiCountTokensRequest {
    const request = encodeRequest(conversation, target)
    if (target.traits.flatTokenCount === true) return request
    return { generateContentRequest: { model: `models/${target.model}`, ...request } }
  },
  decodeCount: (wire) => (isObject(wire) && typeof wire['totalTokens'] === 'number' ? wire['totalTokens'] : undefined),
  encodeCount: (totalTokens): GeminiCountTokensResponse => ({
    totalTokens,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }],
  }),
} satisfies TokenCounting

/** The body with the target's model wherever it names one. */
function withInnerModel(bytes: Buffer, model: string): Buffer {
  const wire = parseWire(bytes.toString('utf8')) as Record<string, unknown>
  const patches: Record<string, string> = {}
  if (wire['model'] !== undefined) patches['model'] = JSON.stringify(`models/${model}`)
  for (const name of ['generateContentRequest', 'generate_content_request']) {
    const inner = wire[name]
    if (typeof inner === 'object' && inner !== null) patches[name] = JSON.stringify({ ...inner, model: `models/${model}` })
  }
  return Object.keys(patches).length === 0 ? bytes : patchTopLevel(bytes, patches)
}

/** The body for providers without `generateContentRequest`: its members become those of the body, without the model. */
function flat(bytes: Buffer): Buffer {
  const wire = parseWire(bytes.toString('utf8')) as Record<string, unknown>
  if (!['model', 'generateContentRequest', 'generate_content_request'].some((name) => name in wire)) return bytes
  const { model: _, ...rest } = requestToCount(wire)
  return Buffer.from(JSON.stringify(rest))
}
