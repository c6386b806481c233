import { setTimeout as sleep } from 'node:timers/promises'
import type { Tokens } from '../access/tokens.js'
import { Accounts } from '../accounting/accounts.js'
import type { CrossingWatcher } from '../accounting/thresholds.js'
import { Quotas } from '../accounting/quotas.js'
import { AccountSink } from '../books/account-sink.js'
import { Books } from '../books/books.js'
import { SharedSpending } from '../books/shared-spending.js'
import type { Configuration } from '../config/configuration.js'
import type { RecordSink } from '../record/request-record.js'
import { RunningRecords } from '../record/running-records.js'
import type { Store } from '../store/store.js'

export interface Bookkeeping {
  readonly accounts: Accounts
  readonly quotas: Quotas
  readonly books: Books
  readonly running: RunningRecords
  readonly sinks: readonly RecordSink[]
  /** Requests that the end of the last process interrupted, and that are booked now. */
  readonly interrupted: number
}

interface BookkeepingOptions {
  readonly store: Store
  readonly tokens: Pick<Tokens, 'withId'>
  readonly now: () => number
  readonly clock: () => number
  readonly onTrouble: (message: string, detail: unknown) => void
  readonly showUser: (endUser: string) => string | undefined
  readonly watcher: CrossingWatcher
}

/** PostgreSQL may notice a moment later that a process which was killed is gone. */
const noticedMs = 1000
const lookEveryMs = 100

/** How many requests of processes that are gone were booked. */
async function bookInterrupted({ requests }: Pick<Store, 'requests'>, clock: () => number): Promise<number> {
  let booked = await requests.bookInterrupted()
  for (const end = clock() + noticedMs; clock() < end && (await requests.runElsewhere()); booked += await requests.bookInterrupted())
    await sleep(lookEveryMs)
  return booked
}

/** About ten MB. */
const mostRecordsInMemory = 10_000

/** The books and the accounts as they were left; what ran when the last process died is booked first. */
export async function openBooks(
  { accounting, database }: Pick<Configuration, 'accounting' | 'database'>,
  { store, tokens, now, clock, onTrouble, showUser, watcher }: BookkeepingOptions,
): Promise<Bookkeeping> {
  const interrupted = await bookInterrupted(store, clock)
  const readAt = now()
  const { spent, usedToday } = await store.spending.known(readAt)
  const quotas = new Quotas({ clock, now, usedToday, usedAt: readAt, ratesNow: (id) => tokens.withId(id)?.policy.rates })
  const accounts = new Accounts({
    spent,
    spentAt: readAt,
    quotas,
    payerNow: (id) => tokens.withId(id),
    now,
    get onCrossing() {
      return watcher.onCrossing
    },
  })
  const running = new RunningRecords()
  const shared =
    database.kind === 'postgres' ? new SharedSpending({ accounts, spending: store.spending, now, clock, onTrouble }) : undefined
  const books = new Books({
    repository: store.requests,
    spending: store.spending,
    usage: store.usage,
    running,
    now,
    clock,
    showUser,
    retention: accounting,
    onWriting: shared === undefined ? undefined : () => shared.begin(),
    ...(database.kind === 'memory' ? { mostKept: mostRecordsInMemory } : {}),
    onTrouble,
  })
  return { accounts, quotas, books, interrupted, running, sinks: [new AccountSink(accounts), books] }
}
