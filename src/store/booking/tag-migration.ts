import { sql, type Kysely } from 'kysely'

const noDimensions = ['token', 'owner', 'team', 'end_user', 'model', 'upstream_model', 'provider', 'style', 'outcome']
const measures = [
  ...['requests', 'failed', 'estimated', 'input_tokens', 'output_tokens', 'cached_input_tokens', 'cache_write_input_tokens'],
  ...['reasoning_output_tokens', 'duration_ms', 'cost_high', 'cost_middle', 'cost_low'],
]

/** So many tags at a time: no statement of this may take as long as the database is waited for. */
const tagsAtOnce = 20

/** Adds sums by tag alone, from those by tag and token: a report by tag would read a row for every token that used it. */
export async function addTagSums(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `insert into usage_keys (grouping_name, tag, ${noDimensions.join(', ')})
       select distinct 'tag_alone', tag, ${noDimensions.map(() => "''").join(', ')} from usage_keys where grouping_name = 'tag'`,
    )
    .execute(database)
  const { rows } = await sql<{ id: number | string }>`select id from usage_keys where grouping_name = 'tag_alone' order by id`.execute(
    database,
  )
  for (let begin = 0; begin < rows.length; begin += tagsAtOnce) {
    const ids = rows.slice(begin, begin + tagsAtOnce).map(({ id }) => Number(id))
    for (const table of ['usage_slots', 'usage_days'])
      await sql
        .raw(
          `insert into ${table} (key_id, bucket, ${measures.join(', ')})
           select alone.id, bucket, ${measures.map((measure) => `sum(${measure})`).join(', ')}
           from usage_keys alone cross join usage_keys tagged cross join ${table}
           where alone.id in (${ids.join(', ')}) and tagged.grouping_name = 'tag' and tagged.tag = alone.tag and key_id = tagged.id
           group by alone.id, bucket`,
        )
        .execute(database)
  }
}
