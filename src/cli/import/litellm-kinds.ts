/** Kinds of ours by LiteLLM's names of providers. https://docs.litellm.ai/docs/providers */
export const kinds: Readonly<Record<string, string>> = {
  ...{ openai: 'openai', 'text-completion-openai': 'openai', azure: 'azure-openai', azure_text: 'azure-openai', anthropic: 'anthropic' },
  ...{ gemini: 'gemini', vertex_ai: 'vertex', vertex_ai_beta: 'vertex', bedrock: 'bedrock', bedrock_converse: 'bedrock' },
  ...{ cohere: 'cohere', cohere_chat: 'cohere', mistral: 'mistral', groq: 'groq', deepseek: 'deepseek', xai: 'xai' },
  ...{ openrouter: 'openrouter', together_ai: 'together', fireworks_ai: 'fireworks', perplexity: 'perplexity', cerebras: 'cerebras' },
  ...{
    ollama: 'ollama',
    ollama_chat: 'ollama',
    hosted_vllm: 'vllm',
    vllm: 'vllm',
    lm_studio: 'lm-studio',
    jina_ai: 'jina',
    voyage: 'voyage',
  },
  ...{ openai_like: 'openai-compatible', custom_openai: 'openai-compatible', litellm_proxy: 'openai-compatible' },
}

/** Providers of OpenAI's chat API that have no kind here, with the addresses that LiteLLM has for them. */
export const addresses: Readonly<Record<string, string>> = {
  deepinfra: 'https://api.deepinfra.com/v1/openai',
  nvidia_nim: 'https://integrate.api.nvidia.com/v1',
  sambanova: 'https://api.sambanova.ai/v1',
  moonshot: 'https://api.moonshot.ai/v1',
  dashscope: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  volcengine: 'https://ark.cn-beijing.volces.com/api/v3',
  zai: 'https://api.z.ai/api/paas/v4',
}

/** The variables from which LiteLLM takes a key that is not in the file. */
export const keyVariables: Readonly<Record<string, string>> = {
  ...{ openai: 'OPENAI_API_KEY', 'text-completion-openai': 'OPENAI_API_KEY', azure: 'AZURE_API_KEY', azure_text: 'AZURE_API_KEY' },
  ...{ anthropic: 'ANTHROPIC_API_KEY', gemini: 'GEMINI_API_KEY', cohere: 'COHERE_API_KEY', cohere_chat: 'COHERE_API_KEY' },
  ...{ mistral: 'MISTRAL_API_KEY', groq: 'GROQ_API_KEY', deepseek: 'DEEPSEEK_API_KEY', xai: 'XAI_API_KEY', cerebras: 'CEREBRAS_API_KEY' },
  ...{ openrouter: 'OPENROUTER_API_KEY', together_ai: 'TOGETHERAI_API_KEY', fireworks_ai: 'FIREWORKS_AI_API_KEY' },
  ...{ perplexity: 'PERPLEXITYAI_API_KEY', jina_ai: 'JINA_AI_API_KEY', voyage: 'VOYAGE_API_KEY', deepinfra: 'DEEPINFRA_API_KEY' },
  ...{ nvidia_nim: 'NVIDIA_NIM_API_KEY', sambanova: 'SAMBANOVA_API_KEY', moonshot: 'MOONSHOT_API_KEY', dashscope: 'DASHSCOPE_API_KEY' },
  ...{ volcengine: 'VOLCENGINE_API_KEY', zai: 'ZAI_API_KEY' },
}

/** Names without a provider before them. */
export const bareNames: readonly (readonly [RegExp, string])[] = [
  [/^(?:gpt-|o\d|chatgpt-|text-embedding-|dall-e-|whisper-|tts-)/, 'openai'],
  [/^claude-/, 'anthropic'],
  [/^gemini-/, 'vertex_ai'],
  [/^command|^embed-|^rerank-/, 'cohere'],
]
