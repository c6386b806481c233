import { sql, type Kysely } from 'kysely'
import type { StoreSchema } from './schema.js'

/** Begins the name of the connections of a gateway; each gateway has a name of its own. */
export const connectionName = 'anywire '

/** How many other gateways, or commands, have the same PostgreSQL database open. */
export async function otherGateways(database: Kysely<StoreSchema>): Promise<number> {
  const { rows } = await sql<{ others: string }>`
    select count(distinct application_name) as others from pg_stat_activity
    where datname = current_database() and application_name like ${`${connectionName}%`}
      and application_name <> current_setting('application_name')`.execute(database)
  return Number(rows[0]?.others ?? 0)
}
