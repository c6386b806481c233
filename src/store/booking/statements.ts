import { limitRefusals } from '../../accounting/quotas.js'
import { firstByteCounts } from './first-byte.js'
import { dimensions, groupings, measures, rollupTables, type Grouping } from './rollups.js'
import { requestColumns, stagedColumns } from './staged-request.js'

/** Requests of a batch that agree in these columns are added up before anything else. */
export const groupKeys = [
  ...['token_id', 'user_id', 'team_id', 'token', 'owner', 'team', 'counted_end_user', 'counted_model'],
  ...['counted_upstream_model', 'provider', 'style', 'outcome', 'error', 'usage_source', 'day', 'slot', 'end_day'],
] as const satisfies readonly (keyof typeof stagedColumns)[]

/** The columns whose sums a group has beside the number of its requests. */
export const groupSums = measures.filter((measure) => measure !== 'requests' && measure !== 'failed' && measure !== 'estimated')

/**
 * The transaction of one batch, for SQLite and PostgreSQL alike: the rows come into tables of the connection's own, and the database does
 * the rest. A batch that was written already, of which nobody heard, changes nothing. Rows are written in one order everywhere, so that
 * several gateways at one PostgreSQL do not wait for each other in a circle.
 */
export const batchTables: Readonly<Record<string, Readonly<Record<string, 'text' | 'bigint'>>>> = {
  batch: stagedColumns,
  batch_tags: { id: 'text', tag: 'text' },
  batch_groups: {
    ...Object.fromEntries(groupKeys.map((column) => [column, stagedColumns[column]])),
    ...columnsOf(['requests', ...groupSums, ...firstByteCounts], 'bigint'),
  },
  batch_sums: {
    grouping_name: 'text',
    ...columnsOf(dimensions, 'text'),
    day: 'bigint',
    slot: 'bigint',
    ...columnsOf([...measures, ...firstByteCounts], 'bigint'),
  },
}

const requestNames = Object.keys(requestColumns).join(', ')
const keyNames = ['grouping_name', ...dimensions]
/** Clients choose these names. */
const chosen: ReadonlySet<string> = new Set(['end_user', 'model', 'upstream_model'])
const limbs = ['cost_high', 'cost_middle', 'cost_low'] as const

/** From `batch`, with all its rows, to `requests` and to `batch_groups`. */
export const groupStatements: readonly string[] = [
  'delete from batch where exists (select 1 from requests where requests.id = batch.id)',
  `insert into requests (${requestNames}) select ${requestNames} from batch`,
  `insert into batch_groups (${[...groupKeys, 'requests', ...groupSums, ...firstByteCounts].join(', ')})
   select ${groupKeys.join(', ')}, count(*), ${[...groupSums.map((column) => `sum(${column})`), ...firstByteCounts.map((_, step) => countOfStep(step))].join(', ')}
   from batch group by ${groupKeys.join(', ')}`,
]

/** From `batch_groups` to all sums. `batch` has the rows that have tags, or all. */
export const bookStatements: readonly string[] = [
  'delete from running_requests where exists (select 1 from requests where requests.id = running_requests.id)',
  ...['token_id', 'user_id', 'team_id'].flatMap(payFor),
  ...groupings.map(sumUp),
  `insert into usage_keys (${keyNames.join(', ')}) select distinct ${keyNames.join(', ')} from batch_sums where true
   order by ${keyNames.join(', ')} on conflict do nothing`,
  ...(['slot', 'day'] as const).map(rollUp),
]

