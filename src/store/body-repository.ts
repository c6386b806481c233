import type { Kysely } from 'kysely'
import type { StoreSchema } from './schema.js'

/** What was sent and answered, as far as it is kept. */
export interface KeptBodies {
  /** Of the request. */
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly keptAt: number
  readonly request: string | null
  readonly reply: string | null
  /** JSON of a trace; null of requests that were kept without one. */
  readonly trace: string | null
}

const rowsAtOnce = 50
const purgedAtOnce = 200

export class BodyRepository {
  constructor(
    private readonly database: Kysely<StoreSchema>,
    private readonly reading: Kysely<StoreSchema>,
  ) {}

  async save(bodies: readonly KeptBodies[]): Promise<void> {
    for (let from = 0; from < bodies.length; from += rowsAtOnce) {
      const rows = bodies.slice(from, from + rowsAtOnce)
      await this.database
        .insertInto('request_bodies')
        .values(rows.map(({ keptAt, ...row }) => ({ ...row, kept_at: new Date(keptAt).toISOString() })))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    }
  }

  async find(id: string): Promise<KeptBodies | undefined> {
    const row = await this.reading.selectFrom('request_bodies').selectAll().where('id', '=', id).executeTakeFirst()
    if (row === undefined) return undefined
    const { kept_at: keptAt, ...kept } = row
    return { ...kept, keptAt: Date.parse(keptAt) }
  }

  /** Removes some that were kept before this time; `true` where there may be more. */
  async purge(before: number): Promise<boolean> {
    const old = this.database
      .selectFrom('request_bodies')
      .select('id')
      .where('kept_at', '<', new Date(before).toISOString())
      .limit(purgedAtOnce)
    const { numDeletedRows } = await this.database.deleteFrom('request_bodies').where('id', 'in', old).executeTakeFirst()
    return Number(numDeletedRows) === purgedAtOnce
  }
}
