import type { ColumnType, Generated } from 'kysely'

/** The tables, as Kysely knows them. Portable: text, integers, no engine's own types. Times are RFC 3339 texts in UTC. */
export interface StoreSchema {
  tokens: TokenTable
  responses: ResponseTable
  issued_ids: IssuedIdTable
  marks: MarkTable
}

/** Facts about the database itself. */
interface MarkTable {
  name: string
  value: string
}

interface TokenTable {
  id: string
  name: string
  /** HMAC-SHA-256 of the key under `secret_key`, base64. The key itself is nowhere. */
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

/** Responses that can be read and continued by their id. Either `input` and `reply` are there, or `provider` and `model`. */
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
  /** 1: gone by its id; its items stay while another response builds on them. */
  deleted: number
  /** What `input` and `reply` take, in UTF-8. */
  bytes: number
}

/** Objects that providers made for calls through this gateway, and whose they are. */
interface IssuedIdTable {
  id: string
  owner: string
  expires_at: string
}
