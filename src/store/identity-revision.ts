import { sql, type Kysely } from 'kysely'
import { readMark, type MarkName } from './marks.js'
import type { StoreSchema } from './schema.js'

const name: MarkName = 'identity_revision'

/** Tokens, users or teams have changed. */
export async function bumpIdentityRevision(database: Kysely<StoreSchema>): Promise<void> {
  await sql`insert into marks (name, value) values (${name}, '1')
    on conflict (name) do update set value = cast(cast(marks.value as bigint) + 1 as text)`.execute(database)
}

/** Another text after each change, by whichever gateway at this database. */
export async function readIdentityRevision(database: Kysely<StoreSchema>): Promise<string> {
  return (await readMark(database, name)) ?? '0'
}
