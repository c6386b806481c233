import type { ConverseUsage } from '../../../../generated/bedrock-converse/model/index.js'
import type { Usage } from '../../../exchange/usage.js'
import { defined, isObject, textOf } from '../../../json/object.js'

/** Reads `usage`. `inputTokens` excludes cache reads and writes; the exchange's count includes them. */
export function decodeUsage(wire: unknown, tier?: unknown): Usage | undefined {
  if (!isObject(wire)) return undefined
  const { inputTokens, outputTokens, cacheReadInputTokens, cacheWriteInputTokens, cacheDetails } = wire as Partial<ConverseUsage>
  const hour = cacheDetails?.find(({ ttl }) => ttl === '1h')?.inputTokens
  return defined({
    inputTokens: inputTokens === undefined ? undefined : inputTokens + (cacheReadInputTokens ?? 0) + (cacheWriteInputTokens ?? 0),
    outputTokens,
    cachedInputTokens: cacheReadInputTokens,
    cacheWriteInputTokens,
    cacheWrite1hInputTokens: hour,
    serviceTier: isObject(tier) ? textOf(tier['type']) : undefined,
  })
}
