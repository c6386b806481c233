import type { Kysely, Selectable } from 'kysely'
import { requireOne } from './changed-meanwhile.js'
import { bumpIdentityRevision } from './identity-revision.js'
import type { StoreSchema } from './schema.js'

/** A provider or a model as the database has it. */
export interface ConfiguredRow {
  readonly id: string
  readonly name: string
  readonly version: number
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** JSON of the entry as `anywire.yaml` would have it, without secrets. */
  readonly settings: string
  /** JSON: the sealed secrets by their pointers in the entry. */
  readonly secrets: string
}

export type ConfiguredTable = 'providers' | 'models'

/** Providers or models that were made by the admin API. Those of the configuration file are not here. */
export class ConfiguredRepository {
  constructor(
    private readonly database: Kysely<StoreSchema>,
    private readonly table: ConfiguredTable,
  ) {}

  /** In the order in which they were made. */
  async all(): Promise<ConfiguredRow[]> {
    const rows = await this.database.selectFrom(this.table).selectAll().orderBy('created_at').orderBy('id').execute()
    return rows.map(rowOf)
  }

  async add({ id, name, version, createdAt, settings, secrets }: ConfiguredRow): Promise<void> {
    const created_at = new Date(createdAt).toISOString()
    await this.database.insertInto(this.table).values({ id, name, version, settings, secrets, created_at }).execute()
    await bumpIdentityRevision(this.database)
  }

  /** Writes it in place of the version before. Throws {@link ChangedMeanwhile}. */
  async change({ id, version, settings, secrets }: ConfiguredRow): Promise<void> {
    const changed = this.database.updateTable(this.table).set({ settings, secrets, version })
    requireOne(
      await changed
        .where('id', '=', id)
        .where('version', '=', version - 1)
        .executeTakeFirst(),
    )
    await bumpIdentityRevision(this.database)
  }

  /** Throws {@link ChangedMeanwhile}. */
  async remove({ id, version }: Pick<ConfiguredRow, 'id' | 'version'>): Promise<void> {
    requireOne(await this.database.deleteFrom(this.table).where('id', '=', id).where('version', '=', version).executeTakeFirst())
    await bumpIdentityRevision(this.database)
  }
}

function rowOf({ id, name, version, created_at, settings, secrets }: Selectable<StoreSchema[ConfiguredTable]>): ConfiguredRow {
  return { id, name, version, createdAt: Date.parse(created_at), settings, secrets }
}
