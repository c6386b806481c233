import { sql, type Kysely } from 'kysely'

/** From here on an owner's id is kept once for each origin: two providers may have made objects of the same id. */
export async function keyIssuedIdsByOrigin(database: Kysely<unknown>): Promise<void> {
  // SQLite cannot change a primary key.
  await database.schema
    .createTable('issued_ids_by_origin')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('issued_ids_by_origin_key', ['id', 'owner', 'origin'])
    .execute()
  await sql`
    insert into issued_ids_by_origin (id, owner, origin, expires_at)
    select id, owner, origin, expires_at from issued_ids`.execute(database)
  await database.schema.dropTable('issued_ids').execute()
  await database.schema.alterTable('issued_ids_by_origin').renameTo('issued_ids').execute()
  await database.schema.createIndex('issued_ids_expires_at').on('issued_ids').column('expires_at').execute()
}
