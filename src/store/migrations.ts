import { sql, type Kysely } from 'kysely'
import { newestSchema } from '../../generated/store/newest-schema.js'
import { parseObject } from '../json/object.js'
import { isPostgres } from './engine.js'
import { addFirstByteCounts } from './booking/first-byte-migration.js'
import { addBodies, addHolders, addRunningGateway, addUsage } from './booking/migration.js'
import { addTagSums } from './booking/tag-migration.js'
import { addAccounts } from './account-migration.js'
import { addKeptObjects } from './kept-object-migration.js'
import { addIdentity } from './identity-migration.js'
import { keyIssuedIdsByOrigin } from './issued-id-migration.js'
import { addPlatform } from './platform-migration.js'

type Migration = (database: Kysely<unknown>) => Promise<void>

/** One history for every engine, forward only. A released entry is never changed; new ones are appended. */
const migrations: readonly Migration[] = [
  async (database) => {
    await database.schema
      .createTable('tokens')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('prefix', 'text', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('models', 'text')
      .addColumn('budget_usd', 'text')
      .addColumn('requests_per_minute', 'integer')
      .addColumn('tokens_per_minute', 'integer')
      .addColumn('max_concurrent', 'integer', (column) => column.notNull().defaultTo(100))
      .addColumn('expires_at', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('revoked_at', 'text')
      .execute()
  },
  async (database) => {
    await database.schema
      .createTable('responses')
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('previous_id', 'text')
      .addColumn('input', 'text')
      .addColumn('reply', 'text')
      .addColumn('provider', 'text')
      .addColumn('model', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('deleted', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('responses_key', ['owner', 'id'])
      .execute()
    await database.schema.createIndex('responses_expires_at').on('responses').column('expires_at').execute()
    await database.schema.createIndex('responses_previous').on('responses').columns(['owner', 'previous_id']).execute()
  },
  // A streamed response was kept as the event around it; from here on every reply is the response itself.
  async (database) => {
    for (;;) {
      const { rows } = await sql<{ owner: string; id: string; reply: string }>`
        select owner, id, reply from responses where reply like '{"type":"response.%' limit 100`.execute(database)
      for (const { owner, id, reply } of rows) {
        const response = JSON.stringify(parseObject(reply)?.['response'] ?? {})
        await sql`update responses set reply = ${response} where owner = ${owner} and id = ${id}`.execute(database)
      }
      if (rows.length === 0) return
    }
  },
  async (database) => {
    await database.schema
      .alterTable('responses')
      .addColumn('bytes', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`update responses set bytes = length(coalesce(input, '')) + length(coalesce(reply, ''))`.execute(database)
    await database.schema.createIndex('responses_oldest').on('responses').columns(['owner', 'created_at', 'id', 'bytes']).execute()
  },
  async (database) => {
    await database.schema
      .createTable('issued_ids')
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('issued_ids_key', ['id', 'owner'])
      .execute()
    await database.schema.createIndex('issued_ids_expires_at').on('issued_ids').column('expires_at').execute()
  },
  async (database) => {
    await database.schema
      .createTable('marks')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()
  },
  async (database) => {
    await database.schema
      .createTable('requests')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('token_id', 'text', (column) => column.notNull())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('style', 'text')
      .addColumn('model', 'text')
      .addColumn('provider', 'text')
      .addColumn('upstream_model', 'text')
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('duration_ms', 'integer', (column) => column.notNull())
      .addColumn('first_byte_ms', 'integer')
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('input_tokens', 'bigint', (column) => column.notNull())
      .addColumn('output_tokens', 'bigint', (column) => column.notNull())
      .addColumn('cached_input_tokens', 'bigint', (column) => column.notNull())
      .addColumn('usage_source', 'text', (column) => column.notNull())
      .addColumn('cost_usd', 'text', (column) => column.notNull())
      .addColumn('attempts', 'text', (column) => column.notNull())
      .addColumn('losses', 'text')
      .execute()
    await database.schema.createIndex('requests_newest').on('requests').columns(['started_at', 'id']).execute()
    await database.schema.createIndex('requests_of_token').on('requests').columns(['token', 'started_at', 'id']).execute()
    await database.schema
      .createTable('running_requests')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('record', 'text', (column) => column.notNull())
      .execute()
    await database.schema
      .createTable('spending')
      .addColumn('token_id', 'text', (column) => column.primaryKey())
      .addColumn('nano_usd', 'bigint', (column) => column.notNull())
      .addColumn('rest', 'bigint', (column) => column.notNull())
      .execute()
  },
  async (database) => {
    await database.schema
      .createTable('kept_replies')
      .addColumn('token_id', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('content_type', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('kept_replies_key', ['token_id', 'key'])
      .execute()
    await database.schema.createIndex('kept_replies_created_at').on('kept_replies').column('created_at').execute()
  },
  addUsage,
  addIdentity,
  addHolders,
  async (database) => {
    await database.schema
      .alterTable('requests')
      .addColumn('cost_source', 'text', (column) => column.notNull().defaultTo('price'))
      .execute()
  },
  addBodies,
  addRunningGateway,
  addPlatform,
  addAccounts,
  async (database) => {
    await database.schema
      .alterTable('users')
      .addColumn('disabled', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
  addKeptObjects,
  addTagSums,
  async (database) => {
    await database.schema.alterTable('request_bodies').addColumn('trace', 'text').execute()
  },
  addFirstByteCounts,
  async (database) => {
    await database.schema
      .alterTable('issued_ids')
      .addColumn('origin', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  },
  keyIssuedIdsByOrigin,
]

/** Any number, the same in every version. */
const migrationLock = 20_260_101

/**
 * Brings a database to this program's version, all or nothing. A new SQLite database gets all tables at once: all migrations, one after
 * another, take SQLite some ten times as long.
 * A database of a newer version is an error: this version could destroy data that it does not understand. Resolves with `true` where an
 * older one was changed.
 */
export async function migrate(database: Kysely<unknown>): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    // Several gateways may start at the same time. SQLite has locked the whole file.
    if (isPostgres(transaction)) await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction)
    else if (await isEmpty(transaction)) for (const text of newestSchema) await sql.raw(text).execute(transaction)
    await sql`create table if not exists anywire_schema (version integer not null)`.execute(transaction)
    const { rows } = await sql<{ version: number }>`select version from anywire_schema`.execute(transaction)
    const version = rows[0]?.version ?? 0
    if (version > migrations.length) {
      throw new Error(
        `the database has version ${version}, this program knows ${migrations.length}: run the newer program, or take another database`,
      )
    }
    if (version === migrations.length) return false
    for (const migration of migrations.slice(version)) await migration(transaction)
    if (rows.length === 0) await sql`insert into anywire_schema (version) values (${migrations.length})`.execute(transaction)
    else await sql`update anywire_schema set version = ${migrations.length}`.execute(transaction)
    return rows.length > 0
  })
}

async function isEmpty(sqlite: Kysely<unknown>): Promise<boolean> {
  return (await sql`select 1 from sqlite_master limit 1`.execute(sqlite)).rows.length === 0
}
