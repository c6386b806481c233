import { unreadable } from '../media.js'
import type { FormatsOf, MediaFormat } from '../../exchange/media-task.js'
import { defined, isObject } from '../../json/object.js'
import { readTokenUsage } from '../usage.js'
import { textOf } from './client.js'
import type { Counts, RerankReply, RerankRequest, RerankResult, RerankUpstream } from './rerank.js'

type Target = Parameters<RerankUpstream['encode']>[1]

/** Cohere's `POST /v2/rerank`: texts only. */
const cohere: RerankUpstream = {
  encode: (request, target) =>
    defined({
      model: target.model,
      query: request.query,
      documents: texts(request),
      top_n: request.topCount?.value,
      max_tokens_per_doc: request.mostTokens?.value,
      priority: request.priority?.value,
      ...leftOut(request, target, ['mostChunks', 'truncate']),
    }),
  decode: decodeResults,
}

/** Cohere's `POST /v1/rerank` and APIs like it: objects with the fields to rank by. */
const cohereV1: RerankUpstream = {
  encode: (request, target) =>
    defined({
      model: target.model,
      query: request.query,
      documents: documents(request),
      top_n: request.topCount?.value,
      rank_fields: request.rankFields?.value,
      max_chunks_per_doc: request.mostChunks?.value,
      ...leftOut(request, target, ['mostTokens', 'priority', 'truncate']),
    }),
  decode: decodeResults,
}

/** Jina's format, which vLLM and others share. It returns the documents by default. */
const jina: RerankUpstream = {
  encode: (request, target) =>
    defined({
      model: target.model,
      query: request.query,
      documents: request.rankFields === undefined ? documents(request) : texts(request),
      top_n: request.topCount?.value,
      return_documents: false,
      ...leftOut(request, target, ['mostChunks', 'mostTokens', 'priority', 'truncate']),
    }),
  decode: decodeResults,
}

const voyage: RerankUpstream = {
  encode: (request, target) =>
    defined({
      model: target.model,
      query: request.query,
      documents: texts(request),
      top_k: request.topCount?.value,
      truncation: request.truncate?.value,
      ...leftOut(request, target, ['mostChunks', 'mostTokens', 'priority']),
    }),
  decode: decodeResults,
}

/** The format of text-embeddings-inference: a list of all scores, without an envelope. */
const textEmbeddingsInference: RerankUpstream = {
  encode: (request, target) =>
    defined({
      query: request.query,
      texts: texts(request),
      truncate: request.truncate?.value,
      ...leftOut(request, target, ['mostChunks', 'mostTokens', 'priority']),
    }),
  decode: (wire) => ({ id: '', model: '', results: readResults(wire) }),
}

export const rerankUpstreams: Readonly<Record<FormatsOf['rerank'], RerankUpstream> & Partial<Record<MediaFormat, RerankUpstream>>> = {
  cohere,
  'cohere-v1': cohereV1,
  jina,
  voyage,
  tei: textEmbeddingsInference,
}

function texts(request: RerankRequest): string[] {
  return request.documents.map((document) => textOf(document, request))
}

function documents(request: RerankRequest): unknown[] {
  return request.documents.map((document) => (document.type === 'text' ? document.text : document.value))
}

function leftOut(
  request: RerankRequest,
  target: Target,
  names: readonly ('mostChunks' | 'mostTokens' | 'priority' | 'truncate')[],
): Record<string, never> {
  for (const name of names) {
    const setting = request[name]
    if (setting !== undefined) target.drop(setting.at, 'this provider has no such setting')
  }
  return {}
}

/** `results` of Cohere, Jina and Together, `data` of Voyage. */
function decodeResults(wire: unknown): RerankReply {
  if (!isObject(wire)) throw unreadable('ranking')
  const { id, model, meta } = wire
  const billedUnits = isObject(meta) ? countsIn(meta['billed_units']) : undefined
  const tokens = isObject(meta) ? countsIn(meta['tokens']) : undefined
  const usage = readRerankUsage(wire)
  return defined({
    id: typeof id === 'string' ? id : '',
    model: typeof model === 'string' ? model : '',
    results: readResults(wire['results'] ?? wire['data']),
    usage,
    billedUnits,
    tokens,
  })
}

function countsIn(wire: unknown): Counts | undefined {
  if (!isObject(wire)) return undefined
  const counts: Record<string, number> = {}
  for (const name of countNames) {
    const value = wire[name]
    if (typeof value === 'number') counts[name] = value
  }
  return counts
}

const countNames = ['search_units', 'input_tokens', 'output_tokens', 'images', 'image_tokens', 'classifications', 'pages']

/** Usage of a ranking: `usage`, or Cohere's `meta`. */
export function readRerankUsage(wire: unknown): ReturnType<typeof readTokenUsage> {
  if (!isObject(wire)) return undefined
  const { usage, meta } = wire
  if (!isObject(meta)) return readTokenUsage(usage)
  const tokens = readTokenUsage(usage) ?? readTokenUsage(meta['tokens']) ?? readTokenUsage(meta['billed_units'])
  const searchUnits = countsIn(meta['billed_units'])?.['search_units']
  return searchUnits === undefined ? tokens : { ...tokens, searchUnits }
}

function readResults(wire: unknown): RerankResult[] {
  if (!Array.isArray(wire)) throw unreadable('ranking')
  return (wire as unknown[]).map((entry) => {
    const { index, relevance_score: relevance, score = relevance } = isObject(entry) ? entry : {}
    if (typeof index !== 'number' || typeof score !== 'number') throw unreadable('ranking')
    return { index, score }
  })
}
