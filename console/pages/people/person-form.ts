import type { PlatformNewUser, PlatformTeam, PlatformUser } from '../../../generated/platform/model/index.js'
import { budgetTexts, readBudgets, type BudgetField, type BudgetTexts } from '../../format/budgets.js'
import { nameProblem } from '../../format/names.js'

export type Role = PlatformUser['role']

/** The form of a user, or of a team, which has a name and budgets alone. */
export interface PersonForm {
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly team: string
  readonly budgets: BudgetTexts
}

export type FormErrors = Readonly<Partial<Record<'name' | 'email' | BudgetField, string>>>

const noBudgets: BudgetTexts = { budget_usd: '', budget_per_day_usd: '', budget_per_week_usd: '', budget_per_month_usd: '' }

export const emptyForm: PersonForm = { name: '', email: '', role: 'member', team: '', budgets: noBudgets }

export const formOfUser = (user: PlatformUser): PersonForm => ({
  ...{ name: user.name, email: user.email ?? '', role: user.role, team: user.team ?? '' },
  budgets: budgetTexts(user),
})

export const formOfTeam = (team: PlatformTeam): PersonForm => ({ ...emptyForm, name: team.name, budgets: budgetTexts(team) })

/** The body that makes this user or team, or what is wrong at which field. */
export function readForm(form: PersonForm): { readonly body: PlatformNewUser } | { readonly errors: FormErrors } {
  const errors: Partial<Record<keyof FormErrors, string>> = {}
  const name = form.name.trim()
  const nameError = nameProblem(name, 'A name is needed.')
  if (nameError !== undefined) errors.name = nameError
  const email = form.email.trim()
  if (email !== '' && !/^[^\s@]{1,200}@[^\s@]{1,50}$/.test(email)) errors.email = 'An address such as ada@example.com.'
  const budgets = readBudgets(form.budgets)
  Object.assign(errors, budgets.errors)
  if (Object.keys(errors).length > 0) return { errors }
  return {
    body: {
      ...{ name, ...budgets.amounts },
      ...(email !== '' && { email }),
      ...(form.role !== 'member' && { role: form.role }),
      ...(form.team !== '' && { team: form.team }),
    },
  }
}

/** What one body changes in another; what it leaves out is taken away, a role becomes the usual one. */
export function changesBetween(before: PlatformNewUser, after: PlatformNewUser): Readonly<Record<string, unknown>> {
  const changes: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const wanted: unknown = Reflect.get(after, name)
    if (name !== 'name' && Reflect.get(before, name) !== wanted) changes[name] = wanted ?? (name === 'role' ? 'member' : null)
  }
  return changes
}
