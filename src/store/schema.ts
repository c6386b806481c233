import type { ColumnType, Generated } from 'kysely'

/** The tables, typed for Kysely. Portable: only text and integers. Times are RFC 3339 texts in UTC. */
export interface StoreSchema {
  tokens: TokenTable
  responses: ResponseTable
  issued_ids: IssuedIdTable
  marks: MarkTable
  requests: RequestTable
  running_requests: RunningRequestTable
  spending: SpendingTable
  kept_replies: KeptReplyTable
}

/** One row for each request that has ended. */
interface RequestTable {
  id: string
  token_id: string
  /** The token's name. */
  token: string
  style: string | null
  model: string | null
  provider: string | null
  upstream_model: string | null
  started_at: string
  duration_ms: number
  first_byte_ms: number | null
  status: number
  outcome: string
  input_tokens: CountColumn
  output_tokens: CountColumn
  cached_input_tokens: CountColumn
  usage_source: string
  /** Exact decimal. */
  cost_usd: string
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

/** All that a token has ever spent: `nano_usd` × 10⁻⁹ dollars and `rest` × 10⁻²⁴. */
interface SpendingTable {
  token_id: string
  nano_usd: bigint
  rest: bigint
}

/** Facts about the database itself. */
interface MarkTable {
  name: string
  value: string
}

interface TokenTable {
  id: string
  name: string
  /** HMAC-SHA-256 of the key under `secret_key`, base64. The key itself is not stored. */
  hash: string
  /** The first 12 characters, for people to tell tokens apart. */
  prefix: string
  owner: string
  /** JSON list of names and patterns; null = all models. */
  models: string | null
  budget_usd: string | null
  requests_per_minute: number | null
  tokens_per_minute: number | null
  max_concurrent: Generated<number>
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

/** Objects that providers made for requests through this gateway, with their owners. */
interface IssuedIdTable {
  id: string
  owner: string
  expires_at: string
}
