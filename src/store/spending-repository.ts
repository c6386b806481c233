import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Spent } from '../accounting/account.js'
import { beginOf, type Period } from '../accounting/budgets.js'
import type { Money } from '../accounting/money.js'
import type { UsedToday } from '../accounting/quotas.js'
import { moneyOf } from './booking/limbs.js'
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
    let found = this.database
      .selectFrom('holder_spending')
      .select(['holder_id', asText('cost_high').as('high'), asText('cost_middle').as('middle'), asText('cost_low').as('low')])
    if (ids !== undefined) found = found.where('holder_id', 'in', ids)
    const rows = await found.execute()
    return new Map(rows.map(({ holder_id, high, middle, low }) => [holder_id, moneyOf(high, middle, low)]))
  }

  /** Whether other gateways may write to this database now. PostgreSQL alone. */
  async isShared(): Promise<boolean> {
    return (await otherGateways(this.database)) > 0
  }

  /** `now`: milliseconds since the epoch. */
  async known(now: number): Promise<KnownSpending> {
    const spent = new Map<string, Spent>()
    const usedToday = new Map<string, UsedToday>()
    for (const [id, total] of await this.totals()) spent.set(id, { day: 0n, week: 0n, month: 0n, total })
    for (const period of ['month', 'week', 'day'] as const)
      for (const { id, money, requests, tokens } of await this.#since(period, now)) {
        const known = spent.get(id)
        if (known !== undefined) known[period] = money
        if (period === 'day') usedToday.set(id, { requests, tokens })
      }
    return { spent, usedToday }
  }

  async #since(period: Period, now: number): Promise<readonly ({ readonly id: string; readonly money: Money } & UsedToday)[]> {
    const rows = await this.database
      .selectFrom('holder_days')
      .select(['holder_id', sum('requests').as('requests'), sum('tokens').as('tokens')])
      .select([sum('cost_high').as('high'), sum('cost_middle').as('middle'), sum('cost_low').as('low')])
      .where('day', '>=', beginOf(period, now) / 1000)
      .groupBy('holder_id')
      .execute()
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

function asText(column: string): RawBuilder<string> {
  return sql<string>`cast(${sql.ref(column)} as text)`
}

function sum(column: string): RawBuilder<string> {
  return sql<string>`cast(sum(${sql.ref(column)}) as text)`
}
