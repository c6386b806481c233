import type { ColumnType, Generated } from 'kysely'
import type { Dimension, Measure } from './booking/rollups.js'

/** The tables, typed for Kysely. Portable: only text and integers. Times are RFC 3339 texts in UTC. */
export interface StoreSchema {
  tokens: TokenTable
  token_uses: TokenUseTable
  users: UserTable
  teams: TeamTable
  passwords: PasswordTable
  sessions: SessionTable
  invites: InviteTable
  responses: ResponseTable
  issued_ids: IssuedIdTable
  marks: MarkTable
  requests: RequestTable
  running_requests: RunningRequestTable
  holder_spending: SpendingTable
  holder_days: HolderDayTable
  request_bodies: RequestBodyTable
  usage_keys: UsageKeyTable
  usage_slots: UsageTable
  usage_days: UsageTable
  kept_replies: KeptReplyTable
  kept_objects: KeptObjectTable
  providers: ConfiguredTable
  models: ConfiguredTable
  audit_log: AuditTable
}

/** One row for each request that has ended. */
export interface RequestTable {
  id: string
  token_id: string
  /** The token's name. */
  token: string
  user_id: string | null
  team_id: string | null
  owner: string | null
  team: string | null
  /** Keyed hash, unless the configuration shows end users. */
  end_user: string | null
  /** With commas between them. */
  tags: string | null
  style: string | null
  model: string | null
  provider: string | null
  upstream_model: string | null
  started_at: string
  duration_ms: number
  first_byte_ms: number | null
  status: number
  outcome: string
  /** The kind of the failure. */
  error: string | null
  input_tokens: CountColumn
  output_tokens: CountColumn
  cached_input_tokens: CountColumn
  cache_write_input_tokens: CountColumn
  reasoning_output_tokens: CountColumn
  usage_source: string
  /** Exact decimal. */
  cost_usd: string
  /** `provider`: as it stated it. `price`: worked out from a price. `none`: no price is known, or nothing is owed. */
  cost_source: string
  /** JSON list. */
  attempts: string
  /** JSON list of what a conversion lost; null: nothing. */
  losses: string | null
}

/** A whole number that may be large, which PostgreSQL gives back as text. */
type CountColumn = ColumnType<number | string, number, never>

/** Requests that are at a provider. */
interface RunningRequestTable {
  id: string
  /** JSON of the row of `requests` that it becomes if the process dies. */
  record: string
  /** The name of its connections to PostgreSQL. */
  gateway: Generated<string>
}

/** Replies to requests with an `Idempotency-Key`. */
interface KeptReplyTable {
  token_id: string
  /** SHA-256 of the key. */
  key: string
  /** SHA-256 of path and body. */
  request: string
  status: number
  content_type: string
  /** Base64. */
  body: string
  bytes: number
  created_at: string
}

/** All that a token, a user or a team has ever spent, in limbs (`booking/limbs.ts`). */
interface SpendingTable {
  holder_id: string
  cost_high: CountColumn
  cost_middle: CountColumn
  cost_low: CountColumn
}

/** The same for one day, whose beginning in UTC is in seconds since the epoch, and what counts for limits of a day. */
interface HolderDayTable extends SpendingTable {
  day: CountColumn
  requests: CountColumn
  tokens: CountColumn
}

/** What was sent and answered, shortened; null where it is no text. */
interface RequestBodyTable {
  id: string
  kept_at: string
  request: string | null
  reply: string | null
  /** JSON of what providers got and sent too, without the client's body. */
  trace: string | null
}

/** A combination of dimensions under which requests are added up; an empty text where the grouping lacks the dimension, or it is unknown. */
interface UsageKeyTable extends Record<Dimension, string> {
  id: Generated<CountColumn>
  grouping_name: string
}

/** Sums of the requests of one key that began in a bucket, whose beginning is in seconds since the epoch, and `firstByteCounts`. */
interface UsageTable extends Record<Measure, CountColumn> {
  key_id: CountColumn
  bucket: CountColumn
}

/** Facts about the database itself. */
interface MarkTable {
  name: string
  value: string
}

