import type { ColumnType, Generated } from 'kysely'

/** The tables, typed for Kysely. Portable: only text and integers. Times are RFC 3339 texts in UTC. */
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
