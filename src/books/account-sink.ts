import type { Accounts } from '../accounting/accounts.js'
import { limitRefusals } from '../accounting/quotas.js'
import { count } from '../accounting/rates.js'
import type { Ending } from '../record/ending.js'
import type { FinishedRecord, RecordSink } from '../record/request-record.js'

/** Settles what was reserved for a request, at whatever end. */
export class AccountSink implements RecordSink {
  constructor(private readonly accounts: Accounts) {}

  take({ caller, charge, reservation, style, ending }: FinishedRecord): void {
    if (caller === undefined) return
    const tokens = count(charge.usage.inputTokens) + count(charge.usage.outputTokens)
    this.accounts.settle(caller, reservation, charge.cost, tokens)
    this.accounts.countEnded(caller, style === undefined || wasRefusedByLimit(ending) ? 0 : 1, tokens)
  }
}

function wasRefusedByLimit(ending: Ending): boolean {
  return 'error' in ending && limitRefusals.some((kind) => kind === ending.error)
}
