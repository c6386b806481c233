import { Accounts } from '../accounting/accounts.js'
import type { Money } from '../accounting/money.js'
import type { Spent } from '../accounting/account.js'
import type { Quotas } from '../accounting/quotas.js'
import { AccountSink } from '../books/account-sink.js'
import { Books } from '../books/books.js'
import type { Configuration } from '../config/configuration.js'
import type { RecordSink, RequestRecord } from '../record/request-record.js'
import type { Store } from '../store/store.js'

export interface Bookkeeping {
  readonly accounts: Accounts
  readonly books: Books
  readonly running: Set<RequestRecord>
  readonly sinks: readonly RecordSink[]
  /** Requests that the end of the last process interrupted, and that are booked now. */
  readonly interrupted: number
}

interface BookkeepingOptions {
  readonly store: Store
  readonly quotas: Quotas
  readonly now: () => number
  readonly clock: () => number
  readonly onTrouble: (message: string, detail: unknown) => void
  readonly showUser: (endUser: string) => string | undefined
}

/** About ten MB. */
const mostRecordsInMemory = 10_000

/** The books and the accounts as they were left; what ran when the last process died is booked first. */
export async function openBooks(
  { accounting, database }: Pick<Configuration, 'accounting' | 'database'>,
  { store, quotas, now, clock, onTrouble, showUser }: BookkeepingOptions,
): Promise<Bookkeeping> {
  const interrupted = await store.requests.bookInterrupted()
  const accounts = new Accounts({ spent: inAll(await store.requests.spending()), quotas, now })
  const running = new Set<RequestRecord>()
  const books = new Books({
    repository: store.requests,
    running,
    now,
    clock,
    showUser,
    retentionDays: accounting.retention_days,
    ...(database.kind === 'memory' ? { mostKept: mostRecordsInMemory } : {}),
    onTrouble,
  })
  return { accounts, books, interrupted, running, sinks: [new AccountSink(accounts), books] }
}

function inAll(spent: ReadonlyMap<string, Money>): Map<string, Spent> {
  return new Map([...spent].map(([id, total]) => [id, { day: 0n, week: 0n, month: 0n, total }]))
}
