import type { LossLedger } from './ledger.js'
import { located, type Located } from './located.js'

/** A setting whose value is one of the exchange's. Another value is dropped with a ledger entry. `at`: its JSON pointer. */
export function knownValue<Value extends string>(
  value: string | null | undefined,
  at: string,
  knownValues: readonly Value[],
  ledger: LossLedger,
): Located<Value> | undefined {
  const known = knownValues.find((each) => each === value)
  if (known === undefined && value !== null && value !== undefined) ledger.drop(at, 'the value has no counterpart in another style')
  return located(known, at)
}
