import type { Price } from '../accounting/price.js'
import type { Modality, UpstreamRetries, UpstreamTimes } from '../config/configuration.js'
import type { Provider } from '../providers/provider.js'

/** Where a request may go: one provider and the model's name there. */
export interface RoutedTarget {
  readonly provider: Provider
  readonly model: string
  /** The configured model, where that is a pattern such as `gpt-*`. All its models share a breaker. */
  readonly pattern?: string
  readonly weight?: number
  /** Output limit for dialects that require one. */
  readonly maxOutputTokens?: number
  /** Tokens, as the configuration says. */
  readonly contextWindow?: number
  /** What requests may have in their messages, as the configuration says. */
  readonly modalities?: readonly Modality[]
  /** Time limits of this target's provider and model; absent: the gateway's. */
  readonly times?: UpstreamTimes
  readonly retries?: UpstreamRetries
  /** Absent: unknown. */
  readonly price?: Price
}

/** A model name that clients may request. */
export interface RoutedModel {
  readonly name: string
  readonly targets: readonly RoutedTarget[]
  readonly created: number
}
