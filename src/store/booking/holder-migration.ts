import { sql, type Kysely } from 'kysely'

/** What users and teams spend is added up beside what tokens do, in all and for each day. */
export async function addHolders(database: Kysely<unknown>): Promise<void> {
  for (const column of ['user_id', 'team_id']) await database.schema.alterTable('requests').addColumn(column, 'text').execute()
  await sql`alter table token_spending rename to holder_spending`.execute(database)
  await sql`alter table holder_spending rename column token_id to holder_id`.execute(database)
  const counts = ['day', 'requests', 'tokens', 'cost_high', 'cost_middle', 'cost_low'].map((column) => `${column} bigint not null`)
  await sql.raw(`create table holder_days (holder_id text not null, ${counts.join(', ')}, primary key (holder_id, day))`).execute(database)
  await database.schema.createIndex('holder_days_day').on('holder_days').column('day').execute()
}
