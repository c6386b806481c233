/**
 * Token counts in one arithmetic: `inputTokens` and `outputTokens` are totals that include their details.
 * A count that the provider did not report is absent, never 0.
 */
export interface Usage {
  /** All of the prompt, cached tokens and cache writes included. */
  readonly inputTokens?: number
  readonly cachedInputTokens?: number
  readonly cacheWriteInputTokens?: number
  /** The part of `cacheWriteInputTokens` written for one hour (Anthropic). */
  readonly cacheWrite1hInputTokens?: number
  readonly audioInputTokens?: number
  readonly imageInputTokens?: number
  /** Gemini's tool-use prompt, included in `inputTokens`. */
  readonly toolInputTokens?: number
  /** All that was written, reasoning included. */
  readonly outputTokens?: number
  readonly reasoningOutputTokens?: number
  readonly audioOutputTokens?: number
  readonly imageOutputTokens?: number
  readonly acceptedPredictionTokens?: number
  readonly rejectedPredictionTokens?: number
  readonly serviceTier?: string
  readonly webSearchRequests?: number
}

/** Lets the later report overwrite the earlier one, count by count (the last report in a stream wins). */
export function mergeUsage(earlier: Usage | undefined, later: Usage): Usage {
  return earlier === undefined ? later : { ...earlier, ...later }
}
