import type { PlatformToken } from '../../../generated/platform/model/index.js'
import type { ChatDialect } from '../../../src/exchange/dialect-name.js'
import { matchesPattern } from '../../../src/access/name-pattern.js'
import { dateText } from '../../components/format.js'
import type { StatusKind } from '../../components/status.js'
import { styleTitle, styleTitles } from '../../format/styles.js'
import type { TokenCheck } from './token.js'

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
      return refusal(check.problem.status, check.problem.detail)
    case 'known':
      return standingOfKnown(check.token, wanted, now)
  }
}

function refusal(status: number, detail: string): TokenStanding {
  if (status === 401)
    return {
      kind: 'bad',
      words: 'Unknown or expired token',
      advice: 'Check that all of it was copied. Whoever made it sees under Tokens whether it has expired, and can rotate it.',
    }
  if (status === 429) return { kind: 'warning', words: 'Too many requests', advice: `${detail} Wait a little.` }
  return { kind: 'bad', words: 'The token could not be checked', advice: detail }
}

function standingOfKnown(
  token: PlatformToken,
  { model, style }: { readonly model: string; readonly style: ChatDialect },
  now: number,
): TokenStanding {
  if (token.expires_at !== null && Date.parse(token.expires_at) <= now)
    return { kind: 'bad', words: `Expired on ${dateText(token.expires_at)}`, advice: 'An admin, or its owner, can rotate it under Tokens.' }
  const spent = spentBudget(token)
  if (spent !== undefined)
    return { kind: 'bad', words: `Out of budget: ${spent}`, advice: 'An admin can raise the budget or top it up under Tokens.' }
  if (model !== '' && token.models.length > 0 && !token.models.some((pattern) => matchesPattern(pattern, model)))
    return {
      kind: 'bad',
      words: `Not allowed for the model ${model}`,
      advice: `Choose one of: ${token.models.join(', ')}. Its owner or an admin can allow more under Tokens.`,
    }
  if (token.styles !== null && !token.styles.some((allowed) => allowed === style))
    return {
      kind: 'bad',
      words: `Not allowed for the style ${styleTitles[style]}`,
      advice: `Choose one of: ${token.styles.map(styleTitle).join(', ')}.`,
    }
  return { kind: 'good', words: `Valid: ${token.name}` }
}

/** The budget that has nothing left, in words. */
export function spentBudget(token: PlatformToken): string | undefined {
  const budget = token.budgets.find(({ limit_usd, spent_usd }) => Number(spent_usd) >= Number(limit_usd))
  if (budget === undefined) return undefined
  const period = budget.period === 'total' ? '' : ` per ${budget.period}`
  const resets = budget.resets_at === null ? 'it does not reset' : `it resets ${dateText(budget.resets_at)}`
  return `$${budget.spent_usd} of $${budget.limit_usd}${period} of the ${budget.of} ${budget.name} are spent, ${resets}`
}
