import type { Kysely } from 'kysely'

/** Providers and models that were made by the admin API, a version of everything that it changes, and the audit log. */
export async function addPlatform(database: Kysely<unknown>): Promise<void> {
  for (const table of ['tokens', 'users', 'teams'])
    await database.schema
      .alterTable(table)
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
  for (const table of ['providers', 'models'])
    await database.schema
      .createTable(table)
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('settings', 'text', (column) => column.notNull())
      .addColumn('secrets', 'text', (column) => column.notNull().defaultTo('{}'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()
  await database.schema
    .createTable('audit_log')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('actor_kind', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text')
    .addColumn('address', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('object', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('changes', 'text', (column) => column.notNull())
    .execute()
  await database.schema.createIndex('audit_log_newest').on('audit_log').columns(['at', 'id']).execute()
  await database.schema.createIndex('audit_log_of_object').on('audit_log').columns(['name', 'at', 'id']).execute()
}
