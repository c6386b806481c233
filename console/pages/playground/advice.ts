import type { PlatformBudgetState } from '../../../generated/platform/model/index.js'
import { outOfBudget, type Problem } from '../../api/problem.js'
import { dateText } from '../../components/format.js'
import { tokenExpired, type TokenCheck } from './token.js'

/** What to try after a failed request, and who can help. */
export function adviceOf(problem: Problem, check: TokenCheck): string {
  const { status, code, param } = problem
  if (code === outOfBudget) return budgetAdvice(problem, check)
  if (code === 'unreachable') return 'Send it again when the connection is back.'
  if (status === 401) {
    const expired = check.state === 'refused' && check.problem.code === tokenExpired
    if (expired) return 'The token has expired. Its owner or an admin can rotate it under Tokens.'
    return 'The token is unknown here. Paste all of it again, or ask whoever created it for a new one.'
  }
  if (status === 403) return 'The token may not do this. Its owner or an admin can change what it may do under Tokens.'
  if (status === 404) return 'Choose another model, or ask an admin to allow this one for the token.'
  if (status === 429) return 'Wait until the limit has room again. What you sent is kept.'
  if (status === 400 || status === 422)
    return param === undefined
      ? 'Look at what was sent in the inspector (Ctrl\u00a0.), and change the settings.'
      : `The field ${param} is wrong: look at what was sent in the inspector (Ctrl\u00a0.).`
  if (status === 413) return 'Send less: a smaller picture or a shorter conversation.'
  if (code === 'upstream_auth') return "The provider refuses the gateway's own key. An admin can check it under Providers."
  return 'The provider failed. Send it again, or choose another model. The trace in the inspector (Ctrl\u00a0.) shows each attempt.'
}

/** Which budget, since when it counts and when it resets; where the gateway names none, it passes on what the provider says of its own account. */
function budgetAdvice({ budget: named }: Problem, check: TokenCheck): string {
  if (named === undefined) return "The gateway's own account at the provider has nothing left. An admin can look under Providers."
  const short = 'What is left is less than this request may cost. An admin can raise it or top it up under Tokens.'
  const budgets = check.state === 'known' ? check.token.budgets : []
  const budget = budgets.find(({ of, period }) => named.startsWith(`${of}; period=${period};`))
  // The token is being checked, or has been changed since.
  return budget === undefined ? short : `${budgetText(budget)}. ${short}`
}

/** How far it is spent, since when, and when it resets. */
function budgetText({ of, name, limit_usd: limit, spent_usd: spent, began_at: began, resets_at: resets }: PlatformBudgetState): string {
  const since = began === null ? 'since it was created' : `since ${dateText(began)}`
  const again = resets === null ? 'it does not reset' : `it resets ${dateText(resets)}`
  return `$${spent} of $${limit} of the ${of} ${name} are spent ${since}, ${again}`
}
