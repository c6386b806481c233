import { dimensions, groupings, measures, rollupTables, type Grouping } from './rollups.js'
import { requestColumns, stagedColumns } from './staged-request.js'

/**
 * The transaction of one batch, for SQLite and PostgreSQL alike: the rows come into tables of the connection's own, and the database does
 * the rest. A batch that was written already, of which nobody heard, changes nothing. Rows are written in one order everywhere, so that
 * several gateways at one PostgreSQL do not wait for each other in a circle.
 */
export const batchTables: Readonly<Record<string, Readonly<Record<string, 'text' | 'bigint'>>>> = {
  batch: stagedColumns,
  batch_tags: { id: 'text', tag: 'text' },
  batch_sums: {
    grouping_name: 'text',
    ...columnsOf(dimensions, 'text'),
    day: 'bigint',
    slot: 'bigint',
    ...columnsOf(measures, 'bigint'),
  },
}

const requestNames = Object.keys(requestColumns).join(', ')
const keyNames = ['grouping_name', ...dimensions]
/** Clients choose these names. */
const chosen: ReadonlySet<string> = new Set(['end_user', 'model'])
const limbs = ['cost_high', 'cost_middle', 'cost_low'] as const

export const bookStatements: readonly string[] = [
  'delete from batch where exists (select 1 from requests where requests.id = batch.id)',
  `insert into requests (${requestNames}) select ${requestNames} from batch`,
  'delete from running_requests where id in (select id from batch)',
  ...['token_id', 'user_id', 'team_id'].flatMap(payFor),
  ...groupings.map(sumUp),
  `insert into usage_keys (${keyNames.join(', ')}) select distinct ${keyNames.join(', ')} from batch_sums where true
   order by ${keyNames.join(', ')} on conflict do nothing`,
  ...(['slot', 'day'] as const).map(rollUp),
]

/** What a holder has spent in all and today. Requests that their limits refused are none that count for these. */
function payFor(holder: string): string[] {
  const sums = limbs.map((limb) => `sum(${limb})`).join(', ')
  const days = ['requests', 'tokens', ...limbs]
  return [
    `insert into holder_spending (holder_id, ${limbs.join(', ')})
     select ${holder}, ${sums} from batch where ${holder} is not null and cost_usd <> '0' group by ${holder} order by ${holder}
     on conflict (holder_id) do update set ${limbs.map((limb) => `${limb} = holder_spending.${limb} + excluded.${limb}`).join(', ')}`,
    `insert into holder_days (holder_id, day, ${days.join(', ')})
     select ${holder}, end_day, sum(case when error in ('rate_limit_exceeded', 'concurrency_limit') then 0 else 1 end),
       sum(input_tokens + output_tokens), ${sums}
     from batch where ${holder} is not null group by ${holder}, end_day order by ${holder}, end_day
     on conflict (holder_id, day) do update set ${days.map((sum) => `${sum} = holder_days.${sum} + excluded.${sum}`).join(', ')}`,
  ]
}

function sumUp({ name, dimensions: own }: Grouping): string {
  const has = (dimension: string): boolean => own.some((one) => one === dimension)
  const values = dimensions.map((dimension) => {
    if (!has(dimension)) return "''"
    return dimension === 'tag' ? 'batch_tags.tag' : `coalesce(batch.${chosen.has(dimension) ? `counted_${dimension}` : dimension}, '')`
  })
  const groups = [...values.filter((value) => value !== "''"), 'batch.day', 'batch.slot']
  const source = name === 'tag' ? 'batch_tags join batch on batch.id = batch_tags.id' : 'batch'
  return `insert into batch_sums (${[...keyNames, 'day', 'slot', ...measures].join(', ')})
    select '${name}', ${values.join(', ')}, batch.day, batch.slot, ${measures.map(sumOf).join(', ')}
    from ${source} ${name === 'end_user' ? "where batch.counted_end_user <> ''" : ''} group by ${groups.join(', ')}`
}

function sumOf(measure: (typeof measures)[number]): string {
  if (measure === 'requests') return 'count(*)'
  if (measure === 'failed') return "sum(case when batch.outcome = 'ok' then 0 else 1 end)"
  return `sum(batch.${measure})`
}

/** A cross join keeps SQLite from reading all keys for a few sums. */
function rollUp(bucket: keyof typeof rollupTables): string {
  const table = rollupTables[bucket]
  return `insert into ${table} (key_id, bucket, ${measures.join(', ')})
    select usage_keys.id, batch_sums.${bucket}, ${measures.map((measure) => `sum(batch_sums.${measure})`).join(', ')}
    from batch_sums cross join usage_keys where ${keyNames.map((name) => `usage_keys.${name} = batch_sums.${name}`).join(' and ')}
    group by usage_keys.id, batch_sums.${bucket} order by usage_keys.id, batch_sums.${bucket}
    on conflict (key_id, bucket) do update set ${measures.map((measure) => `${measure} = ${table}.${measure} + excluded.${measure}`).join(', ')}`
}

function columnsOf<Name extends string, Type>(names: readonly Name[], type: Type): Readonly<Record<Name, Type>> {
  return Object.fromEntries(names.map((name) => [name, type])) as Record<Name, Type>
}
