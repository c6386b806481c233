import type { WireObject } from '../../dialects/dialect.js'
import { refuse } from '../../exchange/error.js'
import { dropUnknown, type LossLedger } from '../../exchange/ledger.js'
import type { Located } from '../../exchange/located.js'
import { jsonReply, type MediaReply } from '../media.js'
import { defined, isObject } from '../../json/object.js'
import type { EmbeddingInput, EmbeddingPart, EmbeddingPurpose, EmbeddingsReply, EmbeddingsRequest } from './embeddings.js'
import { toNumbers } from './vector.js'

const known = new Set([
  'model',
  'content',
  'taskType',
  'task_type',
  'title',
  'outputDimensionality',
  'output_dimensionality',
  'embedContentConfig',
  'embed_content_config',
])

export const geminiPurposes: Readonly<Record<string, EmbeddingPurpose>> = {
  RETRIEVAL_QUERY: 'query',
  RETRIEVAL_DOCUMENT: 'document',
  SEMANTIC_SIMILARITY: 'similarity',
  CLASSIFICATION: 'classification',
  CLUSTERING: 'clustering',
  QUESTION_ANSWERING: 'question',
  FACT_VERIFICATION: 'fact',
  CODE_RETRIEVAL_QUERY: 'code',
}

/** Reads `:embedContent`. Protocol-buffer JSON may also be in snake case. */
export function decodeEmbedContent(wire: WireObject, ledger: LossLedger): EmbeddingsRequest {
  return decodeRequests([{ wire, at: '' }], ledger)
}

/** Reads `:batchEmbedContents`. The requests may differ only in their contents where the target has one setting for all. */
export function decodeBatchEmbedContents(wire: WireObject, ledger: LossLedger): EmbeddingsRequest {
  const requests = Array.isArray(wire['requests']) ? (wire['requests'] as unknown[]) : []
  return decodeRequests(
    requests.map((request, index) => ({ wire: isObject(request) ? request : {}, at: `/requests/${index}` })),
    ledger,
  )
}

interface Placed {
  readonly wire: WireObject
  readonly at: string
}

function decodeRequests(requests: readonly Placed[], ledger: LossLedger): EmbeddingsRequest {
  const inputs = requests.map(({ wire, at }) => {
    dropUnknown(wire, known, at, ledger, 'has no counterpart at this provider')
    return decodeContent(wire['content'], `${at}/content`)
  })
  const dimensions = same(requests, 'outputDimensionality', 'output_dimensionality')
  const task = same(requests, 'taskType', 'task_type')
  const title = same(requests, 'title', 'title')
  const purpose = typeof task?.value === 'string' ? geminiPurposes[task.value] : undefined
  if (task !== undefined && purpose === undefined) ledger.drop(task.at, `${String(task.value)} has no counterpart at this provider`)
  return defined({
    inputs,
    format: 'float',
    dimensions:
      dimensions !== undefined && typeof dimensions.value === 'number' ? { value: dimensions.value, at: dimensions.at } : undefined,
    purpose: task !== undefined && purpose !== undefined ? { value: purpose, at: task.at } : undefined,
    title: title !== undefined && typeof title.value === 'string' ? { value: title.value, at: title.at } : undefined,
  })
}

/** A setting that all requests share; other providers have one for the whole request, so different ones are refused. */
function same(requests: readonly Placed[], name: string, snake: string): Located<unknown> | undefined {
  let found: Located<unknown> | undefined
  for (const [index, { wire, at }] of requests.entries()) {
    const config = wire['embedContentConfig'] ?? wire['embed_content_config']
    const inner = isObject(config) ? (config[name] ?? config[snake]) : undefined
    const value = wire[name] ?? wire[snake] ?? inner
    const place =
      wire[name] !== undefined ? `${at}/${name}` : wire[snake] !== undefined ? `${at}/${snake}` : `${at}/embedContentConfig/${name}`
    if (index > 0 && value !== found?.value) throw refuse(place, `This model's provider accepts one ${name} for all contents of a request.`)
    if (value !== undefined && found === undefined) found = { value, at: place }
  }
  return found
}

function decodeContent(wire: unknown, at: string): EmbeddingInput {
  const parts: EmbeddingPart[] = []
  const list = isObject(wire) && Array.isArray(wire['parts']) ? (wire['parts'] as unknown[]) : []
  for (const [index, part] of list.entries()) parts.push(decodePart(part, `${at}/parts/${index}`))
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return texts.length === parts.length ? { type: 'text', text: texts.join('\n'), at } : { type: 'content', parts, at }
}

function decodePart(wire: unknown, at: string): EmbeddingPart {
  if (isObject(wire)) {
    if (typeof wire['text'] === 'string') return { type: 'text', text: wire['text'] }
    const inline = wire['inlineData'] ?? wire['inline_data']
    if (isObject(inline)) {
      const mediaType = inline['mimeType'] ?? inline['mime_type']
      const data = inline['data']
      if (typeof mediaType === 'string' && mediaType.startsWith('image/') && typeof data === 'string')
        return { type: 'image', mediaType, data }
    }
  }
  throw refuse(at, "This model's provider embeds texts and images only.")
}

/** Writes `{embedding}`. */
export function encodeEmbedContent(reply: EmbeddingsReply): MediaReply {
  const [vector] = reply.vectors
  return jsonReply({ embedding: { values: vector === undefined ? [] : toNumbers(vector) }, ...metadata(reply) }, reply.usage)
}

/** Writes `{embeddings}`. */
export function encodeBatchEmbedContents(reply: EmbeddingsReply): MediaReply {
  return jsonReply({ embeddings: reply.vectors.map((vector) => ({ values: toNumbers(vector) })), ...metadata(reply) }, reply.usage)
}

function metadata(reply: EmbeddingsReply): WireObject {
  const tokens = reply.usage?.inputTokens
  return tokens === undefined ? {} : { usageMetadata: { promptTokenCount: tokens } }
}
