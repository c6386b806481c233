import { Accounts } from '../accounting/accounts.js'
import { AccountSink } from '../books/account-sink.js'
import { Books } from '../books/books.js'
import type { Configuration } from '../config/configuration.js'
import type { RecordSink, RequestRecord } from '../record/request-record.js'
import type { Store } from '../store/store.js'

export interface Bookkeeping {
  readonly accounts: Accounts
  readonly books: Books
  /** Absent where requests are not booked. */
  readonly running?: Set<RequestRecord>
  readonly sinks: readonly RecordSink[]
  /** Requests that the end of the last process interrupted, and that are booked now. */
  readonly interrupted: number
}

interface BookkeepingOptions {
  readonly store: Store
  readonly now: () => number
  readonly clock: () => number
  readonly onTrouble: (message: string, detail: unknown) => void
}

/** A record takes about a KiB. */
const mostRecordsInMemory = 100_000

/**
 * The books and the accounts as they were left; what ran when the last process died is booked first. Requests are booked where somebody can
 * read them (an admin key is set) or where they count (a token has a budget): writing a record takes about as long as serving a request.
 */
export async function openBooks(
  { accounting, admin, database, tokens }: Pick<Configuration, 'accounting' | 'admin' | 'database' | 'tokens'>,
  { store, now, clock, onTrouble }: BookkeepingOptions,
): Promise<Bookkeeping> {
  const interrupted = await Books.recover(store.requests)
  const accounts = new Accounts(await store.requests.spending(), clock)
  const running = new Set<RequestRecord>()
  const kept = admin.key !== undefined || tokens.some((token) => token.budget_usd !== undefined) || (await store.tokens.anyBudget())
  const books = new Books({
    repository: store.requests,
    running,
    now,
    clock,
    retentionDays: accounting.retention_days,
    ...(database.kind === 'memory' ? { mostKept: mostRecordsInMemory } : {}),
    onTrouble,
  })
  const settling = new AccountSink(accounts)
  return { accounts, books, interrupted, ...(kept ? { running, sinks: [settling, books] } : { sinks: [settling] }) }
}
