import { PostgresAdapter, type Kysely } from 'kysely'

export function isPostgres(database: Kysely<unknown>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter
}
