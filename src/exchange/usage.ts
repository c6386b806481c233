/**
 * Token counts of a reply. `inputTokens` and `outputTokens` are totals: they include the more specific counts.
 * A count that the provider did not report is absent, not 0.
 */
export interface Usage {
  /** The whole prompt, including cached tokens and cache writes. */
  readonly inputTokens?: number
  readonly cachedInputTokens?: number
  /** Cached audio and image tokens, included in `cachedInputTokens` and in `audioInputTokens` and `imageInputTokens`. */
  readonly cachedAudioInputTokens?: number
  readonly cachedImageInputTokens?: number
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
  /** Anthropic's `speed`; `fast` has another price. */
  readonly speed?: string
  readonly webSearchRequests?: number
  /** Rerank: the number of searches that are charged. */
  readonly searchUnits?: number
  /** The length of transcribed audio. */
  readonly audioInputSeconds?: number
  /** The number of characters of text turned into speech. */
  readonly characters?: number
  /** The number of generated images, all of one size and quality. */
  readonly images?: number
  readonly imageSize?: string
  readonly imageQuality?: string
  /** The cost of the request that the provider reports, in US dollars, as a decimal number without an exponent. */
  readonly costUsd?: string
  /** What the gateway charges for the request, in US dollars; set where the client requested it. */
  readonly chargedUsd?: string
}

/** Merges two reports of one stream: each count of the later one replaces the earlier count. */
export function mergeUsage(earlier: Usage | undefined, later: Usage): Usage {
  return earlier === undefined ? later : { ...earlier, ...later }
}
