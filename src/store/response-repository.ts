import { setImmediate } from 'node:timers/promises'
import { sql, type DeleteQueryBuilder, type DeleteResult, type Kysely, type Selectable } from 'kysely'
import { append } from '../exchange/append.js'
import type { StoreSchema } from './schema.js'
import { defined } from '../json/object.js'

/** A stored response: kept by the gateway, or a reference to the provider that keeps it. */
export type StoredResponse = KeptResponse | ReferredResponse

interface Placed {
  readonly owner: string
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly expiresAt: number
}

export interface KeptResponse extends Placed {
  readonly kind: 'kept'
  /** The response that this one continued; its items stand before `input`. */
  readonly previousId?: string
  /** JSON list of the items that were new in this request. */
  readonly input: string
  /** JSON of the response. */
  readonly reply: string
}

export interface ReferredResponse extends Placed {
  readonly kind: 'referred'
  readonly provider: string
  /** The model's name at the provider. */
  readonly model: string
}

export interface SizedResponse {
  readonly id: string
  readonly bytes: number
}

const rowsAtOnce = 100
const bytesAtOnce = 4 * 1024 * 1024

/**
 * Stored responses, found by owner and id together: another owner's id is as unknown as any other.
 * A response that expires or is deleted cannot be found by its id any more. Its items stay until the last response that continues it
 * is removed.
 */
export class ResponseRepository {
  constructor(private readonly database: Kysely<StoreSchema>) {}

  async find(owner: string, id: string, now: number): Promise<StoredResponse | undefined> {
    const row = await this.database
      .selectFrom('responses')
      .selectAll()
      .where('owner', '=', owner)
      .where('id', '=', id)
      .where('deleted', '=', 0)
      .where('expires_at', '>', new Date(now).toISOString())
      .executeTakeFirst()
    return row === undefined ? undefined : responseOf(row)
  }

  /** The response and all that it continues, with their sizes, the newest first, expired and deleted ones included. */
  async chainSizes(owner: string, id: string): Promise<readonly SizedResponse[]> {
    return await this.database
      .withRecursive('chain', (query) =>
        query
          .selectFrom('responses')
          .select(['owner', 'id', 'previous_id', 'bytes'])
          .select(sql<number>`0`.as('depth'))
          .where('owner', '=', owner)
          .where('id', '=', id)
          .where('provider', 'is', null)
          .unionAll((union) =>
            union
              .selectFrom('responses')
              .innerJoin('chain', (join) =>
                join.onRef('responses.owner', '=', 'chain.owner').onRef('responses.id', '=', 'chain.previous_id'),
              )
              .select(['responses.owner', 'responses.id', 'responses.previous_id', 'responses.bytes'])
              .select(sql<number>`chain.depth + 1`.as('depth'))
              .where('responses.provider', 'is', null),
          ),
      )
      .selectFrom('chain')
      .select(['id', 'bytes'])
      .orderBy('depth', 'asc')
      .execute()
  }

  /** The responses of these ids in their order, read in pieces so that other requests are served between them. */
  async *load(owner: string, sized: readonly SizedResponse[]): AsyncGenerator<KeptResponse> {
    for (const ids of pages(sized)) {
      const rows = await this.database.selectFrom('responses').selectAll().where('owner', '=', owner).where('id', 'in', ids).execute()
      const byId = new Map(rows.map((row) => [row.id, responseOf(row)]))
      for (const id of ids) {
        const response = byId.get(id)
        if (response?.kind === 'kept') yield response
      }
      await setImmediate()
    }
  }

  /** Removes the oldest responses of an owner that has more than `quotaBytes`, down to nine tenths of it. Returns the removed ids. */
  async removeOldest(owner: string, quotaBytes: number): Promise<readonly string[]> {
    const { total } = await this.database
      .selectFrom('responses')
      .select(({ fn }) => fn.sum<number | string | null>('bytes').as('total'))
      .where('owner', '=', owner)
      .executeTakeFirstOrThrow()
    let excess = Number(total ?? 0) - quotaBytes * 0.9
    if (Number(total ?? 0) <= quotaBytes) return []
    const removed: string[] = []
    while (excess > 0) {
      const oldest = await this.database
        .selectFrom('responses')
        .select(['id', 'bytes'])
        .where('owner', '=', owner)
        .orderBy('created_at')
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute()
      const ids: string[] = []
      for (const { id, bytes } of oldest) {
        if (excess <= 0) break
        ids.push(id)
        excess -= bytes
      }
      if (ids.length === 0) break
      await this.database.deleteFrom('responses').where('owner', '=', owner).where('id', 'in', ids).execute()
      append(removed, ids)
    }
    return removed
  }

