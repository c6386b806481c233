import type { BudgetSettings } from '../config/configuration.js'
import { parseMoney, type Money } from './money.js'

/** The windows of budgets. Days, weeks (from Monday) and months are those of UTC. */
export const periods = ['day', 'week', 'month', 'total'] as const

export type Period = (typeof periods)[number]

/** What may be spent in each window; absent: unlimited. */
export type Budgets = { readonly [Window in Period]?: Money | undefined }

/** `undefined`: nothing is limited. */
export function budgetsOf(settings: BudgetSettings): Budgets | undefined {
  const { budget_usd: total, budget_per_day_usd: day, budget_per_week_usd: week, budget_per_month_usd: month } = settings
  if (total === undefined && day === undefined && week === undefined && month === undefined) return undefined
  return { day: amount(day), week: amount(week), month: amount(month), total: amount(total) }
}

const amount = (text: string | undefined): Money | undefined => (text === undefined ? undefined : parseMoney(text))

const dayMs = 86_400_000

/** The start of the window that contains this moment, in milliseconds since the epoch. */
export function beginOf(period: Period, now: number): number {
  if (period === 'total') return 0
  const day = Math.floor(now / dayMs)
  if (period === 'day') return day * dayMs
  // The epoch was a Thursday.
  if (period === 'week') return (day - ((day + 3) % 7)) * dayMs
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}

/** The end of the window; `undefined`: never. */
export function endOf(period: Period, now: number): number | undefined {
  if (period === 'total') return undefined
  if (period === 'day') return beginOf('day', now) + dayMs
  if (period === 'week') return beginOf('week', now) + 7 * dayMs
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** Whom an account belongs to. */
export interface Holder {
  readonly of: 'token' | 'user' | 'team'
  readonly id: string
  readonly name: string
  readonly budgets: Budgets | undefined
}

/** One budget of a holder, and how far it is used. */
export interface BudgetState {
  readonly period: Period
  readonly limit: Money
  readonly spent: Money
  /** Since when spending counts, in milliseconds since the epoch; absent: always. */
  readonly beganAt: number | undefined
  /** Milliseconds since the epoch; absent: never. */
  readonly resetsAt: number | undefined
}
