import { CompiledQuery, type Kysely } from 'kysely'
import type { StoreSchema } from '../schema.js'
import type { SqliteThread } from '../sqlite/thread.js'
import { firstByteCounts } from './first-byte.js'
import { lineColumns, type RequestBatch } from './request-batch.js'
import { requestColumns, stagedColumns } from './staged-request.js'
import { batchTables, bookStatements, groupKeys, groupStatements, groupSums } from './statements.js'

/** What is written together, all or nothing. */
export interface BookBatch {
  readonly ended: RequestBatch
  /** Requests that run, as the records that they become if the process dies: a JSON list of rows, each a list of id and JSON text. */
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

function loadsOf({ ended, running }: BookBatch): PlannedLoad[] {
  const loads: PlannedLoad[] = [
    { table: 'running_requests', columns: runningColumns, rows: running, conflict: keepLatest },
    { table: 'batch_tags', columns: batchTables['batch_tags'] ?? {}, rows: ended.tagsText },
  ]
  return loads.filter(({ rows }) => rows !== empty)
}

/** The database's thread reads the rows and writes them. */
export function sqliteWriter(thread: SqliteThread): BatchWriter {
  const statements = [...bookStatements, ...tableNames.map((name) => `delete from ${name}`)]
  return async (batch) => {
    const session = await thread.session()
    const loads = loadsOf(batch).map(({ table, columns, rows, conflict }) => ({
      text: insertion(table, Object.keys(columns), conflict),
      rows,
    }))
    if (batch.ended.length === 0) await session.ask({ type: 'batch', loads, statements: [] })
    else await session.ask({ type: 'batch', loads, grouped: { ...grouping, ...batch.ended.columns }, statements })
  }
}

const stagedNames: readonly string[] = Object.keys(stagedColumns)

/** How the thread puts requests into their tables; to group them there takes a fifth of the time that SQLite needs for it. */
const grouping = {
  table: 'requests',
  lineColumns: lineColumns.map((column) => stagedNames.indexOf(column)),
  inserted: Object.keys(requestColumns),
  copy: insertion('batch', stagedNames),
  copyIf: stagedNames.indexOf('tags'),
  group: insertion('batch_groups', [...groupKeys, 'requests', ...groupSums, ...firstByteCounts]),
  keys: groupKeys.map((column) => stagedNames.indexOf(column)),
  sums: groupSums.map((column) => stagedNames.indexOf(column)),
  counted: stagedNames.indexOf('first_byte_step'),
  counts: firstByteCounts.length,
}

function insertion(table: string, names: readonly string[], conflict = ''): string {
  return `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')}) ${conflict}`
}

/** What a new connection of SQLite is given before it takes batches. */
export const sqliteBatchTables = tableNames.map((name) => `create temp table ${name} (${columnsText(batchTables[name] ?? {})})`)

/**
 * PostgreSQL takes the rows as one JSON value. Statements without values go many at a time: on a busy machine each round trip waits for
 * its turn, and what a batch waits for may be lost.
 */
export function postgresWriter(database: Kysely<StoreSchema>): BatchWriter {
  const tables = tableNames
    .map((name) => `create temp table if not exists ${name} (${columnsText(batchTables[name] ?? {})}) on commit delete rows`)
    .join(';\n')
  const booking = [...groupStatements, ...bookStatements].join(';\n')
  return (batch) =>
    database.transaction().execute(async (transaction) => {
      const run = async (text: string, values: readonly unknown[] = []): Promise<void> => {
        await transaction.executeQuery(CompiledQuery.raw(text, [...values]))
      }
      await run(tables)
      const ended: PlannedLoad[] = batch.ended.length === 0 ? [] : [{ table: 'batch', columns: stagedColumns, rows: batch.ended.rowsText }]
      for (const { table, columns, rows, conflict = '' } of [...loadsOf(batch), ...ended]) {
        const values = Object.values(columns).map((type, index) => (type === 'text' ? `row ->> ${index}` : `(row ->> ${index})::${type}`))
        await run(
          `insert into ${table} (${Object.keys(columns).join(', ')})
           select ${values.join(', ')} from jsonb_array_elements($1::jsonb) as rows (row) where true ${conflict}`,
          [rows],
        )
      }
      if (batch.ended.length > 0) await run(booking)
    })
}

function columnsText(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')
}
