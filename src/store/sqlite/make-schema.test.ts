import { Kysely, sql } from 'kysely'
import { migrate } from '../migrations.js'
import { SqliteThreadDialect } from './dialect.js'
import { makeSchema } from './make-schema.js'
import { SqliteThread, type SqliteSession } from './thread.js'

let opened: Kysely<unknown>
afterEach(() => opened.destroy())

function open(prepare: (session: SqliteSession) => Promise<void>): Kysely<unknown> {
  const thread = new SqliteThread({ path: undefined, readOnly: false, prepare, onLost: () => undefined })
  return (opened = new Kysely({ dialect: new SqliteThreadDialect(thread) }))
}

async function schemaOf(database: Kysely<unknown>): Promise<unknown> {
  const { rows } = await sql`select type, name, tbl_name, sql from sqlite_master order by rowid`.execute(database)
  const { rows: versions } = await sql`select version from anywire_schema`.execute(database)
  return { rows, versions }
}

test('a new database has the same tables as one that all migrations have made, and no migration is left', async () => {
  const migrated = open(() => Promise.resolve())
  expect(await migrate(migrated)).toBe(false)
  const expected = await schemaOf(migrated)
  await migrated.destroy()

  const made = open(makeSchema)
  expect(await schemaOf(made)).toEqual(expected)
  expect(await migrate(made)).toBe(false)
  expect(await schemaOf(made)).toEqual(expected)
})

test('a database with tables is left to the migrations', async () => {
  const database = open(async (session) => {
    await session.ask({ type: 'query', text: 'create table anywire_schema (version integer not null)', values: [] })
    await makeSchema(session)
  })
  const { rows } = await sql<{ name: string }>`select name from sqlite_master`.execute(database)
  expect(rows).toEqual([{ name: 'anywire_schema' }])
})
