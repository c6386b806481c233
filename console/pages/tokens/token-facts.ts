import type { PlatformBudgetState, PlatformToken } from '../../../generated/platform/model/index.js'
import { spentShare } from '../../format/money.js'

export function ownersOf({ user, team }: Pick<PlatformToken, 'user' | 'team'>): string {
  return [user, team].filter((name) => name !== null).join(', ') || '–'
}

/** Whether somebody may miss the token when it is gone: it was used in the last day. `now`: milliseconds since the epoch. */
export function usedLately({ last_used_at: at }: Pick<PlatformToken, 'last_used_at'>, now: number): boolean {
  return at !== null && now - Date.parse(at) < 86_400_000
}

/** Of the token's own budgets the one that is spent most. */
export function fullestBudget({ budgets }: Pick<PlatformToken, 'budgets'>): PlatformBudgetState | undefined {
  const share = ({ spent_usd: spent, limit_usd: limit }: PlatformBudgetState): number => spentShare(spent, limit)
  return budgets.filter(({ of }) => of === 'token').toSorted((one, other) => share(other) - share(one))[0]
}
