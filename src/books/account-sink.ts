import type { Accounts } from '../accounting/accounts.js'
import { count } from '../accounting/rates.js'
import type { FinishedRecord, RecordSink } from '../record/request-record.js'

/** Settles what was reserved for a request, at whatever end. */
export class AccountSink implements RecordSink {
  constructor(private readonly accounts: Accounts) {}

  take({ caller, charge, reservation }: FinishedRecord): void {
    if (caller === undefined) return
    this.accounts.settle(caller, reservation, charge.cost, count(charge.usage.inputTokens) + count(charge.usage.outputTokens))
  }
}
