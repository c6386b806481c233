import type { PlatformBudgetState, PlatformToken } from '../../../generated/platform/model/index.js'
import type { ChatDialect } from '../../../src/exchange/dialect-name.js'
import { matchesPattern } from '../../../src/access/name-pattern.js'
import type { Problem } from '../../api/problem.js'
import { dateText } from '../../components/format.js'
import type { StatusKind } from '../../components/status.js'
import { styleTitle, styleTitles } from '../../format/styles.js'
import { tokenExpired, type TokenCheck } from './token.js'

/** What to say of the token in use, and what to do where it does not work. */
export interface TokenStanding {
  readonly kind: StatusKind
  readonly words: string
  readonly advice?: string
}

export function standingOf(check: TokenCheck, wanted: { readonly model: string; readonly style: ChatDialect }, now: number): TokenStanding {
  switch (check.state) {
    case 'none':
      return { kind: 'neutral', words: 'No token yet', advice: 'Paste one in the settings.' }
    case 'checking':
      return { kind: 'busy', words: 'Checking the token …' }
    case 'refused':
      return refusal(check.problem)
    case 'known':
      return standingOfKnown(check.token, wanted, now)
  }
}

function refusal({ status, code, detail }: Problem): TokenStanding {
  if (code === tokenExpired) return { kind: 'bad', words: 'Expired token', advice: rotation }
  if (status === 401)
    return {
      kind: 'bad',
      words: 'Unknown token',
      advice: 'Check that all of it was copied. It may have been revoked or replaced by a new key: ask whoever created it.',
    }
  if (status === 429) return { kind: 'warning', words: 'Too many requests', advice: `${detail} Wait a little.` }
  return { kind: 'bad', words: 'The token could not be checked', advice: detail }
}

const rotation = 'Its owner or an admin can rotate it under Tokens.'
const whoCanAllow = 'Its owner or an admin can allow more under Tokens.'

function standingOfKnown(
  token: PlatformToken,
  { model, style }: { readonly model: string; readonly style: ChatDialect },
  now: number,
): TokenStanding {
  if (token.expires_at !== null && Date.parse(token.expires_at) <= now)
    return { kind: 'bad', words: `Expired on ${dateText(token.expires_at)}`, advice: rotation }
  const budget = shortestBudget(token)
  if (budget !== undefined && leftOf(budget) <= 0)
    return {
      kind: 'bad',
      words: `Out of budget: ${shortBudgetText(budget)}`,
      advice: 'An admin can raise the budget under Tokens.',
    }
  if (model !== '' && token.models.length > 0 && !token.models.some((pattern) => matchesPattern(pattern, model)))
    return {
      kind: 'bad',
      words: `Not allowed for the model ${model}`,
      advice: `Choose one of: ${token.models.join(', ')}. ${whoCanAllow}`,
    }
  if (token.styles !== null && !token.styles.some((allowed) => allowed === style))
    return {
      kind: 'bad',
      words: `Not allowed for the style ${styleTitles[style]}`,
      advice: `Choose one of: ${token.styles.map(styleTitle).join(', ')}. ${whoCanAllow}`,
    }
  return { kind: 'good', words: `Valid: ${token.name}` }
}

/** The budget with the least left. */
export function shortestBudget({ budgets }: PlatformToken): PlatformBudgetState | undefined {
  return budgets.toSorted((one, other) => leftOf(one) - leftOf(other))[0]
}

const leftOf = ({ limit_usd: limit, spent_usd: spent }: PlatformBudgetState): number => Number(limit) - Number(spent)

/** `$0.9 of $1 per day of the team research spent` */
export function shortBudgetText({ of, name, period, limit_usd: limit, spent_usd: spent }: PlatformBudgetState): string {
  return `$${spent} of $${limit} ${period === 'total' ? 'in total' : `per ${period}`} of the ${of} ${name} spent`
}
