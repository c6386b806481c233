import type { RerankRequest as WireRequest } from '../../../generated/media/model/index.js'
import type { WireObject } from '../../dialects/dialect.js'
import { dropUnknown, type LossLedger } from '../../exchange/ledger.js'
import { jsonReply, type MediaReply } from '../media.js'
import type { RerankDocument, RerankReply, RerankRequest } from './rerank.js'
import { defined } from '../../json/object.js'

const known = new Set([
  'model',
  'query',
  'documents',
  'top_n',
  'top_k',
  'return_documents',
  'rank_fields',
  'max_chunks_per_doc',
  'max_tokens_per_doc',
  'max_doc_length',
  'priority',
  'truncation',
])

/** Reads a request in Cohere's (both versions), Jina's or Voyage's format. It has passed the contract's validator. */
export function decodeRequest(wire: WireObject, ledger: LossLedger): RerankRequest {
  // The validator has checked this shape; unknown members go to the ledger below.
  const request = wire as unknown as WireRequest
  dropUnknown(wire, known, '', ledger, 'has no counterpart at this provider')
  const voyage = request.top_n == null && (request.top_k != null || request.truncation != null)
  const tokens = request.max_tokens_per_doc ?? request.max_doc_length
  const tokensAt = request.max_tokens_per_doc == null ? '/max_doc_length' : '/max_tokens_per_doc'
  const top = request.top_n ?? request.top_k
  return defined({
    query: request.query,
    documents: request.documents.map((document): RerankDocument =>
      typeof document === 'string' ? { type: 'text', text: document } : { type: 'object', value: { ...document } },
    ),
    returnDocuments: request.return_documents === true,
    format: voyage ? 'voyage' : 'cohere',
    topCount: top == null ? undefined : { value: top, at: request.top_n == null ? '/top_k' : '/top_n' },
    rankFields: request.rank_fields == null ? undefined : { value: request.rank_fields, at: '/rank_fields' },
    mostChunks: request.max_chunks_per_doc == null ? undefined : { value: request.max_chunks_per_doc, at: '/max_chunks_per_doc' },
    mostTokens: tokens == null ? undefined : { value: tokens, at: tokensAt },
    priority: request.priority == null ? undefined : { value: request.priority, at: '/priority' },
    truncate: request.truncation == null ? undefined : { value: request.truncation, at: '/truncation' },
  })
}

/** Writes the ranking: in Voyage's format with `data`, else with the members of both Cohere's and Jina's format. */
export function encodeReply(
  reply: RerankReply,
  request: RerankRequest,
  context: { readonly asked: string; readonly newId: (prefix: string) => string },
): MediaReply {
  const most = request.topCount?.value ?? request.documents.length
  const ranking = [...reply.results].sort((one, other) => other.score - one.score).slice(0, most)
  const model = reply.model || context.asked
  const { inputTokens: read, outputTokens: written } = reply.usage ?? {}
  const tokens = (read ?? 0) + (written ?? 0)
  const counted = read !== undefined || written !== undefined
  const usage = counted ? { usage: { total_tokens: tokens, prompt_tokens: read ?? tokens } } : {}
  if (request.format === 'voyage') {
    const data = ranking.map(({ index, score }) => ({
      index,
      relevance_score: score,
      ...returned(request, index, (document) => textOf(document, request)),
    }))
    return jsonReply({ object: 'list', data, model, ...usage }, reply.usage)
  }
  const results = ranking.map(({ index, score }) => ({ index, relevance_score: score, ...returned(request, index, asObject) }))
  const meta = { api_version: { version: '2' }, billed_units: reply.billedUnits, tokens: reply.tokens }
  return jsonReply({ id: reply.id || context.newId('rerank-'), results, meta, model, ...usage }, reply.usage)
}

function returned(request: RerankRequest, index: number, format: (document: RerankDocument) => unknown): Record<string, unknown> {
  const document = request.returnDocuments ? request.documents[index] : undefined
  return document === undefined ? {} : { document: format(document) }
}

function asObject(document: RerankDocument): unknown {
  return document.type === 'text' ? { text: document.text } : document.value
}

/** The text of a document for providers that accept only texts: the ranked fields or all of them, one a line, as Cohere advises for objects. */
export function textOf(document: RerankDocument, request: Pick<RerankRequest, 'rankFields'>): string {
  if (document.type === 'text') return document.text
  const { value } = document
  const wanted = request.rankFields?.value ?? (typeof value.text === 'string' ? ['text'] : Object.keys(value))
  const fields = wanted.filter((field) => value[field] !== undefined)
  if (fields.length === 1 && typeof value.text === 'string' && fields[0] === 'text') return value.text
  return fields.map((field) => `${field}: ${plain(value[field])}`).join('\n')
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
