import type { Price } from '../accounting/price.js'
import type { UpstreamRetries, UpstreamTimes } from '../config/configuration.js'
import type { Provider } from '../providers/provider.js'

/** Where a request may go: one provider and the model's name there. */
export interface RoutedTarget {
  readonly provider: Provider
  readonly model: string
  /** The model as the configuration has it, where that stands for many: `gpt-*`. They share a breaker. */
  readonly pattern?: string
  readonly weight?: number
  /** Output limit for dialects that require one. */
  readonly maxOutputTokens?: number
  /** Of this target's provider and model; absent: the gateway's own. */
  readonly times?: UpstreamTimes
  readonly retries?: UpstreamRetries
  /** Absent: unknown. */
  readonly price?: Price
}

/** A name that clients may ask for. */
export interface RoutedModel {
  readonly name: string
  readonly targets: readonly RoutedTarget[]
  readonly created: number
}
