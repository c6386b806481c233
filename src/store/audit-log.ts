import { randomBytes } from 'node:crypto'
import { sql, type Kysely, type Selectable } from 'kysely'
import { actorKinds, type Actor } from '../access/actor.js'
import type { StoreSchema } from './schema.js'

export const objectKinds = ['token', 'user', 'team', 'provider', 'model'] as const
export type ObjectKind = (typeof objectKinds)[number]

export const changeActions = ['create', 'change', 'rotate', 'top_up', 'delete'] as const
export type ChangeAction = (typeof changeActions)[number]

/** One change, as the audit log keeps it. */
export interface Change {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly actor: Actor
  readonly action: ChangeAction
  readonly object: ObjectKind
  readonly name: string
  readonly members: readonly MemberChange[]
  /** Absent where it was no request. */
  readonly requestId?: string | undefined
  /** The other end of the request's connection. */
  readonly address?: string | undefined
}

/** A member that differs, by its JSON pointer. Secrets are masked; `null`: there was none, or there is none. */
export interface MemberChange {
  readonly member: string
  readonly before: unknown
  readonly after: unknown
}

export interface KeptChange extends Change {
  readonly id: string
}

/** Where the next page of a list begins: after this entry. */
export interface ChangePlace {
  readonly at: string
  readonly id: string
}

export interface ChangeFilters {
  /** A name. */
  readonly actor?: string
  readonly object?: ObjectKind
  readonly name?: string
  readonly action?: ChangeAction
  /** Then or later; earlier. RFC 3339 in UTC, with milliseconds. */
  readonly from?: string
  readonly to?: string
}

export interface ChangeQuery extends ChangeFilters {
  readonly limit: number
  readonly before?: ChangePlace
}

const purgedAtOnce = 1000

/** What was changed, by whom. Entries are added with the change itself (`Store.recorded`), and are only removed by their age. */
export class AuditLog {
  constructor(
    private readonly database: Kysely<StoreSchema>,
    private readonly reading: Kysely<StoreSchema>,
  ) {}

  /** Newest first. */
  async list(query: ChangeQuery): Promise<{ readonly changes: readonly KeptChange[]; readonly next: ChangePlace | undefined }> {
    const { actor, object, name, action, from, to, before, limit } = query
    let found = this.reading
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
    for (const [column, value] of Object.entries({ actor, object, name, action } as const))
      if (value !== undefined) found = found.where(column as 'actor', '=', value)
    if (from !== undefined) found = found.where('at', '>=', from)
    if (to !== undefined) found = found.where('at', '<', to)
    if (before !== undefined) found = found.where(sql<boolean>`(at, id) < (${before.at}, ${before.id})`)
    const rows = await found.execute()
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return { changes: page.map(changeOf), next: rows.length > limit && last !== undefined ? { at: last.at, id: last.id } : undefined }
  }

  /** For changes that this process did not make in the database, such as those of the configuration file. */
  async add(changes: readonly Change[]): Promise<void> {
    for (const change of changes) await addToAuditLog(this.database, change)
  }

  /** Removes some of the entries from before then; whether there may be more of them. */
  async purge(before: string): Promise<boolean> {
    const { rows } = await sql<{ id: string }>`select id from audit_log where at < ${before} order by at limit ${purgedAtOnce}`.execute(
      this.database,
    )
    if (rows.length > 0)
      await this.database
        .deleteFrom('audit_log')
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute()
    return rows.length === purgedAtOnce
  }
}

export async function addToAuditLog(database: Kysely<StoreSchema>, change: Change): Promise<void> {
  await database
    .insertInto('audit_log')
    .values({
      id: `aud_${randomBytes(16).toString('hex')}`,
      at: new Date(change.at).toISOString(),
      actor_kind: change.actor.kind,
      actor: change.actor.name,
      request_id: change.requestId ?? null,
      address: change.address ?? null,
      action: change.action,
      object: change.object,
      name: change.name,
      changes: JSON.stringify(change.members.map(({ member, before, after }) => [member, before, after])),
    })
    .execute()
}

function changeOf(row: Selectable<StoreSchema['audit_log']>): KeptChange {
  // Written by `addToAuditLog`.
  const members = JSON.parse(row.changes) as [string, unknown, unknown][]
  return {
    id: row.id,
    at: Date.parse(row.at),
    actor: { kind: actorKinds.find((kind) => kind === row.actor_kind) ?? 'gateway', name: row.actor },
    action: changeActions.find((action) => action === row.action) ?? 'change',
    object: objectKinds.find((kind) => kind === row.object) ?? 'token',
    name: row.name,
    members: members.map(([member, before, after]) => ({ member, before, after })),
    requestId: row.request_id ?? undefined,
    address: row.address ?? undefined,
  }
}
