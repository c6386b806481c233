/**
 * Token counts of a reply. `inputTokens` and `outputTokens` are totals: they include the more specific counts.
 * A count that the provider did not report is absent, not 0.
 */
export interface Usage {
  /** The whole prompt, including cached tokens and cache writes. */
  readonly inputTokens?: number
  readonly cachedInputTokens?: number
  readonly cacheWriteInputTokens?: number
  /** The part of `cacheWriteInputTokens` written for one hour (Anthropic). */
  readonly cacheWrite1hInputTokens?: number
  readonly audioInputTokens?: number
  readonly imageInputTokens?: number
  /** Gemini's `toolUsePromptTokenCount`, included in `inputTokens`. */
  readonly toolInputTokens?: number
  /** The whole output, including reasoning. */
  readonly outputTokens?: number
  readonly reasoningOutputTokens?: number
  readonly audioOutputTokens?: number
  readonly imageOutputTokens?: number
  readonly acceptedPredictionTokens?: number
  readonly rejectedPredictionTokens?: number
  readonly serviceTier?: string
  readonly webSearchRequests?: number
}

/** Merges two reports of one stream: each count of the later one replaces the earlier count. */
export function mergeUsage(earlier: Usage | undefined, later: Usage): Usage {
  return earlier === undefined ? later : { ...earlier, ...later }
}
