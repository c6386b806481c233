import { refuse } from '../../exchange/error.js'
import { unreadable } from '../media.js'
import { defined, isObject, type JsonObject } from '../../json/object.js'
import type { EmbeddingInput, EmbeddingsUpstream, Vector } from './embeddings.js'
import { encodeParts, geminiUpstream, taskTypeOf } from './gemini-upstream.js'
import { readVector } from './vector.js'

/** Vertex's `:predict`; its models differ in the number of texts in one request. */
function predict(mostInputs: number): EmbeddingsUpstream {
  return {
    mostInputs,
    encode({ dimensions, purpose, title, truncate, user }, inputs, target) {
      if (user !== undefined) target.drop(user.at, 'Vertex has no such setting')
      const settings = defined<JsonObject>({ task_type: taskTypeOf(purpose), title: title?.value })
      const parameters = defined<JsonObject>({ outputDimensionality: dimensions?.value, autoTruncate: truncate?.value })
      return {
        endpoint: 'predict',
        body: {
          instances: inputs.map((input) => ({ content: textOf(input), ...settings })),
          ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
        },
      }
    },
    decode(wire) {
      const predictions: unknown = isObject(wire) ? wire['predictions'] : undefined
      if (!Array.isArray(predictions)) throw unreadable('embeddings')
      const counts: number[] = []
      const vectors = predictions.map((prediction: unknown): Vector => {
        const embeddings = isObject(prediction) ? prediction['embeddings'] : undefined
        const vector = isObject(embeddings) ? readVector(embeddings['values']) : undefined
        if (vector === undefined) throw unreadable('embeddings')
        const statistics = isObject(embeddings) ? embeddings['statistics'] : undefined
        const count = isObject(statistics) ? statistics['token_count'] : undefined
        if (typeof count === 'number') counts.push(count)
        return vector
      })
      return defined({
        vectors,
        model: '',
        usage: counts.length === 0 ? undefined : { inputTokens: counts.reduce((sum, count) => sum + count, 0) },
      })
    },
  }
}

function textOf(input: EmbeddingInput): string {
  if (input.type === 'text') return input.text
  if (input.type === 'tokens') throw refuse(input.at, 'Vertex accepts texts as input, not token numbers.')
  return input.parts
    .map((part) => {
      if (part.type !== 'text') throw refuse(input.at, 'This model of Vertex embeds texts only, no images.')
      return part.text
    })
    .join('\n')
}

/** Vertex's `:embedContent`, which newer models have instead: one content in one request. */
const embedContent: EmbeddingsUpstream = {
  mostInputs: 1,
  encode({ dimensions, purpose, title, truncate, user }, inputs, target) {
    if (user !== undefined) target.drop(user.at, 'Vertex has no such setting')
    return {
      endpoint: 'embed-content',
      body: defined({
        content: { parts: inputs.flatMap(encodeParts) },
        taskType: taskTypeOf(purpose),
        title: title?.value,
        outputDimensionality: dimensions?.value,
        autoTruncate: truncate?.value,
      }),
    }
  },
  decode: geminiUpstream.decode.bind(geminiUpstream),
}

export const vertexUpstreams: Readonly<Record<'vertex-predict' | 'vertex-predict-one' | 'vertex-content', EmbeddingsUpstream>> = {
  'vertex-predict': predict(250),
  'vertex-predict-one': predict(1),
  'vertex-content': embedContent,
}
