import type { LossLedger } from './ledger.js'
import { located, type Located } from './located.js'
import type { ReasoningEffort } from './request.js'

export const reasoningEfforts: readonly ReasoningEffort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** A setting with a value that the exchange knows. Other values are left out of a translation, with a ledger entry. */
export function knownWord<Word extends string>(
  value: string | null | undefined,
  at: string,
  words: readonly Word[],
  ledger: LossLedger,
): Located<Word> | undefined {
  const word = words.find((known) => known === value)
  if (word === undefined && value !== null && value !== undefined) ledger.drop(at, 'only its own provider knows the word')
  return located(word, at)
}
