import { refuse } from '../../exchange/error.js'
import type { Located } from '../../exchange/located.js'
import { unreadable } from '../media.js'
import { defined, isObject, type JsonObject } from '../../json/object.js'
import { readGeminiUsage } from '../usage.js'
import type { EmbeddingInput, EmbeddingPurpose, EmbeddingsUpstream, Vector } from './embeddings.js'
import { geminiPurposes } from './gemini-client.js'
import { readVector } from './vector.js'

const taskTypes = new Map<EmbeddingPurpose, string>(Object.entries(geminiPurposes).map(([word, purpose]) => [purpose, word]))

export function taskTypeOf(purpose: Located<EmbeddingPurpose> | undefined): string | undefined {
  return purpose === undefined ? undefined : taskTypes.get(purpose.value)
}

/** Gemini's `:batchEmbedContents`, which accepts one content or many. */
export const geminiUpstream: EmbeddingsUpstream = {
  mostInputs: 100,
  encode(request, inputs, target) {
    const { dimensions, purpose, title, truncate, user } = request
    const settings = defined<JsonObject>({ taskType: taskTypeOf(purpose), title: title?.value, outputDimensionality: dimensions?.value })
    if (truncate !== undefined) target.drop(truncate.at, 'Gemini has no such setting')
    if (user !== undefined) target.drop(user.at, 'Gemini has no such setting')
    const model = /^(models|tunedModels|publishers)\//.test(target.model) ? target.model : `models/${target.model}`
    return {
      endpoint: 'batch-embed-contents',
      body: { requests: inputs.map((input) => ({ model, content: { parts: encodeParts(input) }, ...settings })) },
    }
  },
  decode(wire) {
    if (!isObject(wire)) throw unreadable('embeddings')
    const list: unknown = wire['embeddings'] ?? (wire['embedding'] === undefined ? undefined : [wire['embedding']])
    if (!Array.isArray(list)) throw unreadable('embeddings')
    const vectors = list.map((entry: unknown): Vector => {
      const vector = isObject(entry) ? readVector(entry['values']) : undefined
      if (vector === undefined) throw unreadable('embeddings')
      return vector
    })
    const usage = readGeminiUsage(wire['usageMetadata'])
    return defined({ vectors, model: '', usage })
  },
}

export function encodeParts(input: EmbeddingInput): unknown[] {
  if (input.type === 'text') return [{ text: input.text }]
  if (input.type === 'tokens') throw refuse(input.at, 'Gemini accepts texts as input, not token numbers.')
  return input.parts.map((part) => {
    if (part.type === 'text') return { text: part.text }
    if (part.type === 'image') return { inlineData: { mimeType: part.mediaType, data: part.data } }
    throw refuse(input.at, 'Gemini accepts images as base64 data, not by their address.', 'unsupported_url')
  })
}
