import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Money } from '../accounting/money.js'
import { firstByteCounts } from './booking/first-byte.js'
import { moneyOf } from './booking/limbs.js'
import { measures, rollupTables, type Dimension, type Grouping } from './booking/rollups.js'
import { isPostgres } from './engine.js'
import type { StoreSchema } from './schema.js'

export interface UsageQuery {
  /** Which sums are read; it has all the dimensions below. */
  readonly grouping: Grouping
  readonly table: keyof typeof rollupTables
  /** Seconds since the epoch, at the beginning of a bucket; `to` itself does not count. */
  readonly from: number
  readonly to: number
  readonly by: readonly Dimension[]
  readonly filters: Readonly<Partial<Record<Dimension, string>>>
  /** A row for each interval of so many seconds, in place of one for the whole time. */
  readonly intervalSeconds?: number
  readonly mostGroups: number
  /** Whether the streams by the time of their first content are read too: more columns than all the others. */
  readonly firstByteTimes?: boolean
  /** The last group of the page before: its values in the order of `by`. */
  readonly after?: readonly string[]
}

export interface UsageRow {
  /** In the order of `by`. */
  readonly group: readonly string[]
  /** Seconds since the epoch. */
  readonly start: number | undefined
  readonly requests: number
  readonly failed: number
  readonly estimated: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedInputTokens: number
  readonly cacheWriteInputTokens: number
  readonly reasoningOutputTokens: number
  readonly durationMs: number
  /** How many streams had their first content in each step (`booking/first-byte.ts`); all 0 where the query does not ask. */
  readonly firstByteCounts: readonly number[]
  readonly cost: Money
}

export interface UsagePage {
  readonly rows: readonly UsageRow[]
  /** The last group of this page, where there may be more. */
  readonly next: readonly string[] | undefined
}

const purgedAtOnce = 1000
const keysAtOnce = 5000

/** Sums of requests, by group and time. Reads as many sums as a page needs, however many there are. */
export class UsageRepository {
  /** The last key that `purgeKeys` has looked at. */
  #keysSeen = 0

  constructor(
    private readonly database: Kysely<StoreSchema>,
    private readonly reading: Kysely<StoreSchema>,
  ) {}

  async read(query: UsageQuery): Promise<UsagePage> {
    const groups = query.by.length === 0 ? [[]] : await this.#groups(query)
    const page = groups.slice(0, query.mostGroups)
    const [first, last] = [page[0], page.at(-1)]
    if (first === undefined || last === undefined) return { rows: [], next: undefined }
    return { rows: await this.#sums(query, first, last), next: groups.length > page.length ? last : undefined }
  }

  /** Removes some sums of days and of five minutes that began before these (seconds); `true` where there may be more. */
  async purge(before: Readonly<Record<keyof typeof rollupTables, number>>): Promise<boolean> {
    let more = false
    for (const table of ['slot', 'day'] as const) {
      const name = sql.table(rollupTables[table])
      const { numAffectedRows } = await sql`delete from ${name} where (key_id, bucket) in
        (select key_id, bucket from ${name} where bucket < ${before[table]} limit ${purgedAtOnce})`.execute(this.database)
      more ||= Number(numAffectedRows) === purgedAtOnce
    }
    return more
  }

  /** Removes the keys among the next few thousand that have no sums any more. After the last key it begins anew. */
  async purgeKeys(): Promise<void> {
    await this.database.transaction().execute(async (transaction) => {
      // A batch that finds a key here adds sums to it: none may be under way meanwhile.
      if (isPostgres(transaction)) await sql`lock table usage_keys in share row exclusive mode`.execute(transaction)
      const from = this.#keysSeen
      const { rows } = await sql<{ last: number | string | null }>`select max(id) as last from usage_keys`.execute(transaction)
      await sql`delete from usage_keys where id > ${from} and id <= ${from + keysAtOnce}
        and not exists (select 1 from usage_days where key_id = usage_keys.id)
        and not exists (select 1 from usage_slots where key_id = usage_keys.id)`.execute(transaction)
      this.#keysSeen = from + keysAtOnce >= Number(rows[0]?.last ?? 0) ? 0 : from + keysAtOnce
    })
  }

  /** One group more than a page has, where there are so many. */
  async #groups({ grouping, by, filters, after, mostGroups }: UsageQuery): Promise<string[][]> {
    const behind = after === undefined ? sql`` : sql`and (${columns(by)}) > (${sql.join(after)})`
    const { rows } = await sql<Record<string, string>>`
      select distinct ${columns(by)} from usage_keys where ${ofKeys(grouping, filters)} ${behind}
      order by ${columns(by)} limit ${mostGroups + 1}`.execute(this.reading)
    return rows.map((row) => by.map((dimension) => row[dimension] ?? ''))
  }

