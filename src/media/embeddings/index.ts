import { readOpenAIError } from '../../dialects/openai-error.js'
import { readErrorInReply } from '../openai-error.js'
import type { WireObject } from '../../dialects/dialect.js'
import type { LossLedger } from '../../exchange/ledger.js'
import { unreadable, tooManyRequests, unsupported, type MediaCodec, type MediaPlan, type MediaReply, type MediaTarget } from '../media.js'
import type { FormatsOf, MediaEndpoint, MediaFormat } from '../../exchange/media-task.js'
import { defined, isObject } from '../../json/object.js'
import { addUsage, readGeminiUsage, readTokenUsage } from '../usage.js'
import { cohereUpstream } from './cohere-upstream.js'
import type { EmbeddingsReply, EmbeddingsRequest, EmbeddingsTarget, EmbeddingsUpstream } from './embeddings.js'
import { embeddingsFacts } from './facts.js'
import { decodeBatchEmbedContents, decodeEmbedContent, encodeBatchEmbedContents, encodeEmbedContent } from './gemini-client.js'
import { geminiUpstream } from './gemini-upstream.js'
import { decodeOpenAIRequest, encodeOpenAIReply } from './openai-client.js'
import { amendReply, speaksOpenAI } from './openai-relay.js'
import { openaiLikeUpstreams } from './openai-upstream.js'
import { vertexUpstreams } from './vertex-upstream.js'

const upstreams: Readonly<Record<FormatsOf['embeddings'], EmbeddingsUpstream> & Partial<Record<MediaFormat, EmbeddingsUpstream>>> = {
  ...openaiLikeUpstreams,
  ...vertexUpstreams,
  gemini: geminiUpstream,
  cohere: cohereUpstream,
}

/** `POST /v1/embeddings`. */
export const openaiEmbeddings: MediaCodec = {
  task: 'embeddings',
  plan(request, target) {
    const upstream = upstreamOf(target)
    const count = Array.isArray(request['input']) && typeof request['input'][0] !== 'number' ? request['input'].length : 1
    if (count <= upstream.mostInputs && speaksOpenAI(request, target.format))
      return { type: 'relay', endpoint: 'embeddings', amend: (reply) => amendReply(reply, request, target.format) }
    const decoded = decodeOpenAIRequest(request, target.ledger)
    return translate(decoded, '/input', upstream, target, (reply) => encodeOpenAIReply(reply, decoded, target.asked))
  },
  readUsage: (wire) => (isObject(wire) ? readTokenUsage(wire['usage']) : undefined),
  readErrorInReply,
}

/** `POST /v1beta/models/{model}:embedContent`. */
export const geminiEmbedContent: MediaCodec = geminiCodec('embed-content', decodeEmbedContent, encodeEmbedContent, renamed)

/** `POST /v1beta/models/{model}:batchEmbedContents`. */
export const geminiBatchEmbedContents: MediaCodec = geminiCodec(
  'batch-embed-contents',
  decodeBatchEmbedContents,
  encodeBatchEmbedContents,
  (request, model) => ({
    ...renamed(request, model),
    requests: (Array.isArray(request['requests']) ? (request['requests'] as unknown[]) : []).map((entry) =>
      isObject(entry) ? { ...entry, model } : entry,
    ),
  }),
)

/** The model is in the path; where the body names one, it is replaced too. */
function renamed(request: WireObject, model: string): WireObject {
  return 'model' in request ? { ...request, model } : request
}

function geminiCodec(
  endpoint: MediaEndpoint,
  decode: (wire: WireObject, ledger: LossLedger) => EmbeddingsRequest,
  encode: (reply: EmbeddingsReply) => MediaReply,
  rename: (request: WireObject, model: string) => WireObject,
): MediaCodec {
  return {
    task: 'embeddings',
    plan(request, target) {
      const upstream = upstreamOf(target)
      if (target.format === 'gemini')
        return {
          type: 'relay',
          endpoint,
          body: rename(request, target.model.includes('/') ? target.model : `models/${target.model}`),
        }
      return translate(decode(request, target.ledger), '/requests', upstream, target, encode)
    },
    readUsage: (wire) => (isObject(wire) ? readGeminiUsage(wire['usageMetadata']) : undefined),
    readErrorInReply: (wire) => readOpenAIError('generate-content', wire),
  }
}

function upstreamOf(target: MediaTarget): EmbeddingsUpstream {
  const upstream = target.format === undefined ? undefined : upstreams[target.format]
  if (upstream === undefined) throw unsupported(embeddingsFacts, target.asked)
  return upstream
}

/** Splits the inputs into batches of the provider's largest size and joins their vectors in order. */
function translate(
  request: EmbeddingsRequest,
  at: string,
  upstream: EmbeddingsUpstream,
  target: MediaTarget,
  encode: (reply: EmbeddingsReply) => MediaReply,
): MediaPlan {
  const batchCount = Math.ceil(request.inputs.length / upstream.mostInputs)
  if (batchCount > target.mostRequests) throw tooManyRequests(at, batchCount, target)
  const batches: (typeof request.inputs)[] = []
  for (let from = 0; from < request.inputs.length; from += upstream.mostInputs)
    batches.push(request.inputs.slice(from, from + upstream.mostInputs))
  return {
    type: 'translation',
    requests: batches.map((inputs, index) => upstream.encode(request, inputs, batchTarget(target, index === 0))),
    encodeReply(replies) {
      const decoded = replies.map((reply) => upstream.decode(reply))
      // Every input must have a vector: a repeated index leaves another one without.
      for (const [index, { vectors }] of decoded.entries()) {
        const wanted = batches[index]?.length
        if (vectors.length !== wanted || Object.keys(vectors).length !== wanted) throw unreadable('vector for each input')
      }
      const usage = addUsage(decoded.map((reply) => reply.usage))
      return encode(
        defined({
          vectors: decoded.flatMap((reply) => reply.vectors),
          model: decoded[0]?.model ?? '',
          usage,
        }),
      )
    },
  }
}

/** Only the first batch adds losses to the ledger; the others have the same ones. */
function batchTarget(target: MediaTarget, first: boolean): EmbeddingsTarget {
  const { ledger, model } = target
  return {
    model,
    drop: (at, why) => {
      if (first) ledger.drop(at, why)
    },
    approximate: (at, why) => {
      if (first) ledger.approximate(at, why)
    },
  }
}
