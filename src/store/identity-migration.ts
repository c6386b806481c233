import type { Kysely } from 'kysely'

/** Users and teams, all limits of tokens, a second key for each token, and when it was used last. */
export async function addIdentity(database: Kysely<unknown>): Promise<void> {
  for (const [column, type] of tokenColumns) await database.schema.alterTable('tokens').addColumn(column, type).execute()
  for (const table of ['teams', 'users']) {
    await database.schema
      .createTable(table)
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()
    for (const column of budgetColumns) await database.schema.alterTable(table).addColumn(column, 'text').execute()
  }
  await database.schema
    .alterTable('users')
    .addColumn('role', 'text', (column) => column.notNull().defaultTo('member'))
    .execute()
  for (const column of ['email', 'team_id']) await database.schema.alterTable('users').addColumn(column, 'text').execute()
  await database.schema
    .createTable('token_uses')
    .addColumn('token_id', 'text', (column) => column.primaryKey())
    .addColumn('last_used_at', 'text', (column) => column.notNull())
    .execute()
}

const budgetColumns = ['budget_usd', 'budget_per_day_usd', 'budget_per_week_usd', 'budget_per_month_usd']

const tokenColumns: readonly (readonly [string, 'text' | 'integer'])[] = [
  ...budgetColumns.slice(1).map((column) => [column, 'text'] as const),
  ...['scopes', 'styles', 'networks', 'user_id', 'team_id', 'old_hash', 'old_prefix', 'old_until'].map(
    (column) => [column, 'text'] as const,
  ),
  ...['requests_per_day', 'tokens_per_day', 'max_wait_ms'].map((column) => [column, 'integer'] as const),
]
