import { sql, type Kysely, type Selectable } from 'kysely'
import { parseMoney } from '../accounting/money.js'
import type { TokenCaller } from '../access/caller.js'
import type { NewToken } from '../access/first-token.js'
import type { IssuedToken } from '../access/tokens.js'
import type { StoreSchema } from './schema.js'

/** Tokens that the gateway issued. Those of the configuration file are not here. */
export class TokenRepository {
  constructor(private readonly database: Kysely<StoreSchema>) {}

  /** All that are not revoked, expired ones included. */
  async all(): Promise<IssuedToken[]> {
    const rows = await this.database.selectFrom('tokens').selectAll().where('revoked_at', 'is', null).execute()
    return rows.map((row) => ({ hash: row.hash, caller: callerOf(row) }))
  }

  async isEmpty(): Promise<boolean> {
    const row = await this.database.selectFrom('tokens').select('id').limit(1).executeTakeFirst()
    return row === undefined
  }

  async add(token: NewToken): Promise<void> {
    const { createdAt, ...rest } = token
    await this.database
      .insertInto('tokens')
      .values({ ...rest, created_at: createdAt.toISOString() })
      .execute()
  }

  /** Its name is free again for another one. */
  async revoke(id: string, now: Date): Promise<void> {
    await this.database
      .updateTable('tokens')
      .set((row) => ({ revoked_at: now.toISOString(), name: sql`${row.ref('name')} || ${` revoked ${id}`}` }))
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .execute()
  }
}

function callerOf(row: Selectable<StoreSchema['tokens']>): TokenCaller {
  return {
    kind: 'token',
    id: row.id,
    name: row.name,
    owner: row.owner,
    prefix: row.prefix,
    policy: {
      maxConcurrent: row.max_concurrent,
      ...(row.models === null ? {} : { models: modelsOf(row.models) }),
      ...(row.requests_per_minute === null ? {} : { requestsPerMinute: row.requests_per_minute }),
      ...(row.tokens_per_minute === null ? {} : { tokensPerMinute: row.tokens_per_minute }),
      ...(row.budget_usd === null ? {} : { budget: parseMoney(row.budget_usd) }),
    },
    ...(row.expires_at === null ? {} : { expiresAt: Date.parse(row.expires_at) }),
  }
}

/** An unreadable list means no model at all: a damaged row must not widen what a token may use. */
function modelsOf(text: string): readonly string[] {
  const value: unknown = JSON.parse(text)
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
