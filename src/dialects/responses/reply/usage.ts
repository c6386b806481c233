import type { ResponsesUsage } from '../../../../generated/responses/model/index.js'
import type { Usage } from '../../../exchange/usage.js'
import { readStatedCost } from '../../stated-cost.js'
import { exactNumber } from '../../../json/exact-numbers.js'
import { defined, isObject, numberOf, objectsOf, type JsonObject } from '../../../json/object.js'

/** The usage of a response, with the service tier and the number of web searches in its output. */
export function usageOf(response: JsonObject): Usage | undefined {
  const usage = decodeUsage(response['usage'])
  if (usage === undefined) return undefined
  const searches = objectsOf(response['output']).filter(isPaidSearch).length
  return {
    ...usage,
    ...(typeof response['service_tier'] === 'string' ? { serviceTier: response['service_tier'] } : {}),
    ...(searches === 0 ? {} : { webSearchRequests: searches }),
  }
}

/** Whether an item is a search that is charged. Opening a page and searching within it are free (https://platform.openai.com/docs/pricing). */
function isPaidSearch({ type, action }: JsonObject): boolean {
  return type === 'web_search_call' && (!isObject(action) || action['type'] === undefined || action['type'] === 'search')
}

/** Decodes usage. Chat completions' names are read where the responses names are missing. */
export function decodeUsage(wire: unknown): Usage | undefined {
  if (!isObject(wire)) return undefined
  const input = isObject(wire['input_tokens_details']) ? wire['input_tokens_details'] : detailsOf(wire['prompt_tokens_details'])
  const output = isObject(wire['output_tokens_details']) ? wire['output_tokens_details'] : detailsOf(wire['completion_tokens_details'])
  const usage: Record<string, number> = {}
  const put = (name: string, value: unknown): void => {
    const count = numberOf(value)
    if (count !== undefined) usage[name] = count
  }
  put('inputTokens', wire['input_tokens'] ?? wire['prompt_tokens'])
  put('cachedInputTokens', input['cached_tokens'])
  put('cacheWriteInputTokens', input['cache_write_tokens'])
  const cached = detailsOf(input['cached_tokens_details'])
  put('cachedAudioInputTokens', cached['audio_tokens'])
  put('cachedImageInputTokens', cached['image_tokens'])
  put('audioInputTokens', input['audio_tokens'])
  put('imageInputTokens', input['image_tokens'])
  put('outputTokens', wire['output_tokens'] ?? wire['completion_tokens'])
  put('reasoningOutputTokens', output['reasoning_tokens'])
  put('audioOutputTokens', output['audio_tokens'])
  put('imageOutputTokens', output['image_tokens'])
  return Object.keys(usage).length === 0 ? undefined : { ...usage, ...readStatedCost(wire) }
}

function detailsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** Encodes usage with both sets of names; every detail is a number, as typed client libraries expect. */
export function encodeUsage(usage: Usage | undefined): ResponsesUsage {
  const input = usage?.inputTokens ?? 0
  const output = usage?.outputTokens ?? 0
  const written = usage?.cacheWriteInputTokens
  return {
    input_tokens: input,
    input_tokens_details: defined({
      cached_tokens: usage?.cachedInputTokens ?? 0,
      cache_write_tokens: written,
    }),
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: usage?.reasoningOutputTokens ?? 0 },
    total_tokens: input + output,
    ...serviceNames(usage, input, output),
    ...(usage?.chargedUsd === undefined ? {} : { cost: exactNumber(usage.chargedUsd) }),
  }
}

/** The counts with chat completions' names. Tokens of no reported kind count as text. */
function serviceNames(usage: Usage | undefined, input: number, output: number) {
  const audioInput = usage?.audioInputTokens ?? 0
  const imageInput = usage?.imageInputTokens ?? 0
  const audioOutput = usage?.audioOutputTokens ?? 0
  const reasoning = usage?.reasoningOutputTokens ?? 0
  return {
    prompt_tokens: input,
    completion_tokens: output,
    prompt_tokens_details: {
      cached_tokens: usage?.cachedInputTokens ?? 0,
      text_tokens: Math.max(0, input - audioInput - imageInput),
      audio_tokens: audioInput,
      image_tokens: imageInput,
    },
    completion_tokens_details: {
      text_tokens: Math.max(0, output - audioOutput - (usage?.imageOutputTokens ?? 0) - reasoning),
      audio_tokens: audioOutput,
      reasoning_tokens: reasoning,
    },
  }
}

/** Adds chat completions' names to a provider's usage object, whose own members are unchanged. */
export function withBothUsageNames(usage: unknown): unknown {
  if (!isObject(usage)) return usage
  const counts = decodeUsage(usage)
  if (counts === undefined) return usage
  return { ...serviceNames(counts, counts.inputTokens ?? 0, counts.outputTokens ?? 0), ...usage }
}
