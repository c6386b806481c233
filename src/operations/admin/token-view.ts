import type { PlatformBudgetState, PlatformToken } from '../../../generated/platform/model/index.js'
import type { TokenCaller } from '../../access/caller.js'
import { usualScopes } from '../../access/permissions.js'
import type { BudgetState, Holder } from '../../accounting/budgets.js'
import { formatMoney } from '../../accounting/money.js'
import type { OperationServices } from '../operation.js'
import { shownBudgets } from './budget-members.js'
import { versionOf } from './versions.js'

/** A token as the admin API shows it. Never its key. */
export function shownToken(token: TokenCaller, { accounts, platform }: OperationServices): PlatformToken {
  const { name, limits, policy, prefix, user, team, createdAt, expiresAt } = token
  const account = accounts.of(token)
  return {
    name,
    version: versionOf(token),
    prefix: prefix ?? null,
    user: user?.name ?? null,
    team: team?.name ?? null,
    scopes: [...(limits.scopes ?? usualScopes)],
    models: [...(policy.models ?? ['*'])],
    styles: limits.styles === undefined ? null : [...limits.styles],
    networks: limits.networks === undefined ? null : [...limits.networks],
    ...shownBudgets(limits),
    requests_per_minute: limits.requests_per_minute ?? null,
    requests_per_day: limits.requests_per_day ?? null,
    tokens_per_minute: limits.tokens_per_minute ?? null,
    tokens_per_day: limits.tokens_per_day ?? null,
    max_concurrent: policy.maxConcurrent,
    max_wait_ms: policy.maxWaitMs ?? platform.admission.maxWaitMs,
    expires_at: timeOrNull(expiresAt),
    managed_by: platform.filePlaces.has(name) ? 'file' : 'api',
    place: platform.filePlaces.get(name) ?? null,
    created_at: timeOrNull(createdAt),
    last_used_at: timeOrNull(platform.lastUses.of(token.id)),
    spent_usd: formatMoney(account.spent),
    reserved_usd: formatMoney(account.reserved),
    in_flight: platform.admission.runningOf(token.id),
    budgets: account.budgets().map(({ holder, state }) => shownBudget(holder, state)),
  }
}

export function shownBudget({ of, name }: Holder, { period, limit, spent, beganAt, resetsAt }: BudgetState): PlatformBudgetState {
  const amounts = { limit_usd: formatMoney(limit), spent_usd: formatMoney(spent) }
  return { of, name, period, ...amounts, began_at: timeOrNull(beganAt), resets_at: timeOrNull(resetsAt) }
}

export const time = (milliseconds: number): string => new Date(milliseconds).toISOString()

const timeOrNull = (milliseconds: number | undefined): string | null => (milliseconds === undefined ? null : time(milliseconds))
