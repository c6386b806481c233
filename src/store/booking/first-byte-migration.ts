import { sql, type Kysely } from 'kysely'

const steps = 24

/** Adds how many streams had their first content in each step of time. Sums of before have none. */
export async function addFirstByteCounts(database: Kysely<unknown>): Promise<void> {
  for (const table of ['usage_slots', 'usage_days'])
    for (let step = 0; step < steps; step++) await sql.raw(`alter table ${table} add column first_byte_${step} bigint`).execute(database)
}
