import type { Holder, Period } from './budgets.js'

/** How a refusal of the gateway begins that names this budget; the console finds the budget by it. */
export function budgetTitle({ of, name }: Pick<Holder, 'of' | 'name'>, period: Period): string {
  const whose = of === 'token' ? 'this token' : `the ${of} ${JSON.stringify(name)}`
  return `The budget of ${whose}${period === 'total' ? '' : ` for this ${period}`} is`
}
