// A thread of its own: SQLite's calls are synchronous, and on the main thread each would hold up every request.
// Without imports of other files: run from its source this thread has no bundler that finds them.
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { parentPort } from 'node:worker_threads'

export interface SqliteSettings {
  /** `undefined`: in memory. */
  readonly path: string | undefined
  readonly readOnly: boolean
}

export interface Query {
  readonly type: 'query'
  readonly text: string
  readonly values: readonly SQLInputValue[]
}

/** Many rows in one transaction, all or nothing: `loads` first, then `grouped`, then `statements`. */
export interface Batch {
  readonly type: 'batch'
  readonly loads: readonly Load[]
  readonly grouped?: GroupedLoad
  readonly statements: readonly string[]
}

export interface Load {
  /** A statement that takes the values of one row. */
  readonly text: string
  /** JSON list of rows, each a list of values. */
  readonly rows: string
}

/** Rows that are inserted, and those that were not there before also added up by some of their columns. */
export interface GroupedLoad {
  /** Of rows. */
  readonly length: number
  /** JSON list of columns, each a list of the values of all rows, or of their only one. */
  readonly columns: string
  /** UTF-8 lines: of each row the values of the columns `lineColumns`. */
  readonly lines: Uint8Array
  readonly lineColumns: readonly number[]
  /** The table with a key `id`, and its columns, which are the first ones of a row. */
  readonly table: string
  readonly inserted: readonly string[]
  /** Takes the whole row, where its column `copyIf` is not null. */
  readonly copy: string
  readonly copyIf: number
  /**
   * Takes the values of the columns `keys`, then how many rows have these, then their sums of the columns `sums`, then how many have each
   * number below `counts` in the column `counted`; null for none.
   */
  readonly group: string
  readonly keys: readonly number[]
  readonly sums: readonly number[]
  readonly counted: number
  readonly counts: number
}

export type SqliteWork = Query | Batch

/** `close`: the file is closed, which empties its journal, and the thread ends. */
export interface SqliteRequest {
  readonly id: number
  readonly work: SqliteWork | { readonly type: 'close' }
}

export interface SqliteResult {
  readonly rows: readonly Record<string, SQLOutputValue>[]
  /** Rows that were inserted, changed or deleted. */
  readonly changes: number
}

/** The first message is the settings, then come requests. */
export type SqliteMessage = SqliteSettings | SqliteRequest

export type SqliteReply = { readonly id: number; readonly result: SqliteResult } | { readonly id: number; readonly error: string }

const mostStatements = 500
/** From so many rows on a statement of their own pays. */
const manyRows = 32
/** Rows that one statement inserts, and from how many rows on it pays. */
const rowsTogether = 32
const manyTogether = 128
const longestLiteral = 1000

let settings: SqliteSettings | undefined
/** Prepared once for each text. The oldest go where there are too many. */
const statements = new Map<string, StatementSync>()
/** Batches that came while a transaction of queries was open. */
const waiting: { readonly id: number; readonly work: Batch }[] = []
let opened: DatabaseSync | undefined
let lastInsertion: { readonly text: string; readonly statement: StatementSync; several: StatementSync | undefined } | undefined

parentPort?.on('message', (message: SqliteMessage) => {
  if ('id' in message) take(message)
  else settings = message
})

function take({ id, work }: SqliteRequest): void {
  if (work.type === 'close') {
    opened?.close()
    parentPort?.close()
    return
  }
  if (work.type === 'batch' && opened?.isTransaction === true) waiting.push({ id, work })
  else answer(id, work)
  while (waiting.length > 0 && opened?.isTransaction !== true) {
    const next = waiting.shift()
    if (next !== undefined) answer(next.id, next.work)
  }
}

