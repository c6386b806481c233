import { budgetsOf, type Budgets } from '../accounting/budgets.js'
import type { RateLimits } from '../accounting/quotas.js'
import type { TokenLimits } from '../config/configuration.js'
import type { Role } from './people.js'
import { matchesPattern } from './name-pattern.js'
import { permissionsOf, type Permissions } from './permissions.js'

/** What a caller may do. */
export interface Policy {
  /** Names or patterns with `*`; absent = all models. */
  readonly models?: readonly string[] | undefined
  /** Where requests may come from, and for what; absent = from everywhere, for every model endpoint. */
  readonly permissions?: Permissions | undefined
  /** Most requests at the same time, and most open WebSocket connections. */
  readonly maxConcurrent: number
  /** How long a request waits for its turn where a limit would refuse it, in milliseconds; absent: as long as the process says. */
  readonly maxWaitMs?: number | undefined
  readonly rates?: RateLimits | undefined
  readonly budgets?: Budgets | undefined
}

export const usualConcurrency = 100

/** `role`: that of the token's user. */
export function policyOf(limits: TokenLimits, role?: Role): Policy {
  const { models, max_wait_ms: maxWaitMs } = limits
  return {
    models: models === undefined || models.includes('*') ? undefined : models,
    permissions: permissionsOf(limits, role),
    maxConcurrent: limits.max_concurrent ?? usualConcurrency,
    maxWaitMs,
    rates: ratesOf(limits),
    budgets: budgetsOf(limits),
  }
}

function ratesOf(limits: TokenLimits): RateLimits | undefined {
  const { requests_per_minute: requests, requests_per_day: daily, tokens_per_minute: tokens, tokens_per_day: dailyTokens } = limits
  if (requests === undefined && daily === undefined && tokens === undefined && dailyTokens === undefined) return undefined
  return { requestsPerMinute: requests, requestsPerDay: daily, tokensPerMinute: tokens, tokensPerDay: dailyTokens }
}

/** Whether the policy allows this model name. `*` in a pattern stands for any run of characters. */
export function allowsModel({ models }: Policy, name: string): boolean {
  return models === undefined || models.some((pattern) => matchesPattern(pattern, name))
}
