import { useComputed } from '@preact/signals'
import { dateText } from '../../components/format.js'
import { Status } from '../../components/status.js'
import { settings } from './playground.js'
import { shortBudgetText, shortestBudget, standingOf } from './token-standing.js'
import { rateLimitLeft, tokenCheck } from './token.js'

/** What the token in use may do, or why it does not work. */
export function TokenStrip() {
  const standing = useComputed(() => standingOf(tokenCheck.value, settings.value, Date.now()))
  const { kind, words, advice } = standing.value
  return (
    <div class={`token-strip ${kind}`} role="status" aria-label="State of the token">
      <Status kind={kind}>{words}</Status>
      {advice !== undefined && <span class="token-advice">{advice}</span>}
      {kind === 'good' && <span class="token-facts">{factsText()}</span>}
    </div>
  )
}

function factsText(): string {
  const check = tokenCheck.value
  if (check.state !== 'known') return ''
  const { token } = check
  const { requests, tokens } = rateLimitLeft.value
  const budget = shortestBudget(token)
  return [
    token.expires_at === null ? 'no expiry' : `until ${dateText(token.expires_at)}`,
    token.models.length === 0 || token.models.includes('*') ? 'all models' : `models: ${token.models.join(', ')}`,
    requests === undefined ? '' : `${requests} requests left this minute`,
    tokens === undefined ? '' : `${tokens} tokens left this minute`,
    budget === undefined ? '' : shortBudgetText(budget),
  ]
    .filter((text) => text !== '')
    .join(' · ')
}
