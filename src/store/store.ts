import { Kysely, PostgresDialect, type Dialect } from 'kysely'
import type { DatabaseAddress } from '../config/configuration.js'
import { IssuedIdRepository } from './issued-id-repository.js'
import { KeptReplyRepository } from './kept-reply-repository.js'
import { migrate } from './migrations.js'
import { ResponseRepository } from './response-repository.js'
import { RequestRepository } from './request-repository.js'
import { isStoredUnder } from './secret-key-check.js'
import type { StoreSchema } from './schema.js'
import { TokenRepository } from './token-repository.js'

/** The database: one repository for each aggregate. */
export interface Store {
  readonly database: Kysely<StoreSchema>
  readonly tokens: TokenRepository
  readonly responses: ResponseRepository
  readonly issuedIds: IssuedIdRepository
  readonly requests: RequestRepository
  readonly keptReplies: KeptReplyRepository
  /** Whether the stored tokens were hashed with this `secret_key`. */
  isUnder(secretKey: string): Promise<boolean>
  close(): Promise<void>
}

/** Opens the database and migrates it. */
export async function openStore(address: DatabaseAddress): Promise<Store> {
  const database = new Kysely<StoreSchema>({ dialect: await dialectFor(address) })
  try {
    await migrate(database as unknown as Kysely<unknown>)
  } catch (error) {
    await database.destroy()
    throw error
  }
  return {
    database,
    tokens: new TokenRepository(database),
    responses: new ResponseRepository(database),
    issuedIds: new IssuedIdRepository(database),
    requests: new RequestRepository(database),
    keptReplies: new KeptReplyRepository(database, (address.kind === 'memory' ? 32 : 256) * 1024 * 1024),
    isUnder: (secretKey) => isStoredUnder(database, secretKey),
    close: () => database.destroy(),
  }
}

async function dialectFor(address: DatabaseAddress): Promise<Dialect> {
  if (address.kind === 'postgres') {
    const { default: postgres } = await import('pg')
    return new PostgresDialect({ pool: new postgres.Pool({ connectionString: address.url, max: 10 }) })
  }
  const { sqliteDialect } = await import('./sqlite.js')
  return sqliteDialect(address.kind === 'file' ? address.path : undefined)
}
