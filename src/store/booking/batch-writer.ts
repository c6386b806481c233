import { CompiledQuery, type Kysely } from 'kysely'
import type { StoreSchema } from '../schema.js'
import type { SqliteThread } from '../sqlite/thread.js'
import { batchTables, bookStatements } from './statements.js'

/** What is written together, all or nothing. Each a JSON list of rows, which are lists of values. */
export interface BookBatch {
  /** `stagedText` of requests that have ended. */
  readonly ended: string
  /** Id and tag, of those that have tags. */
  readonly tags: string
  /** Id and JSON: requests that run, as the records that they become if the process dies. */
  readonly running: string
}

/** Writes a batch in one transaction. A batch may come again: what is booked already stays as it is. */
export type BatchWriter = (batch: BookBatch) => Promise<void>

const empty = '[]'
const runningColumns = { id: 'text', record: 'text' } as const
const keepLatest = 'on conflict (id) do update set record = excluded.record'
const tableNames = Object.keys(batchTables)

interface PlannedLoad {
  readonly table: string
  readonly columns: Readonly<Record<string, string>>
  readonly rows: string
  readonly conflict?: string
}

function loadsOf({ ended, tags, running }: BookBatch): PlannedLoad[] {
  const loads: PlannedLoad[] = [
    { table: 'running_requests', columns: runningColumns, rows: running, conflict: keepLatest },
    { table: 'batch', columns: batchTables['batch'] ?? {}, rows: ended },
    { table: 'batch_tags', columns: batchTables['batch_tags'] ?? {}, rows: tags },
  ]
  return loads.filter(({ rows }) => rows !== empty)
}

/** The database's thread reads the rows and writes them. */
export function sqliteWriter(thread: SqliteThread): BatchWriter {
  const clear = tableNames.map((name) => `delete from ${name}`)
  return async (batch) => {
    const session = await thread.session()
    const loads = loadsOf(batch).map(({ table, columns, rows, conflict = '' }) => {
      const names = Object.keys(columns)
      return { text: `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')}) ${conflict}`, rows }
    })
    await session.ask({ type: 'batch', loads, statements: batch.ended === empty ? [] : [...bookStatements, ...clear] })
  }
}

/** What a new connection of SQLite is given before it takes batches. */
export const sqliteBatchTables = tableNames.map((name) => `create temp table ${name} (${columnsText(batchTables[name] ?? {})})`)

/** PostgreSQL takes the rows as one JSON value. */
export function postgresWriter(database: Kysely<StoreSchema>): BatchWriter {
  const tables = tableNames.map(
    (name) => `create temp table if not exists ${name} (${columnsText(batchTables[name] ?? {})}) on commit delete rows`,
  )
  return (batch) =>
    database.transaction().execute(async (transaction) => {
      const run = async (text: string, values: readonly unknown[] = []): Promise<void> => {
        await transaction.executeQuery(CompiledQuery.raw(text, [...values]))
      }
      for (const text of tables) await run(text)
      for (const { table, columns, rows, conflict = '' } of loadsOf(batch)) {
        const values = Object.values(columns).map((type, index) => (type === 'text' ? `row ->> ${index}` : `(row ->> ${index})::${type}`))
        await run(
          `insert into ${table} (${Object.keys(columns).join(', ')})
           select ${values.join(', ')} from jsonb_array_elements($1::jsonb) as rows (row) where true ${conflict}`,
          [rows],
        )
      }
      if (batch.ended !== empty) for (const text of bookStatements) await run(text)
    })
}

function columnsText(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')
}
