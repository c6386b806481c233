/**
 * Token counts of a reply. `inputTokens` and `outputTokens` are totals: they include the more specific counts.
 * A count that the provider did not report is absent, not 0.
 */
export interface Usage {
  /** The whole prompt, including cached tokens and cache writes. */
  readonly inputTokens?: number
  readonly cachedInputTokens?: number
  /** The parts of `cachedInputTokens`, and of the two counts below, that were read from the cache. */
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
  /** `fast`: answered faster, at another price (Anthropic). */
  readonly speed?: string
  readonly webSearchRequests?: number
  /** Of a reranking: how many searches it is charged as. */
  readonly searchUnits?: number
  /** Length of the audio that was heard. */
  readonly audioInputSeconds?: number
  /** Characters of text that was spoken. */
  readonly characters?: number
  /** Pictures that were made, all of one size and quality. */
  readonly images?: number
  readonly imageSize?: string
  readonly imageQuality?: string
  /** What the provider says that the request cost: US dollars in plain digits. */
  readonly costUsd?: string
  /** What the gateway charges for the request, where the client asked to be told. */
  readonly chargedUsd?: string
}

/** Merges two reports of one stream: each count of the later one replaces the earlier count. */
export function mergeUsage(earlier: Usage | undefined, later: Usage): Usage {
  return earlier === undefined ? later : { ...earlier, ...later }
}
