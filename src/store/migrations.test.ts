import { Kysely, sql } from 'kysely'
import { migrate } from './migrations.js'
import { SqliteThreadDialect } from './sqlite/dialect.js'
import { SqliteThread } from './sqlite/thread.js'

let database: Kysely<unknown>
beforeEach(() => {
  const thread = new SqliteThread({ path: undefined, readOnly: false, prepare: () => Promise.resolve(), onLost: () => undefined })
  database = new Kysely({ dialect: new SqliteThreadDialect(thread) })
})
afterEach(() => database.destroy())

async function schema(): Promise<unknown> {
  const { rows } = await sql`select type, name, tbl_name, sql from sqlite_master order by rowid`.execute(database)
  const { rows: versions } = await sql`select version from anywire_schema`.execute(database)
  return { rows, versions }
}

test('a new database has the same tables as one that all migrations have made, and no migration is left', async () => {
  expect(await migrate(database)).toBe(false)
  const made = await schema()
  expect(await migrate(database)).toBe(false)
  expect(await schema()).toEqual(made)

  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table' order by rowid desc`.execute(database)
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(database)
  // Not empty, so that all migrations are run.
  await sql`create table anywire_schema (version integer not null)`.execute(database)
  expect(await migrate(database)).toBe(false)
  expect(await schema()).toEqual(made)
})

test('a database with tables is left to the migrations', async () => {
  await sql`create table anywire_schema (version integer not null)`.execute(database)
  await sql`insert into anywire_schema (version) values (1000)`.execute(database)
  await expect(migrate(database)).rejects.toThrow('the database has version 1000')
  const { rows } = await sql<{ name: string }>`select name from sqlite_master`.execute(database)
  expect(rows).toEqual([{ name: 'anywire_schema' }])
})
