import { sql, type DeleteQueryBuilder, type DeleteResult, type Kysely, type Selectable } from 'kysely'
import type { StoreSchema } from './schema.js'

/** A response under its owner: one that the gateway keeps itself, or a note of the provider that keeps it. */
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

const rowsAtOnce = 100

/**
 * Stored responses, found by owner and id only: another's id is as unknown as one that never was (promises P05).
 * A continued response that expires or is deleted keeps its items until the last response that builds on it has gone;
 * by its id it is gone at once.
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

  /** The response and all that it builds on, the oldest first, expired and deleted ones included. */
  async chain(owner: string, id: string): Promise<KeptResponse[]> {
    const rows = await this.database
      .withRecursive('chain', (query) =>
        query
          .selectFrom('responses')
          .selectAll()
          .select(sql<number>`0`.as('depth'))
          .where('owner', '=', owner)
          .where('id', '=', id)
          .unionAll((union) =>
            union
              .selectFrom('responses')
              .innerJoin('chain', (join) =>
                join.onRef('responses.owner', '=', 'chain.owner').onRef('responses.id', '=', 'chain.previous_id'),
              )
              .selectAll('responses')
              .select(sql<number>`chain.depth + 1`.as('depth')),
          ),
      )
      .selectFrom('chain')
      .selectAll()
      .orderBy('depth', 'desc')
      .execute()
    return rows.map(responseOf).filter((response) => response.kind === 'kept')
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

  /** Removes what has expired or was deleted and nothing builds on. */
  async purge(now: number): Promise<void> {
    const time = new Date(now).toISOString()
    // Each round frees the responses that the removed ones were built on.
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
  return {
    kind: 'kept',
    ...placed,
    ...(row.previous_id === null ? {} : { previousId: row.previous_id }),
    input: row.input ?? '[]',
    reply: row.reply ?? '{}',
  }
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
  }
}
