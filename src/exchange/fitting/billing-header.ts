import type { LossLedger } from '../ledger.js'
import type { Turn } from '../request.js'

/**
 * A line that Claude Code writes at the beginning of its instructions for Anthropic, different in every request. Prompt caches compare the
 * beginning of a prompt, so those of other providers would never match.
 */
const billingHeader = /^x-anthropic-billing-header:[^\n]*\n*/

/** Removes the line from the turns. Returns the same list where there is none. */
export function withoutBillingHeader(turns: readonly Turn[], ledger: LossLedger): readonly Turn[] {
  const index = turns.findIndex(({ role }) => role === 'system' || role === 'developer')
  const turn = turns[index]
  const part = turn?.parts[0]
  if (turn === undefined || part?.type !== 'text' || !billingHeader.test(part.text)) return turns
  ledger.drop(part.at, 'the line changes with every request, so the provider would never find the prompt in its cache')
  const text = part.text.replace(billingHeader, '')
  const parts = text === '' ? turn.parts.slice(1) : turn.parts.with(0, { ...part, text })
  return parts.length === 0 ? turns.toSpliced(index, 1) : turns.with(index, { ...turn, parts })
}
