import type {
  GeminiGenerateContentResponse,
  GeminiModalityTokenCount,
  GeminiUsageMetadata,
} from '../../../../generated/generate-content/model/index.js'
import type { Usage } from '../../../exchange/usage.js'
import { exactNumber } from '../../../json/exact-numbers.js'
import { tierFromWire } from '../service-tier.js'

/**
 * Reads `usageMetadata` (https://ai.google.dev/api/generate-content#UsageMetadata). `promptTokenCount` includes cached tokens but not the
 * tool-use prompt; `candidatesTokenCount` excludes thoughts. A missing count is unknown, not 0.
 */
function decodeUsage(wire: GeminiUsageMetadata): Usage {
  const {
    promptTokenCount: prompt,
    toolUsePromptTokenCount: toolUse,
    candidatesTokenCount: candidates,
    thoughtsTokenCount: thoughts,
  } = wire
  const tier = tierFromWire(wire.serviceTier)
  return {
    ...(prompt === undefined && toolUse === undefined ? {} : { inputTokens: (prompt ?? 0) + (toolUse ?? 0) }),
    ...(wire.cachedContentTokenCount === undefined ? {} : { cachedInputTokens: wire.cachedContentTokenCount }),
    ...(toolUse === undefined ? {} : { toolInputTokens: toolUse }),
    ...modality('cachedAudioInputTokens', wire.cacheTokensDetails, 'AUDIO', 3),
    ...modality('cachedImageInputTokens', wire.cacheTokensDetails, 'IMAGE', 2),
    ...modality('audioInputTokens', wire.promptTokensDetails, 'AUDIO', 3),
    ...modality('imageInputTokens', wire.promptTokensDetails, 'IMAGE', 2),
    ...(candidates === undefined && thoughts === undefined ? {} : { outputTokens: (candidates ?? 0) + (thoughts ?? 0) }),
    ...(thoughts === undefined ? {} : { reasoningOutputTokens: thoughts }),
    ...modality('audioOutputTokens', wire.candidatesTokensDetails, 'AUDIO', 3),
    ...modality('imageOutputTokens', wire.candidatesTokensDetails, 'IMAGE', 2),
    ...(tier === undefined ? {} : { serviceTier: tier }),
  }
}

type ModalityCount = `${'audio' | 'image'}${'Input' | 'Output'}Tokens` | `cached${'Audio' | 'Image'}InputTokens`

/** How often the model has searched the web, as a reply or a chunk says (https://ai.google.dev/gemini-api/docs/google-search). */
export function searchesIn({ candidates }: Pick<GeminiGenerateContentResponse, 'candidates'>): number {
  let searches = 0
  for (const candidate of candidates ?? []) searches += candidate.groundingMetadata?.webSearchQueries?.length ?? 0
  return searches
}

/** The usage of a whole reply, or of a stream with so many searches. */
export function usageWith(wire: GeminiUsageMetadata, searches: number): Usage {
  return searches === 0 ? decodeUsage(wire) : { ...decodeUsage(wire), webSearchRequests: searches }
}

function modality(name: ModalityCount, details: readonly GeminiModalityTokenCount[] | undefined, label: string, number: number): Usage {
  const found = details?.find((detail) => detail.modality === label || detail.modality === number)
  return found?.tokenCount === undefined ? {} : { [name]: found.tokenCount }
}

/** `undefined` where input and output are unknown. */
export function encodeUsage(usage: Usage | undefined): GeminiUsageMetadata | undefined {
  if (usage === undefined || (usage.inputTokens === undefined && usage.outputTokens === undefined)) return undefined
  const { inputTokens: input, outputTokens: output } = usage
  const wire: GeminiUsageMetadata = {}
  if (usage.chargedUsd !== undefined) wire.cost = exactNumber(usage.chargedUsd)
  if (input !== undefined) wire.promptTokenCount = input - (usage.toolInputTokens ?? 0)
  if (usage.cachedInputTokens !== undefined) wire.cachedContentTokenCount = usage.cachedInputTokens
  if (output !== undefined) wire.candidatesTokenCount = Math.max(0, output - (usage.reasoningOutputTokens ?? 0))
  if (usage.reasoningOutputTokens !== undefined) wire.thoughtsTokenCount = usage.reasoningOutputTokens
  if (usage.toolInputTokens !== undefined) wire.toolUsePromptTokenCount = usage.toolInputTokens
  wire.totalTokenCount = (input ?? 0) + (output ?? 0)
  const prompt = details(wire.promptTokenCount, usage.audioInputTokens, usage.imageInputTokens)
  if (prompt.length > 0) wire.promptTokensDetails = prompt
  const candidates = details(wire.candidatesTokenCount, usage.audioOutputTokens, usage.imageOutputTokens)
  if (candidates.length > 0) wire.candidatesTokensDetails = candidates
  return wire
}

/** Tokens by modality, where another one than text was counted. */
function details(total: number | undefined, audio = 0, image = 0): GeminiModalityTokenCount[] {
  if (total === undefined || (audio === 0 && image === 0)) return []
  const text = total - audio - image
  return [
    ...(text > 0 ? [{ modality: 'TEXT', tokenCount: text }] : []),
    ...(audio > 0 ? [{ modality: 'AUDIO', tokenCount: audio }] : []),
    ...(image > 0 ? [{ modality: 'IMAGE', tokenCount: image }] : []),
  ]
}
