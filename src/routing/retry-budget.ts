import type { RetrySettings } from '../config/configuration.js'

/**
 * Keeps retries from making an outage worse: at most max(`budget_floor`, `budget_percent` of the running requests)
 * are under way at any time.
 */
export class RetryBudget {
  running = 0
  retrying = 0

  constructor(private readonly settings: Pick<RetrySettings, 'budget_floor' | 'budget_percent'>) {}

  /** Takes a slot for one retry. Each `true` must be followed by one `give`. */
  take(): boolean {
    const { budget_floor: floor, budget_percent: percent } = this.settings
    if (this.retrying >= Math.max(floor, Math.floor((this.running * percent) / 100))) return false
    this.retrying++
    return true
  }

  give(): void {
    this.retrying--
  }
}
