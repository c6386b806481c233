import { objectsOf, objectOf } from '../../json/object.js'
import type { Answered } from '../check.js'
import type { Endpoint, EndpointContext } from './endpoint.js'
import { counted } from '../../observability/counted.js'

const path = '/v1/rerank'
const query = 'Which city is the capital of France?'
const documents = ['Berlin is in Germany.', 'Paris is the capital of France.', 'A pump moves water.']

export const rerank: Endpoint = {
  name: 'rerank',
  use: 'rerank',
  smallest: (model) => ({ path, body: { model, query, documents } }),
  invalidBodies: [
    { name: 'no documents', body: (model) => ({ model, query }) },
    { name: 'a query of a wrong type', body: (model) => ({ model, query: 5, documents }) },
  ],
  error: {
    schema: 'RerankErrorReply',
    rules(find, { message }) {
      find.filled('/message', message, 'clients show the message')
    },
  },
  checks: (context) => [
    ranking(context, 'all documents, the best first', {}, documents.length),
    ranking(context, 'the best two of three documents', { top_n: 2 }, 2),
    ranking(context, 'documents that are returned', { return_documents: true }, documents.length),
  ],
}

function ranking(context: EndpointContext, name: string, more: { top_n?: number; return_documents?: boolean }, count: number) {
  return context.check(name, async (send) => {
    const answered = await send(context.request({ path, body: { model: context.model, query, documents, ...more } }))
    if (answered !== undefined && context.fits(answered, 'RerankReply')) checkRanking(answered, count, more.return_documents === true)
  })
}

function checkRanking({ find, body }: Answered, count: number, returned: boolean): void {
  const results = objectsOf(body['results'])
  find.require(results.length === count, '/results', counted(results.length, 'result'), counted(count, 'result'), 'top_n, or all documents')
  const indices = results.map(({ index }) => index)
  find.require(new Set(indices).size === indices.length, '/results', indices, 'different indices', 'each document is ranked once')
  results.forEach((result, position) => {
    const { index, relevance_score: score, document } = result
    const at = `/results/${position}`
    const known = Number.isInteger(index) && Number(index) >= 0 && Number(index) < documents.length
    find.require(known, `${at}/index`, index, `0 to ${documents.length - 1}`, 'the index is the place of the document in the request')
    const before = results[position - 1]?.['relevance_score']
    if (before !== undefined)
      find.require(Number(score) <= Number(before), `${at}/relevance_score`, score, `at most ${Number(before)}`, 'the best comes first')
    if (!returned || !known) return
    const text = objectOf(document)?.['text'] ?? document
    find.equals(`${at}/document`, text, documents[Number(index)] ?? '', 'return_documents asks for the text of the document')
  })
}
