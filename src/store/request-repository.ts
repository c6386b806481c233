import { sql, type Kysely } from 'kysely'
import { parseMoney } from '../accounting/money.js'
import type { BatchWriter, BookBatch } from './booking/batch-writer.js'
import { RequestBatch } from './booking/request-batch.js'
import type { BookedRequest } from './booking/staged-request.js'
import { isPostgres } from './engine.js'
import { findRequest, listRequests, type RequestPage, type RequestQuery } from './request-query.js'
import type { StoreSchema } from './schema.js'

const purgedAtOnce = 1000
const recoveredAtOnce = 500

interface RequestRepositoryOptions {
  readonly database: Kysely<StoreSchema>
  /** For long lists: what reads here keeps nobody from writing. */
  readonly reading: Kysely<StoreSchema>
  readonly write: BatchWriter
}

export class RequestRepository {
  readonly #database: Kysely<StoreSchema>
  readonly #reading: Kysely<StoreSchema>
  readonly #write: BatchWriter

  constructor({ database, reading, write }: RequestRepositoryOptions) {
    this.#database = database
    this.#reading = reading
    this.#write = write
  }

  /** Writes these in one transaction with their sums. What is booked already stays as it is. */
  book(batch: BookBatch): Promise<void> {
    return this.#write(batch)
  }

  /** Books the requests that were running when their gateways died. Resolves with their number. */
  async bookInterrupted(): Promise<number> {
    let left = this.#database.selectFrom('running_requests').select('record').limit(recoveredAtOnce)
    // Others at the same PostgreSQL may be alive, with requests that run.
    if (isPostgres(this.#database))
      left = left.where(sql<boolean>`gateway not in (select application_name from pg_stat_activity where application_name is not null)`)
    let count = 0
    for (;;) {
      const rows = await left.execute()
      if (rows.length === 0) return count
      const requests = rows.map(({ record }) => ({ ...absent, ...(JSON.parse(record) as BookedRequest) }))
      const ended = new RequestBatch()
      for (const request of requests) ended.add(request, Date.parse(request.started_at), parseMoney(request.cost_usd))
      await this.#write({ ended, running: '[]' })
      count += rows.length
    }
  }

  /** Whether gateways that seem to be alive have running requests. */
  async runElsewhere(): Promise<boolean> {
    return (await this.#database.selectFrom('running_requests').select('id').limit(1).execute()).length > 0
  }

  find(id: string): Promise<BookedRequest | undefined> {
    return findRequest(this.#reading, id)
  }

  list(query: RequestQuery): Promise<RequestPage> {
    return listRequests(this.#reading, query)
  }

  /** Removes some of those that began before this time; `true` where there may be more. */
  async purge(before: string): Promise<boolean> {
    const old = this.#database.selectFrom('requests').select('id').where('started_at', '<', before).limit(purgedAtOnce)
    const { numDeletedRows } = await this.#database.deleteFrom('requests').where('id', 'in', old).executeTakeFirst()
    return Number(numDeletedRows) === purgedAtOnce
  }

  /** Removes all but so many of the newest: ids grow with time. */
  async keepNewest(most: number): Promise<void> {
    const last = await this.#database
      .selectFrom('requests')
      .select('id')
      .orderBy('id', 'desc')
      .offset(most - 1)
      .limit(1)
      .executeTakeFirst()
    if (last !== undefined) await this.#database.deleteFrom('requests').where('id', '<', last.id).execute()
  }
}

/** Columns that an earlier version did not write. */
const absent = {
  cost_source: 'price',
  user_id: null,
  team_id: null,
  owner: null,
  team: null,
  end_user: null,
  tags: null,
  error: null,
  cache_write_input_tokens: 0,
  reasoning_output_tokens: 0,
}
