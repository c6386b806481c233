import type {
  BreakerSettings,
  BudgetSettings,
  Configuration,
  LimitSettings,
  Modality,
  OwnLimits,
  RetrySettings,
  ServerSettings,
  TimeoutSettings,
  TokenLimits,
} from './configuration.js'
import type { Amount } from './complete-price.js'
import type { PriceSettings } from './price-settings.js'

/** anywire.yaml after the schema has checked it and filled in the defaults that a schema can express. */
export interface ConfigurationFile {
  readonly server: ServerSettings
  readonly database: string
  readonly redis?: string
  readonly secret_key?: string
  readonly admin: Configuration['admin']
  readonly tokens: readonly TokenFile[]
  readonly providers?: readonly ProviderFile[]
  readonly models: readonly ModelFile[]
  readonly limits: LimitSettings
  readonly timeouts: TimeoutSettings
  readonly retries: RetrySettings
  readonly breaker: BreakerSettings
  readonly responses: Configuration['responses']
  readonly unknown_ids: Configuration['unknown_ids']
  readonly accounting: Configuration['accounting']
  readonly webhooks: Configuration['webhooks']
  readonly log: Configuration['log']
}

export interface TokenFile extends Omit<TokenLimits, keyof BudgetSettings> {
  readonly name: string
  readonly key: string
  readonly user?: string
  readonly team?: string
  readonly budget_usd?: Amount
  readonly budget_per_day_usd?: Amount
  readonly budget_per_week_usd?: Amount
  readonly budget_per_month_usd?: Amount
}

export interface ConnectionFile {
  readonly proxy?: string
  readonly ca_file?: string
  readonly client_cert_file?: string
  readonly client_key_file?: string
}

export interface ProviderFile extends OwnLimits, ConnectionFile {
  readonly name: string
  readonly kind: string
  readonly base_url?: string
  readonly api_key?: string
  readonly chat_api?: 'chat' | 'responses' | 'both'
  readonly headers?: Readonly<Record<string, string>>
  readonly forward_headers?: readonly string[]
  readonly auth?: 'client'
  readonly passthrough?: boolean | { readonly prefixes?: readonly string[] }
  readonly [setting: string]: unknown
}

export interface ModelFile extends OwnLimits {
  readonly name: string
  readonly aliases: readonly string[]
  readonly targets: readonly {
    readonly provider: string
    readonly model: string
    readonly weight?: number
    readonly price?: PriceSettings<Amount>
  }[]
  readonly price?: PriceSettings<Amount>
  readonly max_output_tokens?: number
  readonly context_window?: number
  readonly modalities?: readonly Modality[]
}
