import { sql, type CompiledQuery, type Insertable, type Kysely, type Transaction } from 'kysely'
import type { Money } from '../accounting/money.js'
import type { StoreSchema } from './schema.js'

/** One request as the books have it: promises' record, and whose it is. */
export type BookedRequest = Insertable<StoreSchema['requests']>

/** What is written together, all or nothing. */
export interface BookEntry {
  readonly ended: readonly BookedRequest[]
  /** Requests that run: the records that they become if the process dies. */
  readonly running: readonly BookedRequest[]
  /** Ids of requests that were written as running, and have ended. */
  readonly settled: readonly string[]
  /** What the ended ones cost, by token id. */
  readonly spent: ReadonlyMap<string, Money>
}

export interface RequestQuery {
  /** A token's name. */
  readonly token?: string
  /** The newest that are older than this one. */
  readonly before?: { readonly startedAt: string; readonly id: string }
  readonly limit: number
}

/** In the order in which a statement for a whole page has them. */
const columns = [
  ...(['id', 'token_id', 'token', 'style', 'model', 'provider', 'upstream_model', 'started_at', 'duration_ms', 'first_byte_ms'] as const),
  ...(['status', 'outcome', 'input_tokens', 'output_tokens', 'cached_input_tokens', 'usage_source', 'cost_usd', 'attempts'] as const),
  'losses' as const,
] satisfies (keyof BookedRequest)[]

const rowsAtOnce = 100
const purgedAtOnce = 1000

export class RequestRepository {
  #page: CompiledQuery | undefined

  constructor(private readonly database: Kysely<StoreSchema>) {}

  async book({ ended, running, settled, spent }: BookEntry): Promise<void> {
    await this.database.transaction().execute(async (transaction) => {
      for (const rows of pages(ended)) await this.#insert(transaction, rows)
      for (const ids of pages(settled)) await transaction.deleteFrom('running_requests').where('id', 'in', ids).execute()
      for (const rows of pages(running.map((request) => ({ id: request.id, record: JSON.stringify(request) }))))
        await transaction
          .insertInto('running_requests')
          .values(rows)
          .onConflict((conflict) => conflict.column('id').doUpdateSet((row) => ({ record: row.ref('excluded.record') })))
          .execute()
      for (const [tokenId, amount] of spent) await add(transaction, tokenId, amount)
    })
  }

  /** Building the statement costs several times what running it does: that of a whole page is built once. */
  async #insert(transaction: Transaction<StoreSchema>, rows: readonly BookedRequest[]): Promise<void> {
    if (rows.length !== rowsAtOnce) {
      await transaction.insertInto('requests').values(rows).execute()
      return
    }
    this.#page ??= transaction
      .insertInto('requests')
      .values(rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])) as unknown as BookedRequest))
      .compile()
    await transaction.executeQuery({ ...this.#page, parameters: rows.flatMap((row) => columns.map((column) => row[column] ?? null)) })
  }

  /** Which of these are booked already: for an entry of which nobody knows whether it was written. */
  async bookedAmong(ids: readonly string[]): Promise<Set<string>> {
    const booked = new Set<string>()
    for (const page of pages(ids))
      for (const { id } of await this.database.selectFrom('requests').select('id').where('id', 'in', page).execute()) booked.add(id)
    return booked
  }

  /** Requests that ran when the process ended without a word. */
  async interrupted(): Promise<BookedRequest[]> {
    const rows = await this.database.selectFrom('running_requests').select('record').execute()
    return rows.map(({ record }) => JSON.parse(record) as BookedRequest)
  }

  /** What every token has spent, by its id. */
  async spending(): Promise<Map<string, Money>> {
    const rows = await this.database
      .selectFrom('spending')
      .select(['token_id', sql<string>`cast(nano_usd as text)`.as('nano'), sql<string>`cast(rest as text)`.as('rest')])
      .execute()
    return new Map(rows.map(({ token_id, nano, rest }) => [token_id, BigInt(nano) * nanoUsd + BigInt(rest)]))
  }

  /** Newest first. */
  async list({ token, before, limit }: RequestQuery): Promise<BookedRequest[]> {
    let query = this.database.selectFrom('requests').selectAll().orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit)
    if (token !== undefined) query = query.where('token', '=', token)
    if (before !== undefined)
      query = query.where((row) =>
        row.or([row('started_at', '<', before.startedAt), row.and([row('started_at', '=', before.startedAt), row('id', '<', before.id)])]),
      )
    return (await query.execute()).map((row) => ({
      ...row,
      input_tokens: Number(row.input_tokens),
      output_tokens: Number(row.output_tokens),
      cached_input_tokens: Number(row.cached_input_tokens),
    }))
  }

  /** Removes some of those that began before this time, and of those beyond `most`; `true` where there may be more. */
  async purge(before: string, most = Infinity): Promise<boolean> {
    let time = before
    if (most !== Infinity) {
      const first = await this.database
        .selectFrom('requests')
        .select('started_at')
        .orderBy('started_at', 'desc')
        .offset(most - 1)
        .limit(1)
        .executeTakeFirst()
      if (first !== undefined && first.started_at > time) time = first.started_at
    }
    const old = this.database.selectFrom('requests').select('id').where('started_at', '<', time).limit(purgedAtOnce)
    const { numDeletedRows } = await this.database.deleteFrom('requests').where('id', 'in', old).executeTakeFirst()
    return Number(numDeletedRows) === purgedAtOnce
  }
}

/** Money of 10⁻²⁴ dollars does not fit a database's whole numbers: it is kept as 10⁻⁹ dollars and the rest. */
const nanoUsd = 10n ** 15n

async function add(transaction: Transaction<StoreSchema>, tokenId: string, amount: Money): Promise<void> {
  const [nano, rest] = [amount / nanoUsd, amount % nanoUsd]
  await transaction
    .insertInto('spending')
    .values({ token_id: tokenId, nano_usd: nano, rest })
    .onConflict((conflict) =>
      conflict.column('token_id').doUpdateSet({
        nano_usd: sql`spending.nano_usd + ${nano} + (spending.rest + ${rest}) / ${nanoUsd}`,
        rest: sql`(spending.rest + ${rest}) % ${nanoUsd}`,
      }),
    )
    .execute()
}

function* pages<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += rowsAtOnce) yield items.slice(from, from + rowsAtOnce)
}
