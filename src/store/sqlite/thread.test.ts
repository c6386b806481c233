import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { SqliteThreadDialect } from './dialect.js'
import { SqliteThread, type SqliteSession } from './thread.js'

let folder: string
let thread: SqliteThread
let lost: string[]

const prepare = async (session: SqliteSession): Promise<void> => {
  await session.ask({ type: 'query', text: 'create table if not exists numbers (number integer)', values: [] })
}

function open(path: string | undefined): SqliteThread {
  lost = []
  return (thread = new SqliteThread({ path, readOnly: false, prepare, onLost: ({ message }) => lost.push(message) }))
}

const load = (...numbers: number[]) => ({
  text: 'insert into numbers values (?)',
  rows: JSON.stringify(numbers.map((number) => [number])),
})

async function sum(): Promise<unknown> {
  const { rows } = await (await thread.session()).ask({ type: 'query', text: 'select sum(number) as sum from numbers', values: [] })
  return rows[0]?.['sum']
}

/** What the thread cannot even read ends it. */
const fault = (session: SqliteSession): Promise<unknown> => (session.ask.bind(session) as (work: unknown) => Promise<unknown>)(undefined)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-thread-'))
})
afterEach(async () => {
  await thread.close()
  rmSync(folder, { recursive: true })
})

test('a batch is written whole or not at all', async () => {
  const session = await open(undefined).session()
  await session.ask({ type: 'batch', loads: [load(1, 2)], statements: ['insert into numbers values (4)'] })
  await expect(session.ask({ type: 'batch', loads: [load(8)], statements: ['insert into missing values (1)'] })).rejects.toThrow(
    'no such table: missing',
  )
  expect(await sum()).toBe(7)
})

test('a batch does not get into an open transaction, nor does another query', async () => {
  const database = new Kysely<unknown>({ dialect: new SqliteThreadDialect(open(undefined)) })
  const session = await thread.session()
  const others: Promise<unknown>[] = []
  await database
    .transaction()
    .execute(async (transaction) => {
      await sql`insert into numbers values (1)`.execute(transaction)
      others.push(session.ask({ type: 'batch', loads: [load(2)], statements: [] }), sql`insert into numbers values (4)`.execute(database))
      await sql`insert into numbers values (8)`.execute(transaction)
      throw new Error('undo')
    })
    .catch(() => undefined)
  await Promise.all(others)
  expect(await sum()).toBe(6)
})

test('a thread that ends by a fault is begun again, and the database made ready again', async () => {
  const session = await open(undefined).session()
  await expect(fault(session)).rejects.toThrow()
  await expect(session.ask({ type: 'query', text: 'select 1', values: [] })).rejects.toThrow()
  expect(await sum()).toBeNull()
  expect(lost).toHaveLength(1)
})

test('a transaction does not go on in the thread that follows', async () => {
  const database = new Kysely<unknown>({ dialect: new SqliteThreadDialect(open(join(folder, 'a.db'))) })
  const session = await thread.session()
  const transaction = database.transaction().execute(async (open) => {
    await sql`insert into numbers values (1)`.execute(open)
    await fault(session).catch(() => undefined)
    await sql`insert into numbers values (2)`.execute(open)
  })
  await expect(transaction).rejects.toThrow()
  expect(await sum()).toBeNull()
})

test('a file that another process holds delays its own readers only', async () => {
  const path = join(folder, 'a.db')
  await open(path).session()
  const other = new DatabaseSync(path)
  other.exec('begin exclusive')
  let turns = 0
  const timer = setInterval(() => turns++, 10)
  const asked = thread.session().then((session) => session.ask({ type: 'batch', loads: [load(1)], statements: [] }))
  await expect(asked).rejects.toThrow('database is locked')
  clearInterval(timer)
  expect(turns).toBeGreaterThan(20)
  other.exec('rollback')
  other.close()
  await (await thread.session()).ask({ type: 'batch', loads: [load(2)], statements: [] })
  expect(await sum()).toBe(2)
})

test('a closed database is one file', async () => {
  const session = await open(join(folder, 'a.db')).session()
  await session.ask({ type: 'batch', loads: [load(1)], statements: [] })
  expect(readdirSync(folder)).toContain('a.db-wal')
  await thread.close()
  expect(readdirSync(folder)).toEqual(['a.db'])
})

test('what waits when it is closed is refused, and so is what comes later', async () => {
  const session = await open(undefined).session()
  const waiting = expect(session.ask({ type: 'query', text: 'select 1', values: [] })).rejects.toThrow('closed')
  await thread.close()
  await waiting
  await expect(thread.session()).rejects.toThrow('closed')
})
