import type { BudgetSettings } from '../../config/configuration.js'
import { formatMoney, parseMoney } from '../../accounting/money.js'
import { GatewayFailure } from '../../exchange/error.js'

export const budgetNames = ['budget_usd', 'budget_per_day_usd', 'budget_per_week_usd', 'budget_per_month_usd'] as const

/** Budgets as the admin API shows them: without needless zeros. */
export function shownBudgets(settings: BudgetSettings): Record<(typeof budgetNames)[number], string | null> {
  return {
    budget_usd: plain(settings.budget_usd),
    budget_per_day_usd: plain(settings.budget_per_day_usd),
    budget_per_week_usd: plain(settings.budget_per_week_usd),
    budget_per_month_usd: plain(settings.budget_per_month_usd),
  }
}

const plain = (amount: string | undefined): string | null => (amount === undefined ? null : formatMoney(parseMoney(amount)))

/** What is set after these changes; `null` takes something away, `undefined` changes nothing. */
export function merged<Settings extends object>(settings: Settings, changes: { readonly [Name in keyof Settings]?: unknown }): Settings {
  const all: object = { ...settings, ...changes }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined)) as Settings
}

/** The budget in all after a top-up. */
export function toppedUp({ budget_usd: budget }: BudgetSettings, amount: string): { readonly budget_usd: string } {
  if (budget === undefined)
    throw new GatewayFailure({ kind: 'conflict', message: 'There is no budget_usd to add to: set one first.', param: '/amount_usd' })
  return { budget_usd: formatMoney(parseMoney(budget) + parseMoney(amount)) }
}
