import type { Kysely } from 'kysely'
import type { StoreSchema } from './schema.js'

/** Facts about the database itself, each a text by its name. */
export type MarkName = 'file_state' | 'identity_revision' | 'secret_key_check'

export async function readMark(database: Kysely<StoreSchema>, name: MarkName): Promise<string | undefined> {
  const row = await database.selectFrom('marks').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

export async function writeMark(database: Kysely<StoreSchema>, name: MarkName, value: string): Promise<void> {
  await database
    .insertInto('marks')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
