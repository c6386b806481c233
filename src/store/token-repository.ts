import { sql, type Insertable, type Kysely, type Selectable } from 'kysely'
import { tokenCaller, type TokenCaller } from '../access/caller.js'
import type { IssuedToken, TokenKey } from '../access/tokens.js'
import { usualConcurrency } from '../access/policy.js'
import { tokenScopes, type TokenLimits } from '../config/configuration.js'
import { requestStyles } from '../exchange/media-task.js'
import { requireOne } from './changed-meanwhile.js'
import { bumpIdentityRevision, readIdentityRevision } from './identity-revision.js'
import type { StoreSchema } from './schema.js'

/** A token that has just been made. */
export interface NewToken {
  readonly caller: TokenCaller
  readonly hash: string
  readonly prefix: string
}

/** Another key of a token, and until when the one before works. */
export interface NewKey {
  readonly hash: string
  readonly prefix: string
  readonly oldUntil: Date
}

type TokenRow = Selectable<StoreSchema['tokens']>

/** Tokens that the gateway issued. Those of the configuration file are not here. */
export class TokenRepository {
  constructor(private readonly database: Kysely<StoreSchema>) {}

  /** All that are not revoked, expired ones included. */
  async all(): Promise<IssuedToken[]> {
    const rows = await this.database.selectFrom('tokens').selectAll().where('revoked_at', 'is', null).execute()
    return rows.map((row) => ({
      keys: keysOf(row),
      caller: callerOf(row),
      userId: row.user_id ?? undefined,
      teamId: row.team_id ?? undefined,
    }))
  }

  async isEmpty(): Promise<boolean> {
    const row = await this.database.selectFrom('tokens').select('id').limit(1).executeTakeFirst()
    return row === undefined
  }

  async add({ caller, hash, prefix }: NewToken, createdAt: Date): Promise<void> {
    const { id, name, limits } = caller
    await this.database
      .insertInto('tokens')
      .values({ id, name, ...ownersOf(caller), hash, prefix, ...columnsOf(limits), created_at: createdAt.toISOString() })
      .execute()
    await bumpIdentityRevision(this.database)
  }

  /** Writes limits, user and team in place of those of the version before. Throws {@link ChangedMeanwhile}. */
  async change(caller: TokenCaller): Promise<void> {
    const { id, version = 1 } = caller
    const result = await this.database
      .updateTable('tokens')
      .set({ ...columnsOf(caller.limits), ...ownersOf(caller), version })
      .where('id', '=', id)
      .where('version', '=', version - 1)
      .executeTakeFirst()
    requireOne(result)
    await bumpIdentityRevision(this.database)
  }

  /** Throws {@link ChangedMeanwhile}. */
  async rotate({ id, version = 1 }: TokenCaller, { hash, prefix, oldUntil }: NewKey): Promise<void> {
    const result = await this.database
      .updateTable('tokens')
      .set((row) => ({
        old_hash: row.ref('hash'),
        old_prefix: row.ref('prefix'),
        old_until: oldUntil.toISOString(),
        hash,
        prefix,
        version,
      }))
      .where('id', '=', id)
      .where('version', '=', version - 1)
      .executeTakeFirst()
    requireOne(result)
    await bumpIdentityRevision(this.database)
  }

  /** Its name is free again for another one. Throws {@link ChangedMeanwhile}. */
  async revoke({ id, version = 1 }: TokenCaller, now: Date): Promise<void> {
    requireOne(await revoking(this.database, id, now).where('version', '=', version).executeTakeFirst())
    await bumpIdentityRevision(this.database)
  }

  /** Another text after each change of tokens, users or teams, by whichever gateway at this database. */
  revision(): Promise<string> {
    return readIdentityRevision(this.database)
  }

  /** When each token was used last, in milliseconds since the epoch, by its id. */
  async uses(): Promise<Map<string, number>> {
    const rows = await this.database.selectFrom('token_uses').selectAll().execute()
    return new Map(rows.map(({ token_id, last_used_at }) => [token_id, Date.parse(last_used_at)]))
  }

  async used(uses: ReadonlyMap<string, number>): Promise<void> {
    const rows = [...uses].map(([token_id, at]) => ({ token_id, last_used_at: new Date(at).toISOString() }))
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await this.database
        .insertInto('token_uses')
        .values(rows.slice(from, from + rowsAtOnce))
        .onConflict((conflict) => conflict.column('token_id').doUpdateSet((row) => ({ last_used_at: row.ref('excluded.last_used_at') })))
        .execute()
  }
}

const rowsAtOnce = 200

