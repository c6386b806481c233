import type { EmbeddingRequest } from '../../../generated/media/model/index.js'
import type { WireObject } from '../../dialects/dialect.js'
import { refuse } from '../../exchange/error.js'
import { dropUnknown, type LossLedger } from '../../exchange/ledger.js'
import { jsonReply, type MediaReply } from '../media.js'
import { estimateTokens } from '../usage.js'
import type { EmbeddingInput, EmbeddingPart, EmbeddingPurpose, EmbeddingsReply, EmbeddingsRequest } from './embeddings.js'
import { toBase64, toNumbers } from './vector.js'
import { defined } from '../../json/object.js'

const known = new Set(['model', 'input', 'encoding_format', 'dimensions', 'user', 'input_type', 'task', 'output_dimension', 'truncation'])

/** Values of the purpose that clients of compatible providers send: Voyage's and Cohere's `input_type`, Jina's `task`. */
const purposes: Readonly<Record<string, EmbeddingPurpose>> = {
  query: 'query',
  document: 'document',
  search_query: 'query',
  search_document: 'document',
  classification: 'classification',
  clustering: 'clustering',
  'retrieval.query': 'query',
  'retrieval.passage': 'document',
  separation: 'clustering',
  'text-matching': 'similarity',
  'code.query': 'code',
}

/** Reads OpenAI's request. It has passed the contract's validator. */
export function decodeOpenAIRequest(wire: WireObject, ledger: LossLedger): EmbeddingsRequest {
  // The validator has checked this shape; unknown members go to the ledger below.
  const request = wire as unknown as EmbeddingRequest
  dropUnknown(wire, known, '', ledger, 'has no counterpart at this provider')
  const format = request.encoding_format ?? 'float'
  if (format !== 'float' && format !== 'base64')
    throw refuse('/encoding_format', `This model's provider returns float or base64 vectors, not ${format}.`)
  const dimensions = request.dimensions ?? request.output_dimension
  const dimensionsAt = request.dimensions == null ? '/output_dimension' : '/dimensions'
  const purposeWord = request.input_type ?? request.task
  const purposeAt = request.input_type == null ? '/task' : '/input_type'
  const purpose = purposeWord == null ? undefined : purposes[purposeWord]
  if (purposeWord != null && purpose === undefined) ledger.drop(purposeAt, `${purposeWord} has no counterpart at this provider`)
  return defined({
    inputs: decodeInput(request.input),
    format,
    dimensions: dimensions == null ? undefined : { value: dimensions, at: dimensionsAt },
    purpose: purpose === undefined ? undefined : { value: purpose, at: purposeAt },
    truncate: request.truncation == null ? undefined : { value: request.truncation, at: '/truncation' },
    user: request.user == null ? undefined : { value: request.user, at: '/user' },
  })
}

function decodeInput(input: EmbeddingRequest['input']): EmbeddingInput[] {
  if (typeof input === 'string') return [{ type: 'text', text: input, at: '/input' }]
  const tokens = input.filter((entry) => typeof entry === 'number')
  if (tokens.length > 0) return [{ type: 'tokens', tokens, at: '/input' }]
  const inputs: EmbeddingInput[] = []
  for (const [index, entry] of input.entries()) {
    const at = `/input/${index}`
    if (typeof entry === 'string') inputs.push({ type: 'text', text: entry, at })
    else if (Array.isArray(entry)) inputs.push({ type: 'tokens', tokens: entry, at })
    else if (typeof entry === 'object') inputs.push(decodeObject(entry, at))
  }
  return inputs
}

/** Jina's `{text}` or `{image}`; the image is an address or base64. */
function decodeObject({ text, image }: { readonly text?: string; readonly image?: string }, at: string): EmbeddingInput {
  if (image === undefined) return { type: 'text', text: text ?? '', at }
  const parts: EmbeddingPart[] = text === undefined ? [] : [{ type: 'text', text }]
  const inline = /^data:([^;,]+);base64,/.exec(image)
  if (inline?.[1] !== undefined) parts.push({ type: 'image', mediaType: inline[1], data: image.slice(inline[0].length) })
  else if (/^https?:/.test(image)) parts.push({ type: 'image-url', url: image })
  else parts.push({ type: 'image', mediaType: 'image/png', data: image })
  return { type: 'content', parts, at }
}

/** Writes OpenAI's list. Its `usage` must have numbers, so missing counts are estimated there (and only there). */
export function encodeOpenAIReply(reply: EmbeddingsReply, request: EmbeddingsRequest, model: string): MediaReply {
  const data = reply.vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: request.format === 'base64' ? toBase64(vector) : toNumbers(vector),
  }))
  const tokens = reply.usage?.inputTokens ?? estimateTokens(textsOf(request.inputs))
  const usage = { prompt_tokens: tokens, total_tokens: tokens }
  return jsonReply({ object: 'list', data, model: reply.model || model, usage }, reply.usage)
}

function textsOf(inputs: readonly EmbeddingInput[]): string[] {
  return inputs.flatMap((input) => {
    if (input.type === 'text') return [input.text]
    return input.type === 'content' ? input.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : []
  })
}
