import type { Kysely } from 'kysely'

/** Passwords, sessions of the console, and codes with which a password is set. */
export async function addAccounts(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('passwords')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  await database.schema
    .createTable('sessions')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text', (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('user_agent', 'text')
    .execute()
  await database.schema.createIndex('sessions_of_user').on('sessions').columns(['user_id', 'created_at']).execute()
  await database.schema
    .createTable('invites')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text')
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
}
