import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { DatabaseAddress } from '../config/configuration.js'
import { postgresWriter, sqliteBatchTables, sqliteWriter, type BatchWriter } from './booking/batch-writer.js'
import { addToAuditLog, AuditLog, type Change } from './audit-log.js'
import { InviteRepository, PasswordRepository, SessionRepository } from './account-repository.js'
import { BodyRepository } from './body-repository.js'
import { ChangedMeanwhile, isTaken } from './changed-meanwhile.js'
import { ConfiguredRepository } from './configured-repository.js'
import { FileStateRepository } from './file-state-repository.js'
import { IssuedIdRepository } from './issued-id-repository.js'
import { KeptObjectRepository } from './kept-object-repository.js'
import { KeptReplyRepository } from './kept-reply-repository.js'
import { migrate } from './migrations.js'
import { connectionName, otherGateways } from './other-gateways.js'
import { PeopleRepository } from './people-repository.js'
import { ResponseRepository } from './response-repository.js'
import { RequestRepository } from './request-repository.js'
import { isStoredUnder } from './secret-key-check.js'
import type { StoreSchema } from './schema.js'
import { SpendingRepository } from './spending-repository.js'
import { endSpareThread } from './sqlite/begin-thread.js'
import { SqliteThreadDialect } from './sqlite/dialect.js'
import { SqliteThread, type SqliteSession } from './sqlite/thread.js'
import { TokenRepository } from './token-repository.js'
import { UsageRepository } from './usage-repository.js'

type SqliteAddress = Exclude<DatabaseAddress, { readonly kind: 'postgres' }>

/** The database: one repository for each aggregate. */
export interface Store {
  readonly database: Kysely<StoreSchema>
  readonly tokens: TokenRepository
  readonly people: PeopleRepository
  readonly passwords: PasswordRepository
  readonly sessions: SessionRepository
  readonly invites: InviteRepository
  readonly providers: ConfiguredRepository
  readonly models: ConfiguredRepository
  readonly responses: ResponseRepository
  readonly issuedIds: IssuedIdRepository
  readonly requests: RequestRepository
  readonly spending: SpendingRepository
  readonly usage: UsageRepository
  readonly bodies: BodyRepository
  readonly keptReplies: KeptReplyRepository
  readonly keptObjects: KeptObjectRepository
  readonly auditLog: AuditLog
  readonly fileState: FileStateRepository
  /**
   * Makes a change of what the admin API shows, together with its entry in the audit log: both or neither. Throws {@link ChangedMeanwhile}
   * where another gateway was faster.
   */
  readonly recorded: <Value>(change: Change, make: (changed: Changeable) => Promise<Value>) => Promise<Value>
  /** Gateways of the version before that go on at the database which this program has just changed. */
  readonly olderGateways: number
  /** Whether the stored tokens were hashed with this `secret_key`. */
  isUnder(secretKey: string): Promise<boolean>
  close(): Promise<void>
}

/** What is changed in one transaction with the audit log. */
export type Changeable = Pick<Store, 'tokens' | 'people' | 'passwords' | 'invites' | 'providers' | 'models'>

interface StoreOptions {
  /** The database's thread ended by a fault; it is begun again. */
  readonly onLost?: (error: Error) => void
}

/** Opens the database and migrates it. */
export async function openStore(address: DatabaseAddress, { onLost = () => undefined }: StoreOptions = {}): Promise<Store> {
  const { database, reading, write } = address.kind === 'postgres' ? await openPostgres(address.url) : openSqlite(address, onLost)
  const close = async (): Promise<void> => {
    await reading.destroy()
    await database.destroy()
  }
  let olderGateways = 0
  try {
    // SQLite is migrated by its thread, each time the thread starts; no other gateway is at its file.
    if (address.kind === 'postgres') {
      if (await migrate(database as unknown as Kysely<unknown>)) olderGateways = await otherGateways(database)
    } else await sql`select 1`.execute(database)
  } catch (error) {
    await close()
    throw error
  }
  return {
    database,
    ...changeableIn(database),
    sessions: new SessionRepository(database),
    responses: new ResponseRepository(database),
    issuedIds: new IssuedIdRepository(database),
    requests: new RequestRepository({ database, reading, write }),
    spending: new SpendingRepository(database),
    usage: new UsageRepository(database, reading),
    bodies: new BodyRepository(database, reading),
    keptReplies: new KeptReplyRepository(database, (address.kind === 'memory' ? 32 : 256) * 1024 * 1024),
    keptObjects: new KeptObjectRepository(database),
    auditLog: new AuditLog(database, reading),
    fileState: new FileStateRepository(database),
    recorded: async (change, make) => {
      try {
        return await database.transaction().execute(async (transaction) => {
          const value = await make(changeableIn(transaction))
          await addToAuditLog(transaction, change)
          return value
        })
      } catch (error) {
        throw isTaken(error) ? new ChangedMeanwhile() : error
      }
    },
    olderGateways,
    isUnder: (secretKey) => isStoredUnder(database, secretKey),
    close,
  }
}

function changeableIn(database: Kysely<StoreSchema>): Changeable {
  return {
    tokens: new TokenRepository(database),
    people: new PeopleRepository(database),
    passwords: new PasswordRepository(database),
    invites: new InviteRepository(database),
    providers: new ConfiguredRepository(database, 'providers'),
    models: new ConfiguredRepository(database, 'models'),
  }
}

interface Opened {
  readonly database: Kysely<StoreSchema>
  /** Never waits for `database`, unless that is in memory. */
  readonly reading: Kysely<StoreSchema>
  readonly write: BatchWriter
}

function openSqlite(address: SqliteAddress, onLost: (error: Error) => void): Opened {
  const path = address.kind === 'file' ? address.path : undefined
  const thread = new SqliteThread({ path, readOnly: false, prepare: path === undefined ? prepareInMemory : prepareSqlite, onLost })
  const database = new Kysely<StoreSchema>({ dialect: new SqliteThreadDialect(thread) })
  const write = sqliteWriter(thread)
  if (path === undefined) return { database, reading: database, write }
  const reader = new SqliteThread({ path, readOnly: true, prepare: () => Promise.resolve(), onLost })
  return { database, reading: new Kysely<StoreSchema>({ dialect: new SqliteThreadDialect(reader) }), write }
}

/** The few records that are kept in memory are found as fast without these, and cost half as much to write and to remove. */
const spared = ['requests_newest', 'requests_of_token']

async function prepareInMemory(session: SqliteSession): Promise<void> {
  await prepareSqlite(session)
  for (const index of spared) await session.ask({ type: 'query', text: `drop index ${index}`, values: [] })
}

async function prepareSqlite(session: SqliteSession): Promise<void> {
  const dialect = new SqliteThreadDialect({ session: () => Promise.resolve(session), close: () => Promise.resolve() })
  await migrate(new Kysely({ dialect }))
  for (const text of sqliteBatchTables) await session.ask({ type: 'query', text, values: [] })
}

const answerMs = 30_000

async function openPostgres(url: string): Promise<Opened> {
  await endSpareThread()
  const { default: postgres } = await import('pg')
  const pool = new postgres.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    query_timeout: answerMs,
    // While a connection of this name is there, this gateway is alive (`RequestRepository.bookInterrupted`).
    application_name: `${connectionName}${randomBytes(8).toString('hex')}`,
    idleTimeoutMillis: 0,
  })
  // A connection that breaks while nobody uses it: the pool replaces it.
  pool.on('error', () => undefined)
  const database = new Kysely<StoreSchema>({ dialect: new PostgresDialect({ pool }) })
  return { database, reading: database, write: postgresWriter(database) }
}