  async #sums(query: UsageQuery, first: readonly string[], last: readonly string[]): Promise<UsageRow[]> {
    const { by, intervalSeconds: interval } = query
    const { rows } = await (
      interval === undefined ? sumsOfKeys(query, first, last) : sumsOfIntervals(query, interval, first, last)
    ).execute(this.reading)
    return rows.map((row) => ({
      group: by.map((dimension) => String(row[dimension] ?? '')),
      start: interval === undefined ? undefined : Number(row['start']),
      requests: Number(row['requests']),
      failed: Number(row['failed']),
      estimated: Number(row['estimated']),
      inputTokens: Number(row['input_tokens']),
      outputTokens: Number(row['output_tokens']),
      cachedInputTokens: Number(row['cached_input_tokens']),
      cacheWriteInputTokens: Number(row['cache_write_input_tokens']),
      reasoningOutputTokens: Number(row['reasoning_output_tokens']),
      durationMs: Number(row['duration_ms']),
      firstByteCounts: firstByteCounts.map((column) => Number(row[column] ?? 0)),
      cost: moneyOf(String(row['cost_high']), String(row['cost_middle']), String(row['cost_low'])),
    }))
  }
}

/** First the sums of each key, which lie beside each other, then those of the groups: that takes less than half of one step for both. */
function sumsOfKeys(query: UsageQuery, first: readonly string[], last: readonly string[]): RawBuilder<SumRow> {
  const { table, from, to, by } = query
  const groups = columns(by)
  const names = sumColumns(query)
  return sql<SumRow>`
    select ${by.length === 0 ? sql`` : sql`${groups},`} ${shownSums(names)}
    from (select key_id, ${addedUp(names)} from ${sql.table(rollupTables[table])}
      where key_id in (select id from usage_keys where ${ofPage(query, first, last)}) and bucket >= ${from} and bucket < ${to}
      group by key_id) as of_keys
    cross join usage_keys
    where usage_keys.id = of_keys.key_id
    ${by.length === 0 ? sql`having count(*) > 0` : sql`group by ${groups} order by ${groups}`}`
}

function sumsOfIntervals(query: UsageQuery, interval: number, first: readonly string[], last: readonly string[]): RawBuilder<SumRow> {
  const { table, from, to, by } = query
  const order = by.length === 0 ? sql`start` : sql`${columns(by)}, start`
  return sql<SumRow>`
    select ${by.length === 0 ? sql`` : sql`${columns(by)},`} bucket - bucket % ${sql.lit(interval)} as start, ${shownSums(sumColumns(query))}
    from usage_keys cross join ${sql.table(rollupTables[table])}
    where key_id = usage_keys.id and bucket >= ${from} and bucket < ${to} and ${ofPage(query, first, last)}
    group by ${order} order by ${order}`
}

type SumRow = Readonly<Record<string, string | number>>

const sumColumns = ({ firstByteTimes = false }: UsageQuery): readonly string[] =>
  firstByteTimes ? [...measures, ...firstByteCounts] : measures

const addedUp = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((column) => sql`sum(${sql.ref(column)}) as ${sql.ref(column)}`))

/** Costs as text: they may have more digits than a number. */
const shownSums = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    names.map((column) => {
      const sum = sql`sum(${sql.ref(column)})`
      return sql`${column.startsWith('cost_') ? sql`cast(${sum} as text)` : sum} as ${sql.ref(column)}`
    }),
  )

/** The keys of the groups from the first to the last one. */
function ofPage({ grouping, by, filters }: UsageQuery, first: readonly string[], last: readonly string[]): RawBuilder<unknown> {
  const keys = ofKeys(grouping, filters)
  return by.length === 0 ? keys : sql`${keys} and (${columns(by)}) >= (${sql.join(first)}) and (${columns(by)}) <= (${sql.join(last)})`
}

const columns = (names: readonly Dimension[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(`usage_keys.${name}`)))

function ofKeys(grouping: Grouping, filters: UsageQuery['filters']): RawBuilder<unknown> {
  const conditions = [sql`grouping_name = ${grouping.name}`]
  for (const [dimension, value] of Object.entries(filters)) conditions.push(sql`${sql.ref(`usage_keys.${dimension}`)} = ${value}`)
  return sql.join(conditions, sql` and `)
}
