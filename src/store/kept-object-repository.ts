import type { Kysely, Selectable } from 'kysely'
import type { StoreSchema } from './schema.js'
import { defined } from '../json/object.js'

/** `conversation-item`: its parent is a conversation. The others have none. */
export type KeptKind = 'conversation' | 'conversation-item' | 'chat-completion'

/** Where objects of one kind are: of an owner, and for items of a conversation. */
export interface KeptPlace {
  readonly owner: string
  readonly kind: KeptKind
  /** The id of the conversation; an empty text for objects without a parent. */
  readonly parent: string
}

export interface KeptObject extends KeptPlace {
  readonly id: string
  /** Grows with time: the order within a list. */
  readonly position: number
  /** An empty text where no model made it. */
  readonly model: string
  /** JSON. */
  readonly metadata: string
  /** JSON of the object. */
  readonly value: string
  /** Milliseconds since the epoch. Items live as long as their conversation. */
  readonly createdAt: number
  readonly expiresAt: number
}

export interface KeptPage {
  /** Only objects behind this position, in the order of the list. */
  readonly after?: number
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly model?: string
}

const rowsAtOnce = 100

/** Objects that the gateway keeps for owners, found by owner and id together: another owner's id is as unknown as any other. */
export class KeptObjectRepository {
  constructor(private readonly database: Kysely<StoreSchema>) {}

  async find({ owner, kind, parent }: KeptPlace, id: string, now: number): Promise<KeptObject | undefined> {
    const row = await this.database
      .selectFrom('kept_objects')
      .selectAll()
      .where('owner', '=', owner)
      .where('kind', '=', kind)
      .where('parent', '=', parent)
      .where('id', '=', id)
      .where('expires_at', '>', timeOf(now))
      .executeTakeFirst()
    return row === undefined ? undefined : objectOf(row)
  }

  async list({ owner, kind, parent }: KeptPlace, page: KeptPage, now: number): Promise<readonly KeptObject[]> {
    let query = this.database
      .selectFrom('kept_objects')
      .selectAll()
      .where('owner', '=', owner)
      .where('kind', '=', kind)
      .where('parent', '=', parent)
      .where('expires_at', '>', timeOf(now))
    if (page.after !== undefined) query = query.where('position', page.order === 'asc' ? '>' : '<', page.after)
    if (page.model !== undefined) query = query.where('model', '=', page.model)
    const rows = await query.orderBy('position', page.order).limit(page.limit).execute()
    return rows.map(objectOf)
  }

  /** The size of all objects of a place. */
  async bytesIn({ owner, kind, parent }: KeptPlace): Promise<number> {
    const row = await this.database
      .selectFrom('kept_objects')
      .select(({ fn }) => fn.sum<number | string | null>('bytes').as('total'))
      .where('owner', '=', owner)
      .where('kind', '=', kind)
      .where('parent', '=', parent)
      .executeTakeFirst()
    return Number(row?.total ?? 0)
  }

  /** Adds objects; those that exist already stay as they are. */
  async add(objects: readonly KeptObject[]): Promise<void> {
    for (let from = 0; from < objects.length; from += rowsAtOnce)
      await this.database
        .insertInto('kept_objects')
        .values(objects.slice(from, from + rowsAtOnce).map(rowOf))
        .onConflict((conflict) => conflict.columns(['owner', 'kind', 'parent', 'id']).doNothing())
        .execute()
  }

  /** Changes the metadata, or how long the object is kept. */
  async change(
    { owner, kind, parent }: KeptPlace,
    id: string,
    changes: { readonly metadata?: string; readonly expiresAt?: number },
  ): Promise<void> {
    const { metadata, expiresAt } = changes
    await this.database
      .updateTable('kept_objects')
      .set(defined({ metadata, expires_at: expiresAt === undefined ? undefined : timeOf(expiresAt) }))
      .where('owner', '=', owner)
      .where('kind', '=', kind)
      .where('parent', '=', parent)
      .where('id', '=', id)
      .execute()
  }

  /** Removes an object and what is in it. Returns whether it was there. */
  async remove({ owner, kind, parent }: KeptPlace, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.database
      .deleteFrom('kept_objects')
      .where('owner', '=', owner)
      .where('kind', '=', kind)
      .where('parent', '=', parent)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (kind === 'conversation') await this.#removeItems(owner, [id])
    return numDeletedRows > 0n
  }

  /** Removes the oldest objects of an owner with more than `quotaBytes`, down to nine tenths of it. Without an owner: of all owners. */
  async removeOldest(owner: string | undefined, quotaBytes: number): Promise<void> {
    let bytes = await this.#total(owner)
    if (bytes <= quotaBytes) return
    while (bytes > quotaBytes * 0.9) {
      let query = this.database.selectFrom('kept_objects').selectAll().where('parent', '=', '')
      if (owner !== undefined) query = query.where('owner', '=', owner)
      const oldest = await query.orderBy('expires_at').orderBy('position').limit(1).executeTakeFirst()
      if (oldest === undefined) return
      bytes -= oldest.bytes + (await this.bytesIn({ owner: oldest.owner, kind: 'conversation-item', parent: oldest.id }))
      await this.remove(objectOf(oldest), oldest.id)
    }
  }

  async purge(now: number): Promise<void> {
    await this.database.deleteFrom('kept_objects').where('parent', '=', '').where('expires_at', '<=', timeOf(now)).execute()
    await this.database
      .deleteFrom('kept_objects')
      .where('parent', '<>', '')
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('kept_objects as conversation')
              .select('conversation.id')
              .whereRef('conversation.owner', '=', 'kept_objects.owner')
              .where('conversation.kind', '=', 'conversation')
              .where('conversation.parent', '=', '')
              .whereRef('conversation.id', '=', 'kept_objects.parent'),
          ),
        ),
      )
      .execute()
  }

  async #total(owner: string | undefined): Promise<number> {
    let query = this.database.selectFrom('kept_objects').select(({ fn }) => fn.sum<number | string | null>('bytes').as('total'))
    if (owner !== undefined) query = query.where('owner', '=', owner)
    return Number((await query.executeTakeFirst())?.total ?? 0)
  }

  async #removeItems(owner: string, conversations: readonly string[]): Promise<void> {
    await this.database
      .deleteFrom('kept_objects')
      .where('owner', '=', owner)
      .where('kind', '=', 'conversation-item')
      .where('parent', 'in', conversations)
      .execute()
  }
}

type Row = Selectable<StoreSchema['kept_objects']>

function objectOf(row: Row): KeptObject {
  return {
    owner: row.owner,
    kind: row.kind as KeptKind,
    parent: row.parent,
    id: row.id,
    position: Number(row.position),
    model: row.model,
    metadata: row.metadata,
    value: row.value,
    createdAt: Date.parse(row.created_at),
    expiresAt: Date.parse(row.expires_at),
  }
}

function rowOf({ createdAt, expiresAt, ...object }: KeptObject) {
  const bytes = Buffer.byteLength(object.value) + Buffer.byteLength(object.metadata)
  return { ...object, bytes, created_at: timeOf(createdAt), expires_at: timeOf(expiresAt) }
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
