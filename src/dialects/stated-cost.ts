import type { Usage } from '../exchange/usage.js'
import { plainDecimal, shifted, sumOf } from '../json/decimal.js'
import { isObject, type JsonObject } from '../json/object.js'

/**
 * The cost of a request that a provider reports in its usage, in US dollars. A number with more digits than a binary64 number can have must be
 * raw JSON (`withExactWireNumbers`).
 *
 * - OpenRouter: `cost`, in credits of one dollar; with a key of one's own also `cost_details.upstream_inference_cost`
 *   (https://openrouter.ai/docs/use-cases/usage-accounting).
 * - xAI: `cost_in_usd_ticks`, 10^10 ticks a dollar (https://docs.x.ai/developers/cost-tracking).
 * - Perplexity: `cost.total_cost` (https://docs.perplexity.ai/api-reference/chat-completions-post).
 * - DeepInfra: `estimated_cost` (https://deepinfra.com/docs/openai_api).
 */
export function readStatedCost(usage: JsonObject): Usage {
  const costUsd = costIn(usage)
  return costUsd === undefined ? {} : { costUsd }
}

function costIn(usage: JsonObject): string | undefined {
  // Most providers report no cost: for them this ends early.
  const { cost, cost_in_usd_ticks: ticks } = usage
  if (ticks !== undefined) return ofTicks(plainDecimal(ticks, 16))
  if (cost === undefined || cost === null) return plainDecimal(usage['estimated_cost'])
  if (isObject(cost) && 'total_cost' in cost) return plainDecimal(cost['total_cost'])
  const own = plainDecimal(cost)
  const details = usage['cost_details']
  if (own === undefined || usage['is_byok'] !== true || !isObject(details)) return own
  const upstream = plainDecimal(details['upstream_inference_cost'])
  return upstream === undefined ? own : sumOf([own, upstream])
}

function ofTicks(ticks: string | undefined): string | undefined {
  return ticks === undefined || ticks.includes('.') ? undefined : shifted(ticks, '', -10)
}
