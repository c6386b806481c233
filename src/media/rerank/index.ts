import { unsupported, type MediaCodec } from '../media.js'
import { decodeRequest, encodeReply } from './client.js'
import { rerankFacts } from './facts.js'
import { readErrorInReply } from './error.js'
import { readRerankUsage, rerankUpstreams } from './upstreams.js'

/** The members of Cohere's version 2; a request with only these can be relayed. */
const cohereMembers = new Set(['model', 'query', 'documents', 'top_n', 'max_tokens_per_doc', 'priority'])

/** `POST /v1/rerank`. */
export const rerank: MediaCodec = {
  task: 'rerank',
  plan(request, target) {
    const upstream = target.format === undefined ? undefined : rerankUpstreams[target.format]
    if (upstream === undefined) throw unsupported(rerankFacts, target.asked)
    const decoded = decodeRequest(request, target.ledger)
    const body = upstream.encode(decoded, { model: target.model, drop: (at, why) => target.ledger.drop(at, why) })
    return {
      type: 'translation',
      requests: [{ endpoint: 'rerank', body }],
      encodeReply: ([reply]) => encodeReply(upstream.decode(reply), decoded, target),
    }
  },
  readUsage: readRerankUsage,
  readErrorInReply,
}

/** `POST /v2/rerank`: relayed to Cohere. */
export const rerankV2: MediaCodec = {
  ...rerank,
  plan(request, target) {
    const texts = Array.isArray(request['documents']) && request['documents'].every((document) => typeof document === 'string')
    const own = texts && Object.keys(request).every((name) => cohereMembers.has(name))
    return target.format === 'cohere' && own ? { type: 'relay', endpoint: 'rerank' } : rerank.plan(request, target)
  },
}
