import type { RequestStyle } from '../exchange/media-task.js'
import type { ProviderSettings } from '../providers/provider-settings.js'
import type { PriceSettings } from './price-settings.js'

/**
 * The configuration as the gateway uses it: checked, complete, with every default filled in.
 * Members are named exactly as in anywire.yaml, so that one word stands for one thing in the file, the code and the docs.
 */
export interface Configuration {
  /** Where it was read from; absent when the gateway started without a file. */
  readonly file?: string
  readonly server: ServerSettings
  readonly database: DatabaseAddress
  /** Shared counters of several machines. */
  readonly redis?: string
  /** At least 32 bytes. Tokens are kept as HMAC-SHA-256 under it. */
  readonly secret_key: string
  readonly admin: AdminSettings
  readonly tokens: readonly TokenSettings[]
  readonly providers: readonly ConfiguredProvider[]
  readonly models: readonly ModelSettings[]
  readonly limits: LimitSettings
  readonly timeouts: TimeoutSettings
  readonly retries: RetrySettings
  readonly breaker: BreakerSettings
  readonly responses: { readonly ttl_days: number; readonly quota_bytes: number }
  /** Ids of a provider's objects that were not made through this gateway. */
  readonly unknown_ids: 'pass' | 'refuse'
  readonly accounting: AccountingSettings
  readonly webhooks: readonly WebhookSettings[]
  readonly log: LogSettings
  /** Where the file has its providers and models, by name: `anywire.yaml:14:5`. Those that were discovered are in no file. */
  readonly places: {
    readonly providers: ReadonlyMap<string, string>
    readonly models: ReadonlyMap<string, string>
  }
  /** One line for each key that is accepted and has no effect yet. */
  readonly warnings: readonly string[]
  /** The file named no providers (or there is no file): they are to be discovered. */
  readonly discover: boolean
}

export interface ServerSettings {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** Path of a Unix socket, in place of host and port. */
  readonly socket?: string
  /** Without a slash at the end; empty: none. */
  readonly base_path: string
  readonly public_url?: string
  readonly workers: 'auto' | number
  /** Exact browser origins for /v1* and WebSockets. */
  readonly cors_origins: readonly string[]
}

export interface AdminSettings {
  /** Absent: there is no admin API, unless a token has the scope for it. */
  readonly key?: string
  /** How long the audit log keeps what was changed. */
  readonly audit_days: number
}

export interface AccountingSettings {
  readonly catalogue: boolean
  readonly unknown_price: 'zero' | 'refuse'
  /** Of records; of sums of five minutes; of sums of days. */
  readonly retention_days: number
  readonly fine_usage_days: number
  readonly usage_days: number
  readonly bodies: { readonly keep: boolean; readonly max_bytes: number; readonly retention_days: number }
}

export type DatabaseAddress =
  | { readonly kind: 'memory' }
  /** The SQLite file, as an absolute path. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }

/** What a token may do, and how much. What is left out is not limited. Named alike in anywire.yaml, the admin API and the database. */
export interface TokenLimits extends BudgetSettings {
  /** `inference` where they are left out. */
  readonly scopes?: readonly TokenScope[]
  /** Model names; `*` stands for any run of characters. */
  readonly models?: readonly string[]
  /** Chat styles and the endpoints beside chat. */
  readonly styles?: readonly RequestStyle[]
  /** Addresses of clients from which the token may be used, alone or with the length of a prefix: `10.0.0.0/8`. */
  readonly networks?: readonly string[]
  readonly requests_per_minute?: number
  readonly requests_per_day?: number
  readonly tokens_per_minute?: number
  readonly tokens_per_day?: number
  /** 100 where it is left out. */
  readonly max_concurrent?: number
  /** How long a request waits where a limit would refuse it; `limits.max_wait_ms` where it is left out. */
  readonly max_wait_ms?: number
  /** RFC 3339 date and time. */
  readonly expires_at?: string
}

/** `inference`: the model endpoints. `read`: reading in the admin API. `admin`: all of the admin API. */
export const tokenScopes = ['inference', 'read', 'admin'] as const

export type TokenScope = (typeof tokenScopes)[number]

/** Exact decimals, `"1.00"`. Days, weeks (from Monday) and months are those of UTC. */
export interface BudgetSettings {
  /** In all. */
  readonly budget_usd?: string
  readonly budget_per_day_usd?: string
  readonly budget_per_week_usd?: string
  readonly budget_per_month_usd?: string
}

/** An address that gets notices of spent budgets. */
export interface WebhookSettings {
  readonly url: string
  /** `whsec_` and the signing key in base64, as Standard Webhooks has it. */
  readonly secret: string
}

