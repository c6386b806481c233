/** Whose form a model on Vertex is asked in. `openai`: every open model, and Gemini where it is called `google/…`. */
export type Family = 'anthropic' | 'gemini' | 'openai' | 'embedding'

/** The family that a model's name on Vertex says. */
export function familyOf(model: string): Family {
  const name = bareName(model)
  if (name.startsWith('claude-')) return 'anthropic'
  if (/^(text-embedding-|text-multilingual-embedding-|gemini-embedding-|textembedding-|multimodalembedding)/.test(name)) return 'embedding'
  return /^(gemini-|learnlm-|imagen-|tunedModels\/)/.test(name) ? 'gemini' : 'openai'
}

/** `publishers/google/models/gemini-x` and `anthropic/claude-x` name the publisher again, which the path does anyway. */
export function bareName(model: string): string {
  return model.replace(/^publishers\/[^/]+\/models\//, '').replace(/^anthropic\//, '')
}
