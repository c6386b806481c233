import type { Budgets } from './budgets.js'
import type { RateLimits } from './quotas.js'

/** A user or a team that a token belongs to. */
export interface Group {
  readonly id: string
  readonly name: string
  readonly budgets?: Budgets | undefined
}

/** Whose requests are paid. */
export interface Payer {
  readonly id: string
  readonly name: string
  readonly policy: { readonly budgets?: Budgets | undefined; readonly rates?: RateLimits | undefined }
  readonly user?: Group | undefined
  readonly team?: Group | undefined
}

/** Whether a budget of the token, its user or its team may refuse a request. */
export function hasBudget({ policy, user, team }: Payer): boolean {
  return policy.budgets !== undefined || user?.budgets !== undefined || team?.budgets !== undefined
}

/** Whether a budget or a quota of tokens may refuse a request: only then is its highest possible cost calculated. */
export function isLimited(payer: Payer): boolean {
  const { rates } = payer.policy
  return hasBudget(payer) || rates?.tokensPerMinute !== undefined || rates?.tokensPerDay !== undefined
}
