import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Spent } from '../accounting/account.js'
import { beginOf, type Period } from '../accounting/budgets.js'
import type { Money } from '../accounting/money.js'
import type { UsedToday } from '../accounting/quotas.js'
import { moneyOf } from './booking/limbs.js'
import { isPostgres } from './engine.js'
import { otherGateways } from './other-gateways.js'
import type { StoreSchema } from './schema.js'

/** What the books know of the windows that are open, by the id of a token, a user or a team. */
export interface KnownSpending {
  readonly spent: ReadonlyMap<string, Spent>
  readonly usedToday: ReadonlyMap<string, UsedToday>
}

/** Days that are over are kept this long: longer than any window. */
const keptDays = 40

export class SpendingRepository {
  constructor(private readonly database: Kysely<StoreSchema>) {}

  /** In all; of these, or of everybody. */
  async totals(ids?: readonly string[]): Promise<Map<string, Money>> {
    const all = this.#totals()
    return totalsIn(await (ids === undefined ? all : all.where('holder_id', 'in', ids)).execute())
  }

  /** In all, of so many after this id in the order of ids. */
  async totalsAfter(id: string, most: number): Promise<Map<string, Money>> {
    return totalsIn(await this.#totals().where('holder_id', '>', id).orderBy('holder_id').limit(most).execute())
  }

  #totals() {
    return this.database
      .selectFrom('holder_spending')
      .select(['holder_id', asText('cost_high').as('high'), asText('cost_middle').as('middle'), asText('cost_low').as('low')])
  }

  /** Whether other gateways may write to this database now. PostgreSQL alone. */
  async isShared(): Promise<boolean> {
    return (await otherGateways(this.database)) > 0
  }

  /** At one moment, though others may write. `now`: milliseconds since the epoch. `ids`: of these, or of everybody. */
  async known(now: number, ids?: readonly string[]): Promise<KnownSpending> {
    if (!isPostgres(this.database)) return this.#known(now, ids)
    const moment = this.database.transaction().setIsolationLevel('repeatable read')
    return moment.execute((transaction) => new SpendingRepository(transaction).#known(now, ids))
  }

  async #known(now: number, ids?: readonly string[]): Promise<KnownSpending> {
    const spent = new Map<string, Spent>()
    const usedToday = new Map<string, UsedToday>()
    for (const [id, total] of await this.totals(ids)) spent.set(id, { day: 0n, week: 0n, month: 0n, total })
    for (const period of ['month', 'week', 'day'] as const)
      for (const { id, money, requests, tokens } of await this.#since(period, now, ids)) {
        const known = spent.get(id)
        if (known !== undefined) known[period] = money
        if (period === 'day') usedToday.set(id, { requests, tokens })
      }
    return { spent, usedToday }
  }

  async #since(
    period: Period,
    now: number,
    ids?: readonly string[],
  ): Promise<readonly ({ readonly id: string; readonly money: Money } & UsedToday)[]> {
    const all = this.database
      .selectFrom('holder_days')
      .select(['holder_id', sum('requests').as('requests'), sum('tokens').as('tokens')])
      .select([sum('cost_high').as('high'), sum('cost_middle').as('middle'), sum('cost_low').as('low')])
      .where('day', '>=', beginOf(period, now) / 1000)
      .groupBy('holder_id')
    const rows = await (ids === undefined ? all : all.where('holder_id', 'in', ids)).execute()
    return rows.map(({ holder_id: id, requests, tokens, high, middle, low }) => ({
      id,
      money: moneyOf(high, middle, low),
      requests: Number(requests),
      tokens: Number(tokens),
    }))
  }

  /** Removes days that no window needs. */
  async purge(now: number): Promise<void> {
    await this.database
      .deleteFrom('holder_days')
      .where('day', '<', beginOf('day', now) / 1000 - keptDays * 86_400)
      .execute()
  }
}

function totalsIn(
  rows: readonly { readonly holder_id: string; readonly high: string; readonly middle: string; readonly low: string }[],
): Map<string, Money> {
  return new Map(rows.map(({ holder_id, high, middle, low }) => [holder_id, moneyOf(high, middle, low)]))
}

function asText(column: string): RawBuilder<string> {
  return sql<string>`cast(${sql.ref(column)} as text)`
}

function sum(column: string): RawBuilder<string> {
  return sql<string>`cast(sum(${sql.ref(column)}) as text)`
}
