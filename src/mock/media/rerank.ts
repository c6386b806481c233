import { LossLedger } from '../../exchange/ledger.js'
import { decodeRequest, encodeReply, textOf } from '../../media/rerank/client.js'
import { tokensOf } from '../conversation/tokens.js'
import type { MockAnswer } from '../whole-answer.js'
import { wholeMedia } from './media-reply.js'
import type { MediaQuestion } from './media-question.js'

/** `POST /v1/rerank`, `/v2/rerank`: a document with more words of the query stands higher. */
export function rerankAnswer({ wire, model, newId }: MediaQuestion): MockAnswer {
  const request = decodeRequest(wire, new LossLedger())
  const query = wordsOf(request.query)
  const texts = request.documents.map((document) => textOf(document, request))
  const results = texts.map((text, index) => ({ index, score: scoreOf(query, text) }))
  const inputTokens = tokensOf(request.query) + texts.reduce((sum, text) => sum + tokensOf(text), 0)
  const reply = { id: '', model, results, usage: { inputTokens, outputTokens: 0 }, billedUnits: { search_units: 1 } }
  return wholeMedia(encodeReply(reply, request, { asked: model, newId }))
}

/** From 0.01 for no word of the query to 0.99 for all of them. */
function scoreOf(query: ReadonlySet<string>, text: string): number {
  const words = wordsOf(text)
  const common = [...query].filter((word) => words.has(word)).length
  return Math.round((0.01 + (0.98 * common) / Math.max(1, query.size)) * 10_000) / 10_000
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}
