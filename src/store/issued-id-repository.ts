import type { Kysely } from 'kysely'
import type { StoreSchema } from './schema.js'

/** An object that a provider made for a request of this owner. */
export interface IssuedId {
  readonly id: string
  readonly owner: string
  /** The provider's (`https://host`); empty for ids that an earlier version has recorded: any. */
  readonly origin: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Whose an id is, and at which origin. */
export type IssuedTo = Pick<IssuedId, 'owner' | 'origin'>

const rowsAtOnce = 200

export class IssuedIdRepository {
  constructor(private readonly database: Kysely<StoreSchema>) {}

  /** Adds these; an owner's ids that exist already at the same origin stay as they are. */
  async save(ids: readonly IssuedId[]): Promise<void> {
    for (let from = 0; from < ids.length; from += rowsAtOnce) {
      const rows = ids.slice(from, from + rowsAtOnce)
      await this.database
        .insertInto('issued_ids')
        .values(rows.map(({ id, owner, origin, expiresAt }) => ({ id, owner, origin, expires_at: new Date(expiresAt).toISOString() })))
        .onConflict((conflict) => conflict.columns(['id', 'owner', 'origin']).doNothing())
        .execute()
    }
  }

  /** The owners of each id; unknown ids are missing from the map. */
  async ownersOf(ids: readonly string[], now: number): Promise<Map<string, IssuedTo[]>> {
    const owners = new Map<string, IssuedTo[]>()
    for (let from = 0; from < ids.length; from += rowsAtOnce) {
      const rows = await this.database
        .selectFrom('issued_ids')
        .select(['id', 'owner', 'origin'])
        .where('id', 'in', ids.slice(from, from + rowsAtOnce))
        .where('expires_at', '>', new Date(now).toISOString())
        .execute()
      for (const { id, owner, origin } of rows) owners.set(id, [...(owners.get(id) ?? []), { owner, origin }])
    }
    return owners
  }

  async purge(now: number): Promise<void> {
    await this.database.deleteFrom('issued_ids').where('expires_at', '<=', new Date(now).toISOString()).execute()
  }
}
