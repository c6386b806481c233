import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Money } from '../accounting/money.js'
import { moneyOf } from './booking/limbs.js'
import { rollupTables, type Dimension, type Grouping } from './booking/rollups.js'
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
    const { grouping, table, from, to, by, filters, intervalSeconds: interval } = query
    const sums = sql.table(rollupTables[table])
    const ofPage = by.length === 0 ? sql`` : sql`and (${columns(by)}) >= (${sql.join(first)}) and (${columns(by)}) <= (${sql.join(last)})`
    const start = interval === undefined ? sql`0` : sql`bucket - bucket % ${sql.lit(interval)}`
    const order = by.length === 0 ? sql`start` : sql`${columns(by)}, start`
    const { rows } = await sql<Record<string, string | number>>`
      select ${by.length === 0 ? sql`` : sql`${columns(by)},`} ${start} as start, sum(requests) as requests, sum(failed) as failed, sum(estimated) as estimated,
        sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens, sum(cached_input_tokens) as cached_input_tokens,
        sum(cache_write_input_tokens) as cache_write_input_tokens, sum(reasoning_output_tokens) as reasoning_output_tokens,
        sum(duration_ms) as duration_ms, cast(sum(cost_high) as text) as cost_high, cast(sum(cost_middle) as text) as cost_middle,
        cast(sum(cost_low) as text) as cost_low
      from usage_keys cross join ${sums}
      where key_id = usage_keys.id and bucket >= ${from} and bucket < ${to} and ${ofKeys(grouping, filters)} ${ofPage}
      group by ${order} order by ${order}`.execute(this.reading)
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
      cost: moneyOf(String(row['cost_high']), String(row['cost_middle']), String(row['cost_low'])),
    }))
  }
}

const columns = (names: readonly Dimension[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(`usage_keys.${name}`)))

function ofKeys(grouping: Grouping, filters: UsageQuery['filters']): RawBuilder<unknown> {
  const conditions = [sql`grouping_name = ${grouping.name}`]
  for (const [dimension, value] of Object.entries(filters)) conditions.push(sql`${sql.ref(`usage_keys.${dimension}`)} = ${value}`)
  return sql.join(conditions, sql` and `)
}
