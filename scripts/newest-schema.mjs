// Makes generated/store/newest-schema.ts, the statements that make a new SQLite database at once as all migrations would, one after another.
// `--check` writes nothing and fails where the committed file is not what the migrations make.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { register } from 'tsx/esm/api'

register()
const { migrate } = await import('../src/store/migrations.ts')
const { SqliteThreadDialect } = await import('../src/store/sqlite/dialect.ts')
const { SqliteThread } = await import('../src/store/sqlite/thread.ts')

const path = join(import.meta.dirname, '..', 'generated', 'store', 'newest-schema.ts')

const thread = new SqliteThread({ path: undefined, readOnly: false, prepare: () => Promise.resolve(), onLost: () => undefined })
const database = new Kysely({ dialect: new SqliteThreadDialect(thread) })
// With a table there is no new database to `migrate`: it takes one step after another.
await sql`create table anywire_schema (version integer not null)`.execute(database)
await migrate(database)
const { rows } = await sql`select name, type, sql from sqlite_master where sql is not null order by rowid`.execute(database)
const statements = rows.map(({ sql: text }) => text)
for (const { name } of rows.filter(({ type }) => type === 'table')) {
  const { rows: found } = await sql`select * from ${sql.table(name)}`.execute(database)
  for (const row of found)
    statements.push(`insert into ${name} (${Object.keys(row).join(', ')}) values (${Object.values(row).map(literal).join(', ')})`)
}
await database.destroy()

const text = `// Made by scripts/newest-schema.mjs. Do not edit.

/** One statement each, in their order. The last ones are the rows that a new database has. */
export const newestSchema: readonly string[] = ${JSON.stringify(statements, undefined, 2)}
`

if (!process.argv.includes('--check')) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
} else if (readFileSync(path, 'utf8') !== text) {
  console.error(
    'generated/store/newest-schema.ts is not what the migrations make: run `node scripts/newest-schema.mjs` and commit the result',
  )
  process.exitCode = 1
}

function literal(value) {
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`
}
