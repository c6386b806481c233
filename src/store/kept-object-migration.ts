import type { Kysely } from 'kysely'

/** Conversations with their items, and stored chat completions. */
export async function addKeptObjects(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('kept_objects')
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('parent', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('kept_objects_key', ['owner', 'kind', 'parent', 'id'])
    .execute()
  await database.schema
    .createIndex('kept_objects_in_order')
    .on('kept_objects')
    .columns(['owner', 'kind', 'parent', 'position', 'bytes'])
    .execute()
  await database.schema.createIndex('kept_objects_expires_at').on('kept_objects').columns(['expires_at']).execute()
}