function answer(id: number, work: SqliteWork): void {
  let reply: SqliteReply
  try {
    const database = (opened ??= open())
    reply = { id, result: work.type === 'query' ? run(database, work) : write(database, work) }
  } catch (error) {
    reply = { id, error: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage(reply)
}

function open(): DatabaseSync {
  if (settings === undefined) throw new Error('no settings came before the first request')
  const { path, readOnly } = settings
  if (path !== undefined && !readOnly) createForOwnerAlone(path)
  const database = new DatabaseSync(path ?? ':memory:', { readOnly })
  try {
    // Another process may hold the file for a moment; what waits longer is tried again by the caller.
    database.exec('pragma busy_timeout = 1000; pragma foreign_keys = on; pragma temp_store = memory')
    // WAL with NORMAL loses nothing when the process dies; FULL would cost a disk flush for each write.
    if (!readOnly) database.exec('pragma journal_mode = wal; pragma synchronous = normal')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Without this the umask would decide; SQLite's journal files get the mode of the database. */
function createForOwnerAlone(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
}

function run(database: DatabaseSync, { text, values }: Query): SqliteResult {
  const statement = prepared(database, text)
  if (statement.columns().length > 0) return { rows: statement.all(...values), changes: 0 }
  return { rows: [], changes: Number(statement.run(...values).changes) }
}

/** A row of several that were inserted together was there already: which one it was, SQLite does not say. */
class KnownRow extends Error {}

function write(database: DatabaseSync, batch: Batch): SqliteResult {
  try {
    return writeOnce(database, batch)
  } catch (error) {
    if (error instanceof KnownRow) return writeOnce(database, batch, true)
    throw error
  }
}

function writeOnce(database: DatabaseSync, batch: Batch, oneByOne = false): SqliteResult {
  database.exec('begin immediate')
  try {
    for (const { text, rows } of batch.loads) {
      const statement = prepared(database, text)
      for (const row of JSON.parse(rows) as SQLInputValue[][]) statement.run(...row)
    }
    if (batch.grouped !== undefined) insertGrouped(database, batch.grouped, oneByOne)
    for (const text of batch.statements) prepared(database, text).run()
    database.exec('commit')
    return { rows: [], changes: 0 }
  } catch (error) {
    // A full disk has rolled it back already.
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

/** `oneByOne`: each row by a statement of its own; else it throws {@link KnownRow} where some of many rows are there already. */
function insertGrouped(database: DatabaseSync, load: GroupedLoad, oneByOne: boolean): void {
  const columns = JSON.parse(load.columns) as SQLInputValue[][]
  const lines = Buffer.from(load.lines.buffer, load.lines.byteOffset, load.lines.length).toString().split('\n')
  const row = columns.map(([value = null]) => value)
  const varying = columns.flatMap((values, column) => (values.length > 1 ? [{ column, values }] : []))
  const isVarying = (index: number): boolean => varying.some(({ column }) => column === index)
  const varyingKeys = load.keys.filter(isVarying)
  const varyingSums = load.sums.flatMap((column, place) => (isVarying(column) ? [{ column, place: place + 1 }] : []))
  const insertion = insertionOf(database, load, row, new Set([...load.lineColumns, ...varying.map(({ column }) => column)]), oneByOne)
  const { bound } = insertion
  const noCounts = new Array<number | null>(load.counts).fill(null)
  const groups = new Map<string, { readonly keys: SQLInputValue[]; readonly sums: number[]; readonly counts: (number | null)[] }>()
  let line = 0
  for (let index = 0; index < load.length; index++) {
    for (const column of load.lineColumns) row[column] = lines[line++] ?? null
    for (const { column, values: all } of varying) row[column] = all[index] ?? null
    for (const column of bound) insertion.values.push(row[column] ?? null)
    if (!insert(insertion, load.length - index - 1)) continue
    if (row[load.copyIf] !== null) prepared(database, load.copy).run(...row)
    const name = nameOf(row, varyingKeys)
    let group = groups.get(name)
    if (group === undefined) {
      group = { keys: load.keys.map((column) => row[column] ?? null), sums: [0, ...load.sums.map(() => 0)], counts: noCounts.slice() }
      groups.set(name, group)
    }
    const { sums, counts } = group
    sums[0] = (sums[0] ?? 0) + 1
    for (const { column, place } of varyingSums) sums[place] = (sums[place] ?? 0) + Number(row[column])
    const step = row[load.counted]
    if (typeof step === 'number') counts[step] = (counts[step] ?? 0) + 1
  }
  for (const { keys, sums, counts } of groups.values()) {
    const [rows = 0] = sums
    for (const [place, column] of load.sums.entries()) if (!isVarying(column)) sums[place + 1] = rows * Number(row[column])
    prepared(database, load.group).run(...keys, ...sums, ...counts)
  }
}

/** How rows are inserted. */
interface Insertion {
  /** Inserts one row. */
  readonly statement: StatementSync
  /** Inserts `rowsTogether` rows. */
  readonly several: StatementSync | undefined
  /** The columns that are bound. */
  readonly bound: readonly number[]
  /** Of rows that are not inserted yet. */
  values: SQLInputValue[]
}

/** Inserts the row whose values came last, or keeps it for later; `left`: how many rows follow. `false`: it was there already. */
function insert(insertion: Insertion, left: number): boolean {
  const { statement, several, bound, values } = insertion
  const rows = values.length / bound.length
  if (several !== undefined && rows + left >= rowsTogether && rows < rowsTogether) return true
  insertion.values = []
  if (several === undefined || rows < rowsTogether) return Number(statement.run(...values).changes) > 0
  if (Number(several.run(...values).changes) < rowsTogether) throw new KnownRow()
  return true
}

/**
 * In a batch of many rows the values that all rows share are part of the statement: SQLite takes a lock for each value that is bound, and
 * copies it. Several rows in one statement find their places in the indexes sooner.
 */
function insertionOf(
  database: DatabaseSync,
  { table, inserted, length }: GroupedLoad,
  row: readonly SQLInputValue[],
  varying: ReadonlySet<number>,
  oneByOne: boolean,
): Insertion {
  const bound: number[] = []
  const values = inserted.map((_, column) => {
    const literal = length < manyRows || varying.has(column) ? undefined : literalOf(row[column])
    if (literal === undefined) bound.push(column)
    return literal ?? '?'
  })
  const insertionOfRows = (rows: number): string =>
    `insert into ${table} (${inserted.join(', ')}) values ${new Array<string>(rows).fill(`(${values.join(', ')})`).join(', ')} on conflict (id) do nothing`
  const text = insertionOfRows(1)
  if (bound.length === inserted.length) return { statement: prepared(database, text), several: undefined, bound, values: [] }
  // Not among the statements that are kept: under load it is the same for every batch, and else there are too many of them.
  if (lastInsertion?.text !== text) lastInsertion = { text, statement: database.prepare(text), several: undefined }
  const isTogether = !oneByOne && length >= manyTogether
  const several = isTogether ? (lastInsertion.several ??= database.prepare(insertionOfRows(rowsTogether))) : undefined
  return { statement: lastInsertion.statement, several, bound, values: [] }
}

/** A value as SQL; `undefined` where it is better bound. */
function literalOf(value: SQLInputValue | undefined): string | undefined {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  if (typeof value !== 'string' || value.length > longestLiteral || value.includes('\0')) return undefined
  return `'${value.replaceAll("'", "''")}'`
}

/** Equal for rows that agree in these columns. No text of a row has a NUL. */
function nameOf(row: readonly SQLInputValue[], columns: readonly number[]): string {
  let name = ''
  for (const column of columns) {
    const value = row[column]
    name += typeof value === 'string' || typeof value === 'number' ? `${value}\0\0` : '\0'
  }
  return name
}

function prepared(database: DatabaseSync, text: string): StatementSync {
  const known = statements.get(text)
  if (known !== undefined) return known
  const statement = database.prepare(text)
  if (statements.size >= mostStatements)
    for (const [oldest] of statements) {
      statements.delete(oldest)
      break
    }
  statements.set(text, statement)
  return statement
}
