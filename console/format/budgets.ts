import { enteredMoney } from './money.js'

/** The budgets that tokens, users and teams may have. */
export const budgetFields = ['budget_usd', 'budget_per_day_usd', 'budget_per_week_usd', 'budget_per_month_usd'] as const
export type BudgetField = (typeof budgetFields)[number]

export const budgetTitles: Readonly<Record<BudgetField, string>> = {
  budget_usd: 'In total',
  budget_per_day_usd: 'Per day',
  budget_per_week_usd: 'Per week, from Monday',
  budget_per_month_usd: 'Per calendar month',
}

export type BudgetTexts = Readonly<Record<BudgetField, string>>

export function budgetTexts(holder: Readonly<Record<BudgetField, string | null>>): Record<BudgetField, string> {
  const texts = { budget_usd: '', budget_per_day_usd: '', budget_per_week_usd: '', budget_per_month_usd: '' }
  for (const field of budgetFields) texts[field] = holder[field] ?? ''
  return texts
}

/** The amounts of the fields that are filled in, and what is wrong with the others. */
export function readBudgets(texts: BudgetTexts): {
  readonly amounts: Partial<Record<BudgetField, string>>
  readonly errors: Partial<Record<BudgetField, string>>
} {
  const amounts: Partial<Record<BudgetField, string>> = {}
  const errors: Partial<Record<BudgetField, string>> = {}
  for (const field of budgetFields) {
    if (texts[field].trim() === '') continue
    const amount = enteredMoney(texts[field])
    if (amount === undefined) errors[field] = 'An amount of dollars such as 12.50.'
    else amounts[field] = amount
  }
  return { amounts, errors }
}
