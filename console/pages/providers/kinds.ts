/** The kinds of provider that can be made here. A test compares them with the gateway's own list, which is too large for a page. */
export const kinds = [
  'openai',
  'azure-openai',
  'anthropic',
  'gemini',
  'vertex',
  'bedrock',
  'cohere',
  'mistral',
  'groq',
  'deepseek',
  'xai',
  'openrouter',
  'together',
  'fireworks',
  'perplexity',
  'cerebras',
  'ollama',
  'vllm',
  'lm-studio',
  'jina',
  'voyage',
  'openai-compatible',
] as const

export type Kind = (typeof kinds)[number]