interface BudgetColumns {
  /** Exact decimals. */
  budget_usd: string | null
  budget_per_day_usd: string | null
  budget_per_week_usd: string | null
  budget_per_month_usd: string | null
}

/** Providers and models that were made by the admin API. */
interface ConfiguredTable extends VersionColumn {
  id: string
  name: string
  /** JSON of the entry as `anywire.yaml` would have it, without secrets. */
  settings: string
  /** JSON: the sealed secrets by their pointers in the entry. */
  secrets: Generated<string>
  created_at: string
}

/** One change of what the admin API shows. */
interface AuditTable {
  id: string
  at: string
  actor_kind: string
  actor: string
  request_id: string | null
  /** The other end of the request's connection. */
  address: string | null
  action: string
  object: string
  name: string
  /** JSON list of `[pointer, before, after]`; secrets are masked. */
  changes: string
}

interface VersionColumn {
  /** One more after each change. */
  version: ColumnType<number, number | undefined, number>
}

interface TeamTable extends BudgetColumns, VersionColumn {
  id: string
  name: string
  created_at: string
}

interface UserTable extends BudgetColumns, VersionColumn {
  id: string
  name: string
  email: string | null
  role: Generated<string>
  team_id: string | null
  created_at: string
  /** 1: the user is disabled. */
  disabled: Generated<number>
}

/** Passwords of the users who may sign in to the console. */
interface PasswordTable {
  user_id: string
  /** `scrypt$N$r$p$salt$hash` */
  hash: string
}

/** Sessions of the console. */
interface SessionTable {
  /** HMAC-SHA-256 of the cookie's value under `secret_key`, base64. The value itself is not stored. */
  hash: string
  id: string
  user_id: string
  created_at: string
  last_used_at: string
  address: string | null
  user_agent: string | null
}

/** One-time codes with which somebody sets a password; of `user_id` null: that of the first account. */
interface InviteTable {
  hash: string
  user_id: string | null
  expires_at: string
}

/** When a token was used last; of those of the configuration file too. */
interface TokenUseTable {
  token_id: string
  last_used_at: string
}

interface TokenTable extends BudgetColumns, VersionColumn {
  id: string
  name: string
  /** HMAC-SHA-256 of the key under `secret_key`, base64. The key itself is not stored. */
  hash: string
  /** The first 12 characters, for people to tell tokens apart. */
  prefix: string
  owner: string
  user_id: string | null
  team_id: string | null
  /** Of the key before, which works until `old_until`. */
  old_hash: string | null
  old_prefix: string | null
  old_until: string | null
  /** JSON list of names and patterns; null = all models. */
  models: string | null
  /** JSON lists; null = `inference`, all styles, all networks. */
  scopes: string | null
  styles: string | null
  networks: string | null
  requests_per_minute: number | null
  requests_per_day: number | null
  tokens_per_minute: number | null
  tokens_per_day: number | null
  max_concurrent: Generated<number>
  max_wait_ms: number | null
  expires_at: string | null
  created_at: ColumnType<string, string, never>
  revoked_at: string | null
}

/** Responses that can be read and continued by their id. Either `input` and `reply` are set, or `provider` and `model`. */
interface ResponseTable {
  owner: string
  id: string
  previous_id: string | null
  /** JSON list of the items that were new in the request. */
  input: string | null
  /** JSON of the response. */
  reply: string | null
  /** The provider that keeps the response itself. */
  provider: string | null
  model: string | null
  created_at: string
  expires_at: string
  /** 1: cannot be found by its id; its items stay while another response continues it. */
  deleted: number
  /** Bytes of `input` and `reply` in UTF-8. */
  bytes: number
}

/** Conversations, their items, and stored chat completions. */
interface KeptObjectTable {
  owner: string
  kind: string
  /** The id of an item's conversation; otherwise empty. */
  parent: string
  id: string
  position: CountColumn
  model: string
  /** JSON. */
  metadata: string
  /** JSON of the object. */
  value: string
  /** Bytes of `metadata` and `value` in UTF-8. */
  bytes: number
  created_at: string
  expires_at: string
}

/** Objects that providers made for requests through this gateway, with their owners. */
interface IssuedIdTable {
  id: string
  owner: string
  origin: string
  expires_at: string
}
