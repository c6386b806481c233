import type { CohereUsage } from '../../../../generated/cohere-chat/model/index.js'
import type { Usage } from '../../../exchange/usage.js'

/** Reads `usage.tokens`; `billed_units`, which differ from the tokens used, only where they are absent. */
export function decodeUsage(usage: CohereUsage | undefined): Usage | undefined {
  const tokens = usage?.tokens ?? usage?.billed_units
  if (tokens === undefined) return undefined
  const details = usage?.tokens
  return {
    ...count('inputTokens', tokens.input_tokens),
    ...count('outputTokens', tokens.output_tokens),
    ...count('cachedInputTokens', usage?.cached_tokens),
    ...count('imageInputTokens', details?.image_tokens),
    ...count('reasoningOutputTokens', details?.reasoning_tokens),
  }
}

/** Cohere's contract allows fractions; the other dialects have integers. */
function count(name: keyof Usage, value: number | null | undefined): Usage {
  return typeof value === 'number' ? { [name]: Math.round(value) } : {}
}
