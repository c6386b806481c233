import type { LossLedger } from '../ledger.js'
import type { Turn } from '../request.js'

/**
 * A line that a coding agent writes at the beginning of its instructions for its own provider, different in every request. Prompt caches,
 * which compare the beginning, would never match.
 */
const attribution = /^x-anthropic-billing-header:[^\n]*\n*/

/** The turns without such a line. Returns the same list where there is none. */
export function withoutChangingLines(turns: readonly Turn[], ledger: LossLedger): readonly Turn[] {
  const index = turns.findIndex(({ role }) => role === 'system' || role === 'developer')
  const turn = turns[index]
  const part = turn?.parts[0]
  if (turn === undefined || part?.type !== 'text' || !attribution.test(part.text)) return turns
  ledger.drop(part.at, 'the line changes with every request, and the provider would never find the prompt in its cache')
  const text = part.text.replace(attribution, '')
  const parts = text === '' ? turn.parts.slice(1) : turn.parts.with(0, { ...part, text })
  return parts.length === 0 ? turns.toSpliced(index, 1) : turns.with(index, { ...turn, parts })
}