export async function revokeToken(database: Kysely<StoreSchema>, id: string, now: Date): Promise<void> {
  await revoking(database, id, now).execute()
}

function revoking(database: Kysely<StoreSchema>, id: string, now: Date) {
  return database
    .updateTable('tokens')
    .set((row) => ({ revoked_at: now.toISOString(), name: sql`${row.ref('name')} || ${` revoked ${id}`}` }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
}

function ownersOf({ owner, user, ownTeam }: TokenCaller): Pick<Insertable<StoreSchema['tokens']>, 'owner' | 'user_id' | 'team_id'> {
  return { owner, user_id: user?.id ?? null, team_id: ownTeam?.id ?? null }
}

type LimitColumns = Omit<
  Insertable<StoreSchema['tokens']>,
  | 'id'
  | 'name'
  | 'version'
  | 'owner'
  | 'hash'
  | 'prefix'
  | 'created_at'
  | 'revoked_at'
  | 'user_id'
  | 'team_id'
  | 'old_hash'
  | 'old_prefix'
  | 'old_until'
>

function columnsOf(limits: TokenLimits): LimitColumns {
  const { scopes, models, styles, networks, expires_at: expires, max_concurrent: concurrent } = limits
  return {
    scopes: listText(scopes),
    models: listText(models),
    styles: listText(styles),
    networks: listText(networks),
    budget_usd: limits.budget_usd ?? null,
    budget_per_day_usd: limits.budget_per_day_usd ?? null,
    budget_per_week_usd: limits.budget_per_week_usd ?? null,
    budget_per_month_usd: limits.budget_per_month_usd ?? null,
    requests_per_minute: limits.requests_per_minute ?? null,
    requests_per_day: limits.requests_per_day ?? null,
    tokens_per_minute: limits.tokens_per_minute ?? null,
    tokens_per_day: limits.tokens_per_day ?? null,
    max_concurrent: concurrent ?? usualConcurrency,
    max_wait_ms: limits.max_wait_ms ?? null,
    expires_at: expires ?? null,
  }
}

const listText = (list: readonly string[] | undefined): string | null => (list === undefined ? null : JSON.stringify(list))

function callerOf(row: TokenRow): TokenCaller {
  const { id, name, owner, prefix, version } = row
  return tokenCaller({ id, name, owner, prefix, version, createdAt: Date.parse(row.created_at) }, limitsOf(row))
}

function limitsOf(row: TokenRow): TokenLimits {
  return {
    ...present('scopes', listOf(row.scopes, isAmong(tokenScopes))),
    ...present('models', listOf(row.models, isText)),
    ...present('styles', listOf(row.styles, isAmong(requestStyles))),
    ...present('networks', listOf(row.networks, isText)),
    ...present('budget_usd', row.budget_usd),
    ...present('budget_per_day_usd', row.budget_per_day_usd),
    ...present('budget_per_week_usd', row.budget_per_week_usd),
    ...present('budget_per_month_usd', row.budget_per_month_usd),
    ...present('requests_per_minute', row.requests_per_minute),
    ...present('requests_per_day', row.requests_per_day),
    ...present('tokens_per_minute', row.tokens_per_minute),
    ...present('tokens_per_day', row.tokens_per_day),
    // The column has a value for every token: one to which nobody gave a limit is read as it was made.
    ...present('max_concurrent', row.max_concurrent === usualConcurrency ? undefined : row.max_concurrent),
    ...present('max_wait_ms', row.max_wait_ms),
    ...present('expires_at', row.expires_at),
  }
}

function present<Name extends string, Value>(name: Name, value: Value | null | undefined): { readonly [Key in Name]?: Value } {
  return value === null || value === undefined ? {} : ({ [name]: value } as { [Key in Name]: Value })
}

/** An unreadable list means nothing at all: a damaged row must not widen what a token may use. */
function listOf<Item extends string>(text: string | null, isItem: (value: unknown) => value is Item): readonly Item[] | undefined {
  if (text === null) return undefined
  const value: unknown = JSON.parse(text)
  return Array.isArray(value) ? value.filter(isItem) : []
}

const isText = (value: unknown): value is string => typeof value === 'string'

function isAmong<Item extends string>(items: readonly Item[]): (value: unknown) => value is Item {
  return (value): value is Item => items.some((item) => item === value)
}

function keysOf({ hash, old_hash: oldHash, old_until: oldUntil }: TokenRow): readonly TokenKey[] {
  if (oldHash === null || oldUntil === null) return [{ hash }]
  return [{ hash }, { hash: oldHash, until: Date.parse(oldUntil) }]
}
