import { refuse } from '../../exchange/error.js'
import { unreadable } from '../media.js'
import { defined, isObject } from '../../json/object.js'
import { readTokenUsage } from '../usage.js'
import type {
  EmbeddingInput,
  EmbeddingPart,
  EmbeddingPurpose,
  EmbeddingsReply,
  EmbeddingsTarget,
  EmbeddingsRequest,
  EmbeddingsUpstream,
  Vector,
} from './embeddings.js'
import { readVector } from './vector.js'

/** How a provider with OpenAI's format differs from OpenAI. */
interface Differences {
  readonly mostInputs: number
  readonly dimensions: 'dimensions' | 'output_dimension'
  /** Whether `encoding_format: base64` is supported. */
  readonly base64: boolean
  /** Whether token numbers are accepted in place of texts. */
  readonly tokens: boolean
  readonly user: boolean
  readonly purpose?: { readonly name: string; readonly words: Readonly<Partial<Record<EmbeddingPurpose, string>>> }
  readonly truncate?: string
  /** Whether Jina's objects of text or image are accepted. */
  readonly objects: boolean
}

const openai: Differences = { mostInputs: 2048, dimensions: 'dimensions', base64: true, tokens: true, user: true, objects: false }
const mistral: Differences = { mostInputs: 512, dimensions: 'output_dimension', base64: false, tokens: false, user: false, objects: false }
const voyage: Differences = {
  mostInputs: 1000,
  dimensions: 'output_dimension',
  base64: true,
  tokens: false,
  user: false,
  purpose: { name: 'input_type', words: { query: 'query', question: 'query', fact: 'query', code: 'query', document: 'document' } },
  truncate: 'truncation',
  objects: false,
}
const jina: Differences = {
  mostInputs: 512,
  dimensions: 'dimensions',
  base64: false,
  tokens: false,
  user: false,
  purpose: {
    name: 'task',
    words: {
      query: 'retrieval.query',
      question: 'retrieval.query',
      fact: 'retrieval.query',
      document: 'retrieval.passage',
      classification: 'classification',
      clustering: 'separation',
      similarity: 'text-matching',
    },
  },
  truncate: 'truncate',
  objects: true,
}

/** The providers with OpenAI's format. */
export const openaiLikeUpstreams: Readonly<Record<'openai' | 'mistral' | 'voyage' | 'jina', EmbeddingsUpstream>> = {
  openai: upstreamOf(openai),
  mistral: upstreamOf(mistral),
  voyage: upstreamOf(voyage),
  jina: upstreamOf(jina),
}

function upstreamOf(differences: Differences): EmbeddingsUpstream {
  return {
    mostInputs: differences.mostInputs,
    encode: (request, inputs, target) => ({ endpoint: 'embeddings', body: encode(differences, request, inputs, target) }),
    decode,
  }
}

function encode(
  differences: Differences,
  request: EmbeddingsRequest,
  inputs: readonly EmbeddingInput[],
  target: EmbeddingsTarget,
): Record<string, unknown> {
  const body: Record<string, unknown> = { model: target.model, input: inputs.map((input) => encodeInput(input, differences)) }
  const { dimensions, purpose, title, truncate, user } = request
  if (request.format === 'base64' && differences.base64) body['encoding_format'] = 'base64'
  if (dimensions !== undefined) body[differences.dimensions] = dimensions.value
  if (purpose !== undefined) {
    const word = differences.purpose?.words[purpose.value]
    if (differences.purpose !== undefined && word !== undefined) body[differences.purpose.name] = word
    else target.drop(purpose.at, 'this provider has no such purpose of vectors')
  }
  if (truncate !== undefined) {
    if (differences.truncate !== undefined) body[differences.truncate] = truncate.value
    else target.drop(truncate.at, 'this provider has no such setting')
  }
  if (user !== undefined) {
    if (differences.user) body['user'] = user.value
    else target.drop(user.at, 'this provider has no such setting')
  }
  if (title !== undefined) target.drop(title.at, 'this provider has no titles')
  return body
}

function encodeInput(input: EmbeddingInput, differences: Differences): unknown {
  if (input.type === 'text') return input.text
  if (input.type === 'tokens') {
    if (differences.tokens) return input.tokens
    throw refuse(input.at, "This model's provider accepts texts as input, not token numbers.")
  }
  const [part] = input.parts
  if (differences.objects && input.parts.length === 1 && part !== undefined) return encodeObject(part)
  throw refuse(input.at, "This model's provider embeds texts only.")
}

function encodeObject(part: EmbeddingPart): unknown {
  if (part.type === 'text') return { text: part.text }
  return { image: part.type === 'image-url' ? part.url : `data:${part.mediaType};base64,${part.data}` }
}

function decode(wire: unknown): EmbeddingsReply {
  if (!isObject(wire) || !Array.isArray(wire['data'])) throw unreadable('embeddings')
  const vectors: Vector[] = []
  for (const [place, entry] of (wire['data'] as unknown[]).entries()) {
    const vector = isObject(entry) ? readVector(entry['embedding']) : undefined
    if (!isObject(entry) || vector === undefined) throw unreadable('embeddings')
    const index = typeof entry.index === 'number' ? entry.index : place
    if (vectors[index] !== undefined) throw unreadable('embeddings')
    vectors[index] = vector
  }
  const usage = readTokenUsage(wire['usage'])
  const model = wire['model']
  return defined({ vectors, model: typeof model === 'string' ? model : '', usage })
}
