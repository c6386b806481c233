import { refuse } from '../../exchange/error.js'
import { unreadable } from '../media.js'
import { defined, isObject } from '../../json/object.js'
import type { EmbeddingInput, EmbeddingPart, EmbeddingPurpose, EmbeddingsUpstream, Vector } from './embeddings.js'
import { readVector } from './vector.js'

/** Cohere requires the purpose of the vectors; the default is documents, which most callers store. */
const words: Readonly<Record<EmbeddingPurpose, { readonly word: string; readonly exact: boolean }>> = {
  query: { word: 'search_query', exact: true },
  document: { word: 'search_document', exact: true },
  classification: { word: 'classification', exact: true },
  clustering: { word: 'clustering', exact: true },
  similarity: { word: 'clustering', exact: false },
  question: { word: 'search_query', exact: false },
  fact: { word: 'search_query', exact: false },
  code: { word: 'search_query', exact: false },
}

/** Cohere's `POST /v2/embed`. */
export const cohereUpstream: EmbeddingsUpstream = {
  mostInputs: 96,
  encode(request, inputs, target) {
    const { dimensions, purpose, title, truncate, user } = request
    const use = purpose === undefined ? { word: 'search_document', exact: true } : words[purpose.value]
    if (purpose !== undefined && !use.exact) target.approximate(purpose.at, `Cohere has no such purpose: ${use.word} was sent`)
    if (title !== undefined) target.drop(title.at, 'Cohere has no titles')
    if (user !== undefined) target.drop(user.at, 'Cohere has no such setting')
    return {
      endpoint: 'embeddings',
      body: defined({
        model: target.model,
        input_type: use.word,
        ...encodeInputs(inputs),
        embedding_types: ['float'],
        output_dimension: dimensions?.value,
        truncate: truncate === undefined ? undefined : truncate.value ? 'END' : 'NONE',
      }),
    }
  },
  decode(wire) {
    const embeddings = isObject(wire) ? wire['embeddings'] : undefined
    const list: unknown = isObject(embeddings) ? embeddings['float'] : embeddings
    if (!isObject(wire) || !Array.isArray(list)) throw unreadable('embeddings')
    const vectors = list.map((entry: unknown): Vector => {
      const vector = readVector(entry)
      if (vector === undefined) throw unreadable('embeddings')
      return vector
    })
    const tokens = readTokens(wire['meta'])
    return defined({ vectors, model: '', usage: tokens === undefined ? undefined : { inputTokens: tokens } })
  },
}

function encodeInputs(inputs: readonly EmbeddingInput[]): Record<string, unknown> {
  const texts = inputs.flatMap((input) => (input.type === 'text' ? [input.text] : []))
  if (texts.length === inputs.length) return { texts }
  return {
    inputs: inputs.map((input) => {
      if (input.type === 'tokens') throw refuse(input.at, 'Cohere accepts texts as input, not token numbers.')
      const parts = input.type === 'text' ? [{ type: 'text', text: input.text } as const] : input.parts
      return { content: parts.map(encodePart) }
    }),
  }
}

function encodePart(part: EmbeddingPart): Record<string, unknown> {
  if (part.type === 'text') return { type: 'text', text: part.text }
  return { type: 'image_url', image_url: { url: part.type === 'image' ? `data:${part.mediaType};base64,${part.data}` : part.url } }
}

/** The tokens counted, or else the tokens billed. */
function readTokens(meta: unknown): number | undefined {
  if (!isObject(meta)) return undefined
  for (const group of [meta['tokens'], meta['billed_units']]) {
    if (!isObject(group)) continue
    const { input_tokens: text, image_tokens: image } = group
    if (typeof text === 'number' || typeof image === 'number')
      return (typeof text === 'number' ? text : 0) + (typeof image === 'number' ? image : 0)
  }
  return undefined
}