  /** Adds these, or replaces what has the same owner and id. */
  async save(responses: readonly StoredResponse[]): Promise<void> {
    for (let from = 0; from < responses.length; from += rowsAtOnce) {
      await this.database
        .insertInto('responses')
        .values(responses.slice(from, from + rowsAtOnce).map(rowOf))
        .onConflict((conflict) =>
          conflict.columns(['owner', 'id']).doUpdateSet((row) => ({
            previous_id: row.ref('excluded.previous_id'),
            input: row.ref('excluded.input'),
            reply: row.ref('excluded.reply'),
            provider: row.ref('excluded.provider'),
            model: row.ref('excluded.model'),
            created_at: row.ref('excluded.created_at'),
            expires_at: row.ref('excluded.expires_at'),
            bytes: row.ref('excluded.bytes'),
            deleted: row.ref('excluded.deleted'),
          })),
        )
        .execute()
    }
  }

  async remove(owner: string, id: string): Promise<void> {
    await this.database.updateTable('responses').set({ deleted: 1 }).where('owner', '=', owner).where('id', '=', id).execute()
    await this.#removeUnused((query) => query.where('owner', '=', owner).where('id', '=', id))
  }

  /** Removes expired and deleted responses that no other response continues. */
  async purge(now: number): Promise<void> {
    const time = new Date(now).toISOString()
    // Each round frees the responses that the removed ones continued.
    while (
      (await this.#removeUnused((query) => query.where((row) => row.or([row('deleted', '=', 1), row('expires_at', '<=', time)])))) > 0
    );
  }

  async #removeUnused(narrow: (query: DeleteQuery) => DeleteQuery): Promise<number> {
    const query = this.database
      .deleteFrom('responses')
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('responses as child')
              .select('child.id')
              .whereRef('child.owner', '=', 'responses.owner')
              .whereRef('child.previous_id', '=', 'responses.id'),
          ),
        ),
      )
    const result = await narrow(query).executeTakeFirst()
    return Number(result.numDeletedRows)
  }
}

type DeleteQuery = DeleteQueryBuilder<StoreSchema, 'responses', DeleteResult>

type Row = Selectable<StoreSchema['responses']>

function responseOf(row: Row): StoredResponse {
  const placed = { owner: row.owner, id: row.id, createdAt: Date.parse(row.created_at), expiresAt: Date.parse(row.expires_at) }
  if (row.provider !== null) return { kind: 'referred', ...placed, provider: row.provider, model: row.model ?? '' }
  return defined({
    kind: 'kept',
    ...placed,
    previousId: row.previous_id ?? undefined,
    input: row.input ?? '[]',
    reply: row.reply ?? '{}',
  })
}

function rowOf(response: StoredResponse): Row {
  const kept = response.kind === 'kept' ? response : undefined
  const referred = response.kind === 'referred' ? response : undefined
  return {
    owner: response.owner,
    id: response.id,
    previous_id: kept?.previousId ?? null,
    input: kept?.input ?? null,
    reply: kept?.reply ?? null,
    provider: referred?.provider ?? null,
    model: referred?.model ?? null,
    created_at: new Date(response.createdAt).toISOString(),
    expires_at: new Date(response.expiresAt).toISOString(),
    deleted: 0,
    bytes: bytesOf(response),
  }
}

/** The size of a response's texts in UTF-8. */
export function bytesOf(response: StoredResponse): number {
  return response.kind === 'kept' ? Buffer.byteLength(response.input) + Buffer.byteLength(response.reply) : 0
}

function* pages(sized: readonly SizedResponse[]): Generator<string[]> {
  let page: string[] = []
  let bytes = 0
  for (const turn of sized) {
    page.push(turn.id)
    bytes += turn.bytes
    if (page.length < rowsAtOnce && bytes < bytesAtOnce) continue
    yield page
    page = []
    bytes = 0
  }
  if (page.length > 0) yield page
}