/** What a holder has spent in all and today. The limit of a day counts requests to models, but for those that a limit refused. */
function payFor(holder: string): string[] {
  const sums = limbs.map((limb) => `sum(${limb})`).join(', ')
  const days = ['requests', 'tokens', ...limbs]
  return [
    `insert into holder_spending (holder_id, ${limbs.join(', ')})
     select ${holder}, ${sums} from batch_groups where ${holder} is not null and (${limbs.map((limb) => `${limb} <> 0`).join(' or ')})
     group by ${holder} order by ${holder}
     on conflict (holder_id) do update set ${limbs.map((limb) => `${limb} = holder_spending.${limb} + excluded.${limb}`).join(', ')}`,
    `insert into holder_days (holder_id, day, ${days.join(', ')})
     select ${holder}, end_day, sum(case when style is null or error in (${limitRefusals.map((kind) => `'${kind}'`).join(', ')}) then 0 else requests end),
       sum(input_tokens + output_tokens), ${sums}
     from batch_groups where ${holder} is not null group by ${holder}, end_day order by ${holder}, end_day
     on conflict (holder_id, day) do update set ${days.map((sum) => `${sum} = holder_days.${sum} + excluded.${sum}`).join(', ')}`,
  ]
}

function sumUp({ name, dimensions: own }: Grouping): string {
  const has = (dimension: string): boolean => own.some((one) => one === dimension)
  const values = dimensions.map((dimension) => {
    if (!has(dimension)) return "''"
    return dimension === 'tag' ? 'batch_tags.tag' : `coalesce(${chosen.has(dimension) ? `counted_${dimension}` : dimension}, '')`
  })
  const groups = [...values.filter((value) => value !== "''"), 'day', 'slot']
  const tagged = has('tag')
  const source = tagged ? 'batch_tags join batch on batch.id = batch_tags.id' : 'batch_groups'
  const sums = measures.map((measure) => sumOf(measure, tagged ? '1' : 'requests'))
  const counts = firstByteCounts.map((column, step) => (tagged ? countOfStep(step) : `sum(${column})`))
  return `insert into batch_sums (${[...keyNames, 'day', 'slot', ...measures, ...firstByteCounts].join(', ')})
    select '${name}', ${values.join(', ')}, day, slot, ${[...sums, ...counts].join(', ')}
    from ${source} ${name === 'end_user' ? "where counted_end_user <> ''" : ''} group by ${groups.join(', ')}`
}

/** `requests`: how many a row stands for. */
function sumOf(measure: (typeof measures)[number], requests: string): string {
  if (measure === 'requests') return `sum(${requests})`
  if (measure === 'failed') return `sum(case when outcome = 'ok' then 0 else ${requests} end)`
  if (measure === 'estimated') return `sum(case when usage_source = 'estimated' then ${requests} else 0 end)`
  return `sum(${measure})`
}

/** Null where no row of the batch has this step. */
function countOfStep(step: number): string {
  return `sum(case first_byte_step when ${step} then 1 end)`
}

/** A cross join keeps SQLite from reading all keys for a few sums. */
function rollUp(bucket: keyof typeof rollupTables): string {
  const table = rollupTables[bucket]
  const sums = [...measures, ...firstByteCounts]
  const added = [
    ...measures.map((measure) => `${measure} = ${table}.${measure} + excluded.${measure}`),
    ...firstByteCounts.map(
      (column) => `${column} = coalesce(${table}.${column} + excluded.${column}, ${table}.${column}, excluded.${column})`,
    ),
  ]
  return `insert into ${table} (key_id, bucket, ${sums.join(', ')})
    select usage_keys.id, batch_sums.${bucket}, ${sums.map((sum) => `sum(batch_sums.${sum})`).join(', ')}
    from batch_sums cross join usage_keys where ${keyNames.map((name) => `usage_keys.${name} = batch_sums.${name}`).join(' and ')}
    group by usage_keys.id, batch_sums.${bucket} order by usage_keys.id, batch_sums.${bucket}
    on conflict (key_id, bucket) do update set ${added.join(', ')}`
}

function columnsOf<Name extends string, Type>(names: readonly Name[], type: Type): Readonly<Record<Name, Type>> {
  return Object.fromEntries(names.map((name) => [name, type])) as Record<Name, Type>
}
