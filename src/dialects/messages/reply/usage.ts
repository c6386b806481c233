import type { MessagesDeltaUsage, MessagesUsage } from '../../../../generated/messages/model/index.js'
import type { Usage } from '../../../exchange/usage.js'
import { exactNumber } from '../../../json/exact-numbers.js'
import { defined, isObject, numberOf, textOf } from '../../../json/object.js'

/** Decodes usage. Anthropic's `input_tokens` excludes tokens read from and written to the cache; the exchange's count includes them. */
export function decodeUsage(wire: unknown): Usage | undefined {
  if (!isObject(wire)) return undefined
  const input = numberOf(wire['input_tokens'])
  const written = numberOf(wire['cache_creation_input_tokens'])
  const read = numberOf(wire['cache_read_input_tokens'])
  const output = numberOf(wire['output_tokens'])
  if (input === undefined && output === undefined) return undefined
  const { cache_creation: creation, output_tokens_details: details, server_tool_use: tools, service_tier: tier, speed } = wire
  const writtenFor1h = isObject(creation) ? numberOf(creation['ephemeral_1h_input_tokens']) : undefined
  const thinking = isObject(details) ? numberOf(details['thinking_tokens']) : undefined
  const searches = isObject(tools) ? numberOf(tools['web_search_requests']) : undefined
  return defined({
    inputTokens: input === undefined ? undefined : input + (written ?? 0) + (read ?? 0),
    cachedInputTokens: read,
    cacheWriteInputTokens: written,
    cacheWrite1hInputTokens: writtenFor1h,
    outputTokens: output,
    reasoningOutputTokens: thinking,
    webSearchRequests: searches,
    // Other dialects call this tier `default`.
    serviceTier: typeof tier === 'string' ? (tier === 'standard' ? 'default' : tier) : undefined,
    speed: textOf(speed),
  })
}

/** Merges two usage objects of one stream: later counts replace earlier ones, unless they are `null`. */
export function mergeWireUsage(earlier: unknown, later: unknown): unknown {
  if (!isObject(earlier)) return later
  if (!isObject(later)) return earlier
  return { ...earlier, ...Object.fromEntries(Object.entries(later).filter(([, value]) => value !== null && value !== undefined)) }
}

/** The usage of `message_start`, whose output count is a placeholder. */
export function inputUsage({ outputTokens: _output, reasoningOutputTokens: _reasoning, ...input }: Usage): Usage {
  return input
}

/** Encodes usage with every member that typed client libraries expect: unknown counts are 0, unknown details `null`. */
export function encodeUsage(usage: Usage | undefined): MessagesUsage {
  const { cachedInputTokens: read, cacheWriteInputTokens: written, serviceTier: tier } = usage ?? {}
  const writtenFor1h = usage?.cacheWrite1hInputTokens
  return {
    input_tokens: Math.max(0, (usage?.inputTokens ?? 0) - (read ?? 0) - (written ?? 0)),
    output_tokens: usage?.outputTokens ?? 0,
    cache_creation_input_tokens: written ?? 0,
    cache_read_input_tokens: read ?? 0,
    cache_creation:
      writtenFor1h === undefined
        ? null
        : { ephemeral_5m_input_tokens: Math.max(0, (written ?? 0) - writtenFor1h), ephemeral_1h_input_tokens: writtenFor1h },
    output_tokens_details: usage?.reasoningOutputTokens === undefined ? null : { thinking_tokens: usage.reasoningOutputTokens },
    server_tool_use:
      usage?.webSearchRequests === undefined ? null : { web_search_requests: usage.webSearchRequests, web_fetch_requests: 0 },
    service_tier: tierToWire(tier),
    inference_geo: null,
    speed: null,
    ...costOf(usage),
  }
}

/** The counts of `message_delta`. */
export function encodeDeltaUsage(usage: Usage | undefined): MessagesDeltaUsage {
  const { input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens_details, server_tool_use } =
    encodeUsage(usage)
  return {
    input_tokens,
    output_tokens,
    cache_creation_input_tokens: cache_creation_input_tokens ?? 0,
    cache_read_input_tokens: cache_read_input_tokens ?? 0,
    output_tokens_details: output_tokens_details ?? null,
    server_tool_use: server_tool_use ?? null,
    ...costOf(usage),
  }
}

function costOf(usage: Usage | undefined): { readonly cost?: number } {
  return usage?.chargedUsd === undefined ? {} : { cost: exactNumber(usage.chargedUsd) }
}

function tierToWire(tier: string | undefined): string | null {
  if (tier === 'default') return 'standard'
  return tier === 'priority' || tier === 'batch' ? tier : null
}
