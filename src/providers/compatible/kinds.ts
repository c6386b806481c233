import type { KindConfiguration } from '../kind-configuration.js'
import type { TargetTraits } from '../../exchange/target.js'
import { bearer, openaiAddress, openaiDialects } from '../openai-api.js'
import type { MediaFormats, ProviderKind } from '../provider.js'
import { defined } from '../../json/object.js'

interface Compatible {
  readonly kind: string
  readonly name: string
  readonly baseUrl: string
  readonly keyVariables?: readonly string[]
  /** Prefixes of this provider's own model names. */
  readonly prefixes?: readonly string[]
  readonly traits: TargetTraits
  readonly media?: MediaFormats
  /** The server runs at the operator's. */
  readonly free?: true
  /** Also speaks OpenAI's responses API. */
  readonly responses?: boolean
}

const maxTokens = { maxTokensField: 'max_tokens', systemRole: 'system', functionToolsOnly: true } as const

/** Members that clients' libraries copy from replies into the history, and that strict providers refuse. */
const copiedFromReplies = ['refusal', 'annotations', 'audio', 'function_call']

/** Providers of chat completions with their differences from OpenAI, as data. */
const compatibles: readonly Compatible[] = [
  {
    kind: 'mistral',
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    keyVariables: ['MISTRAL_API_KEY'],
    prefixes: ['mistral-', 'ministral-', 'magistral-', 'codestral-', 'devstral-', 'pixtral-', 'voxtral-', 'open-mi'],
    traits: {
      ...maxTokens,
      nineCharacterToolIds: true,
      mistralNames: true,
      // Messages are closed objects at Mistral.
      unsupportedInMessages: [...copiedFromReplies, 'name', 'reasoning_content', 'reasoning', 'reasoning_details', 'extra_content'],
      unsupported: [
        'stream_options',
        'logit_bias',
        'logprobs',
        'top_logprobs',
        'user',
        'safety_identifier',
        'store',
        'service_tier',
        'verbosity',
        'modalities',
        'audio',
      ],
    },
    media: { embeddings: 'mistral', transcriptions: 'openai', speech: 'mistral', moderations: 'openai' },
  },
  {
    kind: 'groq',
    name: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyVariables: ['GROQ_API_KEY'],
    traits: {
      maxTokensField: 'max_completion_tokens',
      systemRole: 'system',
      functionToolsOnly: true,
      reasoningHistoryField: 'reasoning',
      unsupported: ['logit_bias', 'logprobs', 'top_logprobs', 'store', 'verbosity', 'prompt_cache_key'],
      unsupportedInMessages: [...copiedFromReplies, 'reasoning_content', 'reasoning_details', 'extra_content'],
    },
    media: { transcriptions: 'openai', translations: 'openai', speech: 'openai' },
    responses: true,
  },
  {
    kind: 'deepseek',
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    keyVariables: ['DEEPSEEK_API_KEY'],
    prefixes: ['deepseek-'],
    // V3.2 and later require their reasoning back with tool calls; older models ignore it in the current turn.
    traits: { ...maxTokens, reasoningHistoryField: 'reasoning_content', withoutMedia: ['image', 'audio', 'document', 'video'] },
    media: { completions: 'openai' },
    responses: true,
  },
  {
    kind: 'xai',
    name: 'xAI',
    baseUrl: 'https://api.x.ai/v1',
    keyVariables: ['XAI_API_KEY'],
    prefixes: ['grok-'],
    traits: {
      maxTokensField: 'max_completion_tokens',
      systemRole: 'system',
      functionToolsOnly: true,
      reasoningOutsideCompletion: true,
      reasoningHistoryField: 'reasoning_content',
    },
    media: { 'image-generations': 'openai', 'image-edits': 'openai', realtime: 'openai' },
    responses: true,
  },
  {
    kind: 'openrouter',
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariables: ['OPENROUTER_API_KEY'],
    // Accepts either name of the limit, and either role for instructions.
    traits: {
      webSearch: true,
      geminiSignatures: true,
      functionToolsOnly: true,
      reasoningHistoryField: 'reasoning_details',
      takesCostRequest: true,
    },
    media: { completions: 'openai', embeddings: 'openai', rerank: 'cohere' },
    responses: true,
  },
  {
    kind: 'together',
    name: 'Together',
    baseUrl: 'https://api.together.xyz/v1',
    keyVariables: ['TOGETHER_API_KEY'],
    traits: { ...maxTokens, reasoningHistoryField: 'reasoning_content' },
    media: {
      completions: 'openai',
      embeddings: 'openai',
      'image-generations': 'openai',
      transcriptions: 'openai',
      translations: 'openai',
      speech: 'openai',
      rerank: 'cohere',
    },
  },
  {
    kind: 'fireworks',
    name: 'Fireworks',
    baseUrl: 'https://api.fireworks.ai/inference/v1',
    keyVariables: ['FIREWORKS_API_KEY'],
    prefixes: ['accounts/fireworks/'],
    traits: { ...maxTokens, reasoningHistoryField: 'reasoning_content' },
    media: { completions: 'openai', embeddings: 'openai', transcriptions: 'openai', translations: 'openai', rerank: 'cohere' },
    responses: true,
  },
  {
    kind: 'perplexity',
    name: 'Perplexity',
    baseUrl: 'https://api.perplexity.ai',
    keyVariables: ['PERPLEXITY_API_KEY'],
    prefixes: ['sonar'],
    traits: {
      ...maxTokens,
      webSearch: true,
      unsupported: [
        'logit_bias',
        'logprobs',
        'top_logprobs',
        'seed',
        'n',
        'user',
        'safety_identifier',
        'store',
        'service_tier',
        'parallel_tool_calls',
        'prompt_cache_key',
        'verbosity',
      ],
    },
    media: { embeddings: 'openai' },
  },
  {
    kind: 'cerebras',
    name: 'Cerebras',
    baseUrl: 'https://api.cerebras.ai/v1',
    keyVariables: ['CEREBRAS_API_KEY'],
    traits: {
      maxTokensField: 'max_completion_tokens',
      systemRole: 'system',
      functionToolsOnly: true,
      reasoningHistoryField: 'reasoning',
      unsupported: ['store', 'service_tier', 'verbosity', 'prompt_cache_key'],
      unsupportedInMessages: [...copiedFromReplies, 'reasoning_content', 'reasoning_details', 'extra_content'],
      withoutMedia: ['image', 'audio', 'document', 'video'],
    },
    media: { completions: 'openai' },
  },
  {
    kind: 'ollama',
    name: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    free: true,
    traits: {
      ...maxTokens,
      reasoningHistoryField: 'reasoning',
      unsupported: [
        'tool_choice',
        'logit_bias',
        'n',
        'user',
        'safety_identifier',
        'store',
        'service_tier',
        'verbosity',
        'prompt_cache_key',
        'parallel_tool_calls',
      ],
      withoutMedia: ['audio', 'document', 'video'],
    },
    media: { completions: 'openai', embeddings: 'openai' },
  },
  {
    kind: 'vllm',
    name: 'vLLM',
    baseUrl: 'http://127.0.0.1:8000/v1',
    free: true,
    traits: { ...maxTokens, reasoningHistoryField: 'reasoning_content' },
    media: { completions: 'openai', embeddings: 'openai', transcriptions: 'openai', translations: 'openai', rerank: 'jina' },
    responses: true,
  },
  {
    kind: 'lm-studio',
    name: 'LM Studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    free: true,
    traits: {
      ...maxTokens,
      reasoningHistoryField: 'reasoning_content',
      unsupported: ['logit_bias', 'user', 'safety_identifier', 'store', 'service_tier', 'verbosity', 'prompt_cache_key'],
    },
    media: { completions: 'openai', embeddings: 'openai' },
    responses: true,
  },
]

export const compatibleKinds: readonly ProviderKind[] = compatibles.map(kindOf)

function kindOf(compatible: Compatible): ProviderKind {
  const { kind, name, baseUrl, traits, media, prefixes, keyVariables = [] } = compatible
  const configuration: KindConfiguration = defined({
    description: `${name}. base_url as for its OpenAI-compatible clients.`,
    chatApi: compatible.responses === true ? true : undefined,
    discovery: keyVariables.length > 0 ? { name: kind, prefixes: prefixes ?? [] } : undefined,
  })
  return defined({
    kind,
    defaultBaseUrl: baseUrl,
    keyVariables,
    configuration,
    conversationDialects: openaiDialects,
    address: openaiAddress,
    authenticate: bearer,
    traits: () => traits,
    media,
    priceLists: compatible.free === true ? ('free' as const) : undefined,
  })
}
