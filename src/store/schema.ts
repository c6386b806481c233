import type { ColumnType, Generated } from 'kysely'

/** The tables, as Kysely knows them. Portable: text, integers, no engine's own types. Times are RFC 3339 texts in UTC. */
export interface StoreSchema {
  tokens: TokenTable
  stored_objects: StoredObjectTable
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

/** What the gateway keeps for a token under an id that it issued: stored responses first of all. */
interface StoredObjectTable {
  id: string
  kind: string
  owner: string
  created_at: ColumnType<string, string, never>
  expires_at: string | null
  /** JSON. */
  content: string
}
