import { formatMoney } from '../accounting/money.js'
import type { Crossing } from '../accounting/thresholds.js'
import type { WebhookEvent } from './webhooks.js'

/** So much of a budget is spent. */
export function budgetEvent({ holder, state, percent }: Crossing): WebhookEvent {
  const { period, limit, spent, resetsAt } = state
  return {
    type: 'budget.threshold_reached',
    data: {
      of: holder.of,
      name: holder.name,
      period,
      threshold_percent: percent,
      limit_usd: formatMoney(limit),
      spent_usd: formatMoney(spent),
      resets_at: resetsAt === undefined ? null : new Date(resetsAt).toISOString(),
    },
  }
}