export interface TokenSettings extends TokenLimits {
  readonly name: string
  /** Its place in the file: `anywire.yaml:14:5`. */
  readonly place: string
  readonly key: string
  /** The name of a user in the database. */
  readonly user?: string
  /** The name of a team in the database. */
  readonly team?: string
}

/** One provider of the configuration. */
export interface ConfiguredProvider extends ProviderSettings, OwnLimits {
  /** Models that no `models` entry names are passed on to this provider; see {@link Passthrough}. */
  readonly passthrough?: Passthrough
}

/**
 * A client may name a model as the provider does: `NAME/model` always goes to the provider NAME,
 * a bare name to the first provider with a matching prefix. `passthroughTarget` decides.
 */
export interface Passthrough {
  readonly prefixes: readonly string[]
}

export const modalities = ['text', 'image', 'audio', 'video', 'document'] as const

export type Modality = (typeof modalities)[number]

export interface ModelSettings extends OwnLimits {
  readonly name: string
  readonly aliases: readonly string[]
  /** In failover order. */
  readonly targets: readonly TargetSettings[]
  readonly price?: PriceSettings
  /** The output limit where the client sets none. Absent: the model's own. */
  readonly max_output_tokens?: number
  /** Tokens. Absent: the catalogue's. */
  readonly context_window?: number
  /** What requests may have in their messages. Absent: not known. */
  readonly modalities?: readonly Modality[]
}

export interface TargetSettings {
  readonly provider: string
  readonly model: string
  readonly weight?: number
  /** Of this target; otherwise the model's price counts. */
  readonly price?: PriceSettings
}

/** Bytes, except where the name says otherwise. */
export interface LimitSettings {
  readonly body_bytes: number
  readonly multipart_bytes: number
  readonly header_bytes: number
  readonly header_count: number
  readonly url_bytes: number
  readonly json_depth: number
  readonly json_values: number
  readonly json_keys: number
  readonly memory_bytes: number
  readonly calls_per_request: number
  readonly sse_frame_bytes: number
  readonly upstream_body_bytes: number
  readonly in_flight: number
  /** Milliseconds that a request may wait whose token sets no time itself. */
  readonly max_wait_ms: number
  readonly buffered_bytes_per_stream: number
  readonly ws_message_bytes: number
  readonly unread_bytes: number
  /** Absent: any number. */
  readonly connections_per_address?: number
}

/** Milliseconds. */
export interface TimeoutSettings extends UpstreamTimes {
  readonly header_ms: number
  readonly body_idle_ms: number
  readonly request_ms: number
  readonly keep_alive_ms: number
  /** A connection to an upstream takes no further request after this time. */
  readonly max_connection_age_ms: number
  readonly client_stall_ms: number
  readonly ws_idle_ms: number
  readonly drain_delay_ms: number
  readonly drain_ms: number
}

/** Milliseconds of upstream requests; a provider and a model may have their own. */
export interface UpstreamTimes {
  readonly connect_ms: number
  /** Until the head of a streamed reply. */
  readonly first_byte_ms: number
  readonly hold_ms: number
  /** A plain reply, all attempts together. */
  readonly reply_ms: number
  /** No byte at all. */
  readonly stream_idle_ms: number
  /** Bytes, but no content. */
  readonly content_idle_ms: number
  readonly stream_total_ms: number
  readonly heartbeat_ms: number
}

/** Retries; a provider and a model may have their own. */
export interface UpstreamRetries {
  /** Upstream requests in all, the first one included. */
  readonly attempts: number
  /** Milliseconds: the longest `Retry-After` that is waited for. */
  readonly max_wait_ms: number
}

export interface RetrySettings extends UpstreamRetries {
  readonly budget_percent: number
  readonly budget_floor: number
}

/** What a provider or a model sets for itself; what it leaves out is the next wider setting. */
export interface OwnLimits {
  readonly timeouts?: Partial<UpstreamTimes>
  readonly retries?: Partial<UpstreamRetries>
}

export interface LogSettings {
  /** `auto`: pretty lines on a terminal, JSON elsewhere. */
  readonly format: 'auto' | 'json' | 'pretty'
  /** What is shown of the client's `user` or `metadata.user_id`. */
  readonly end_users: 'hashed' | 'plain' | 'none'
}

export interface BreakerSettings {
  readonly consecutive_failures: number
  readonly open_ms: number
  /** Bounds every opening, also one that a Retry-After asks for. */
  readonly open_max_ms: number
}
