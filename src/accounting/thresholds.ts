import { periods, type BudgetState, type Holder, type Period } from './budgets.js'
import type { Money } from './money.js'

/** Parts of a budget, in per cent, that are reported when they are spent. */
export const thresholds = [50, 80, 100] as const

/** A budget of which so much is spent for the first time in its window. */
export interface Crossing {
  readonly holder: Holder
  readonly state: BudgetState
  readonly percent: (typeof thresholds)[number]
}

export interface CrossingWatcher {
  /** Called when so much of a budget is spent for the first time in its window. Absent: nothing is reported. */
  readonly onCrossing?: ((crossing: Crossing) => void) | undefined
}

/** How many of the thresholds are reached. */
export function reachedOf(spent: Money, limit: Money): number {
  let reached = 0
  for (const percent of thresholds) if (isReached(percent, spent, limit)) reached++
  return reached
}

function isReached(percent: number, spent: Money, limit: Money): boolean {
  return spent * 100n >= limit * BigInt(percent)
}

/** Which thresholds of one account were reported. */
export class ReachedThresholds {
  readonly #reached: Record<Period, number> = { day: 0, week: 0, month: 0, total: 0 }

  /** What is reached already is not reported: it was, in an earlier process or under other limits. */
  expect(states: readonly BudgetState[]): void {
    for (const period of periods) this.#reached[period] = 0
    for (const { period, spent, limit } of states) this.#reached[period] = reachedOf(spent, limit)
  }

  /** A new window has begun. */
  restart(period: Period): void {
    this.#reached[period] = 0
  }

  /** Whether there is something to report. */
  reachesMore(period: Period, spent: Money, limit: Money): boolean {
    const next = thresholds[this.#reached[period]]
    return next !== undefined && isReached(next, spent, limit)
  }

  /** Reports what is reached now, each threshold once. */
  tell(holder: Holder, states: readonly BudgetState[], onCrossing: (crossing: Crossing) => void): void {
    for (const state of states) {
      const reached = reachedOf(state.spent, state.limit)
      const before = this.#reached[state.period]
      this.#reached[state.period] = reached
      for (const percent of thresholds.slice(before, reached)) onCrossing({ holder, state, percent })
    }
  }
}
