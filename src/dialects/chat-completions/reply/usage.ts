import type { ChatUsage } from '../../../../generated/chat-completions/model/index.js'
import type { TargetTraits } from '../../../exchange/target.js'
import type { Usage } from '../../../exchange/usage.js'
import { readStatedCost } from '../../stated-cost.js'
import { exactNumber, withExactWireNumbers } from '../../../json/exact-numbers.js'
import { mayLoseDigits } from '../../../json/long-numbers.js'
import { defined, isObject, numberOf, objectOf, textOf, type JsonObject } from '../../../json/object.js'

/** The usage of a whole reply or a chunk, with the service tier, which is beside it. */
export function usageOf(wire: JsonObject, traits?: TargetTraits): Usage | undefined {
  const usage = decodeUsage(wire.usage, traits) ?? decodeUsage(objectOf(wire.x_groq)?.usage, traits)
  const serviceTier = usage === undefined ? undefined : textOf(wire.service_tier)
  return serviceTier === undefined ? usage : { ...usage, serviceTier }
}

/** {@link usageOf} for a chunk, whose numbers may have lost digits when it was parsed. */
export function usageOfChunk(wire: JsonObject, text: string, traits?: TargetTraits): Usage | undefined {
  if (isObject(wire.usage) && mayLoseDigits(text)) withExactWireNumbers(wire, text)
  return usageOf(wire, traits)
}

/** Decodes the usage object of any provider of this dialect; `undefined` without counts. */
export function decodeUsage(wire: unknown, traits: TargetTraits = {}): Usage | undefined {
  if (!isObject(wire)) return undefined
  const prompt = objectOf(wire.prompt_tokens_details)
  const cached = objectOf(prompt?.cached_tokens_details)
  const completion = objectOf(wire.completion_tokens_details)
  const usage = defined<Usage>({
    inputTokens: numberOf(wire.prompt_tokens),
    // DeepSeek, Moonshot and Mistral have other names for cached tokens.
    cachedInputTokens:
      numberOf(prompt?.cached_tokens) ??
      numberOf(wire.prompt_cache_hit_tokens) ??
      numberOf(wire.cached_tokens) ??
      numberOf(wire.num_cached_tokens),
    cacheWriteInputTokens: numberOf(prompt?.cache_write_tokens),
    audioInputTokens: numberOf(prompt?.audio_tokens),
    cachedAudioInputTokens: numberOf(cached?.audio_tokens),
    cachedImageInputTokens: numberOf(cached?.image_tokens),
    imageInputTokens: numberOf(prompt?.image_tokens),
    outputTokens: outputTokens(wire, numberOf(completion?.reasoning_tokens), traits),
    reasoningOutputTokens: numberOf(completion?.reasoning_tokens),
    audioOutputTokens: numberOf(completion?.audio_tokens),
    imageOutputTokens: numberOf(completion?.image_tokens),
    acceptedPredictionTokens: numberOf(completion?.accepted_prediction_tokens),
    rejectedPredictionTokens: numberOf(completion?.rejected_prediction_tokens),
    // Mistral
    serviceTier: textOf(wire.service_tier),
    webSearchRequests: searches(wire),
  })
  return usage.inputTokens === undefined && usage.outputTokens === undefined ? undefined : { ...usage, ...readStatedCost(wire) }
}

/** The number of web searches: OpenRouter's two names, and Perplexity's. */
function searches(wire: JsonObject): number | undefined {
  return (
    numberOf(objectOf(wire.server_tool_use_details)?.web_search_requests) ??
    numberOf(objectOf(wire.server_tool_use)?.web_search_requests) ??
    numberOf(wire.num_search_queries)
  )
}

/** The output tokens with reasoning. xAI's `completion_tokens` excludes reasoning, which shows in `total_tokens` where it is sent. */
function outputTokens(wire: JsonObject, reasoning: number | undefined, traits: TargetTraits): number | undefined {
  const completion = numberOf(wire.completion_tokens)
  if (completion === undefined || reasoning === undefined || reasoning === 0) return completion
  const prompt = numberOf(wire.prompt_tokens)
  const total = numberOf(wire.total_tokens)
  if (prompt === undefined || total === undefined) return traits.reasoningOutsideCompletion === true ? completion + reasoning : completion
  return total === prompt + completion + reasoning ? completion + reasoning : completion
}

export function encodeUsage(usage: Usage | undefined): ChatUsage | undefined {
  if (usage === undefined || (usage.inputTokens === undefined && usage.outputTokens === undefined)) return undefined
  const prompt = usage.inputTokens ?? 0
  const completion = usage.outputTokens ?? 0
  const promptDetails = defined<NonNullable<ChatUsage['prompt_tokens_details']>>({
    cached_tokens: usage.cachedInputTokens,
    cache_write_tokens: usage.cacheWriteInputTokens,
    audio_tokens: usage.audioInputTokens,
    image_tokens: usage.imageInputTokens,
  })
  const completionDetails = defined<NonNullable<ChatUsage['completion_tokens_details']>>({
    reasoning_tokens: usage.reasoningOutputTokens,
    audio_tokens: usage.audioOutputTokens,
    image_tokens: usage.imageOutputTokens,
    accepted_prediction_tokens: usage.acceptedPredictionTokens,
    rejected_prediction_tokens: usage.rejectedPredictionTokens,
  })
  return defined<ChatUsage>({
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: Object.keys(promptDetails).length === 0 ? undefined : promptDetails,
    completion_tokens_details: Object.keys(completionDetails).length === 0 ? undefined : completionDetails,
    cost: usage.chargedUsd === undefined ? undefined : exactNumber(usage.chargedUsd),
  })
}
