import { refuse } from '../../exchange/error.js'
import { LossLedger } from '../../exchange/ledger.js'
import type { EmbeddingInput, EmbeddingsReply, EmbeddingsRequest } from '../../media/embeddings/embeddings.js'
import {
  decodeBatchEmbedContents,
  decodeEmbedContent,
  encodeBatchEmbedContents,
  encodeEmbedContent,
} from '../../media/embeddings/gemini-client.js'
import { decodeOpenAIRequest, encodeOpenAIReply } from '../../media/embeddings/openai-client.js'
import type { MediaReply } from '../../media/media.js'
import { tokensOf } from '../conversation/tokens.js'
import { Random } from '../made-values/random.js'
import type { MockAnswer } from '../whole-answer.js'
import { wholeMedia } from './media-reply.js'
import type { MediaQuestion } from './media-question.js'

const usualDimensions = 64
/** Most numbers of one reply. */
const mostNumbers = 4_000_000
/** Most additions for one reply. */
const mostAdditions = 40_000_000
const mostWords = 200

/** `POST /v1/embeddings`: a vector for each input. */
export function embeddingsAnswer({ wire, model }: MediaQuestion): MockAnswer {
  const request = decodeOpenAIRequest(wire, new LossLedger())
  return wholeMedia(encodeOpenAIReply(vectorsFor(request, '/dimensions'), request, model))
}

/** `:embedContent` */
export function embedContentAnswer({ wire }: MediaQuestion): MockAnswer {
  return gemini(decodeEmbedContent(wire, new LossLedger()), encodeEmbedContent)
}

/** `:batchEmbedContents` */
export function batchEmbedContentsAnswer({ wire }: MediaQuestion): MockAnswer {
  return gemini(decodeBatchEmbedContents(wire, new LossLedger()), encodeBatchEmbedContents)
}

function gemini(request: EmbeddingsRequest, encode: (reply: EmbeddingsReply) => MediaReply): MockAnswer {
  return wholeMedia(encode(vectorsFor(request, '/outputDimensionality')))
}

function vectorsFor({ inputs, dimensions }: EmbeddingsRequest, at: string): EmbeddingsReply {
  const length = dimensions?.value ?? usualDimensions
  if (length * inputs.length > mostNumbers)
    throw refuse(dimensions?.at ?? at, `The mock returns at most ${mostNumbers} numbers in one reply.`)
  const words = Math.max(1, Math.min(mostWords, Math.floor(mostAdditions / (length * inputs.length))))
  const texts = inputs.map(textOf)
  return {
    vectors: texts.map((text) => vectorOf(text, length, words)),
    model: '',
    usage: { inputTokens: texts.reduce((sum, text) => sum + tokensOf(text), 0) },
  }
}

function textOf(input: EmbeddingInput): string {
  if (input.type === 'text') return input.text
  return input.type === 'tokens' ? input.tokens.join(' ') : JSON.stringify(input.parts)
}

/** A vector of length 1 that is the sum of those of the words: texts with common words are near each other. */
function vectorOf(text: string, length: number, most: number): readonly number[] {
  const vector = new Array<number>(length).fill(0)
  const words = text
    .slice(0, 100_000)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [text]
  for (const word of words.slice(0, most)) {
    const random = new Random(word)
    for (let at = 0; at < length; at++) vector[at] = (vector[at] ?? 0) + random.next() - 0.5
  }
  const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1
  return vector.map((value) => value / norm)
}
