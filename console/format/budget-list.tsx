import type { PlatformBudgetState } from '../../generated/platform/model/index.js'
import { Table } from '../components/table.js'
import { Spending } from './spending.js'
import { Utc } from './time.js'

/** How often a budget resets, after an amount: `$1 per day`. */
export const budgetPeriods: Readonly<Record<PlatformBudgetState['period'], string>> = {
  day: 'per day',
  week: 'per week',
  month: 'per month',
  total: 'in total',
}

/** The budgets that requests have to fit in, with what is spent of each. */
export function Budgets({ budgets }: { readonly budgets: readonly PlatformBudgetState[] }) {
  if (budgets.length === 0) return <p class="muted">No budget.</p>
  return (
    <Table
      caption="Budgets"
      rows={budgets}
      rowKey={({ of, name, period }) => `${of} ${name} ${period}`}
      columns={[
        { id: 'of', header: 'Budget of', cell: ({ of, name }) => `${of} ${name}` },
        { id: 'period', header: 'Period', cell: ({ period }) => <span class="nowrap">{budgetPeriods[period]}</span> },
        {
          id: 'spent',
          header: 'Spent',
          numeric: true,
          cell: ({ spent_usd: spent, limit_usd: limit }) => <Spending spent={spent} limit={limit} />,
        },
        {
          id: 'began',
          header: 'Counted since',
          cell: ({ began_at: at }) => (at === null ? <span class="muted">always</span> : <Utc time={at} />),
        },
        {
          id: 'resets',
          header: 'Resets',
          cell: ({ resets_at: at }) => (at === null ? <span class="muted">never</span> : <Utc time={at} />),
        },
      ]}
    />
  )
}
