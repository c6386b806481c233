import type { Kysely } from 'kysely'
import type { StoreSchema } from './schema.js'

const name = 'file_state'

/** What the configuration file had when it was read last, for whoever starts the gateway with another one. */
export class FileStateRepository {
  constructor(private readonly database: Kysely<StoreSchema>) {}

  /** `undefined`: it was never written. */
  async read(): Promise<string | undefined> {
    const row = await this.database.selectFrom('marks').select('value').where('name', '=', name).executeTakeFirst()
    return row?.value
  }

  async write(value: string): Promise<void> {
    await this.database
      .insertInto('marks')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  }
}
