/** Whose API a model on Vertex has. `openai`: every open model, and Gemini as `google/…`. */
export type Family = 'anthropic' | 'gemini' | 'openai' | 'embedding'

/** The family of a model, by its name on Vertex. */
export function familyOf(model: string): Family {
  const name = bareName(model)
  if (name.startsWith('claude-')) return 'anthropic'
  if (/^(text-embedding-|text-multilingual-embedding-|gemini-embedding-|textembedding-|multimodalembedding)/.test(name)) return 'embedding'
  return /^(gemini-|learnlm-|imagen-|tunedModels\/)/.test(name) ? 'gemini' : 'openai'
}

/** Removes the publisher from `publishers/google/models/gemini-x` and `anthropic/claude-x`: the path has it already. */
export function bareName(model: string): string {
  return model.replace(/^publishers\/[^/]+\/models\//, '').replace(/^anthropic\//, '')
}
