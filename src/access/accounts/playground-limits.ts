import { parseMoney } from '../../accounting/money.js'
import type { TokenLimits } from '../../config/configuration.js'
import { defined } from '../../json/object.js'
import type { User } from '../people.js'
import { usualConcurrency } from '../policy.js'

/**
 * What the playground of a user may do beside the budgets of the user and the team. Of a member: as much as the most generous of the
 * member's own tokens in each respect, and nothing without a token. Owners and admins could make themselves any token.
 */
export function playgroundLimits(user: Pick<User, 'role'>, own: readonly TokenLimits[]): TokenLimits {
  if (user.role !== 'member') return {}
  const tokens = own.filter(({ scopes }) => scopes === undefined || scopes.includes('inference'))
  if (tokens.length === 0) return { models: [] }
  return defined<TokenLimits>({
    models: union(tokens.map(({ models }) => models)),
    styles: union(tokens.map(({ styles }) => styles)),
    budget_usd: largestAmount(tokens.map(({ budget_usd: amount }) => amount)),
    budget_per_day_usd: largestAmount(tokens.map(({ budget_per_day_usd: amount }) => amount)),
    budget_per_week_usd: largestAmount(tokens.map(({ budget_per_week_usd: amount }) => amount)),
    budget_per_month_usd: largestAmount(tokens.map(({ budget_per_month_usd: amount }) => amount)),
    requests_per_minute: largest(tokens.map(({ requests_per_minute: rate }) => rate)),
    requests_per_day: largest(tokens.map(({ requests_per_day: rate }) => rate)),
    tokens_per_minute: largest(tokens.map(({ tokens_per_minute: rate }) => rate)),
    tokens_per_day: largest(tokens.map(({ tokens_per_day: rate }) => rate)),
    max_concurrent: largest(tokens.map(({ max_concurrent: count = usualConcurrency }) => count)),
  })
}

/** `undefined`, which is no limit, where one of them has none. */
function union<Item>(lists: readonly (readonly Item[] | undefined)[]): readonly Item[] | undefined {
  const known = lists.filter((list) => list !== undefined)
  return known.length < lists.length ? undefined : [...new Set(known.flat())]
}

function largest(limits: readonly (number | undefined)[]): number | undefined {
  const known = limits.filter((limit) => limit !== undefined)
  return known.length < limits.length ? undefined : Math.max(...known)
}

function largestAmount(amounts: readonly (string | undefined)[]): string | undefined {
  const known = amounts.filter((amount) => amount !== undefined)
  if (known.length < amounts.length) return undefined
  return known.reduce((most, amount) => (parseMoney(amount) > parseMoney(most) ? amount : most))
}
