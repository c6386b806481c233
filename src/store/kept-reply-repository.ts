import { sql, type Kysely } from 'kysely'
import type { StoreSchema } from './schema.js'

/** The reply to a request with an `Idempotency-Key`. */
export interface KeptReply {
  readonly tokenId: string
  /** Hashes: what clients write into a key, and into a request, is not kept. */
  readonly key: string
  readonly request: string
  readonly status: number
  readonly contentType: string
  readonly body: Buffer
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

export class KeptReplyRepository {
  constructor(
    private readonly database: Kysely<StoreSchema>,
    /** What the replies of one token may take; the oldest go first. */
    private readonly quotaBytes: number,
  ) {}

  async find(tokenId: string, key: string, since: number): Promise<KeptReply | undefined> {
    const row = await this.database
      .selectFrom('kept_replies')
      .selectAll()
      .where('token_id', '=', tokenId)
      .where('key', '=', key)
      .where('created_at', '>', new Date(since).toISOString())
      .executeTakeFirst()
    if (row === undefined) return undefined
    const { request, status, content_type: contentType } = row
    return { tokenId, key, request, status, contentType, body: Buffer.from(row.body, 'base64'), createdAt: Date.parse(row.created_at) }
  }

  /** In place of an earlier one of the same key, which has expired. */
  async save({ tokenId, key, request, status, contentType, body, createdAt }: KeptReply): Promise<void> {
    const row = { request, status, content_type: contentType, body: body.toString('base64'), bytes: body.length }
    const at = new Date(createdAt).toISOString()
    await this.database
      .insertInto('kept_replies')
      .values({ token_id: tokenId, key, created_at: at, ...row })
      .onConflict((conflict) => conflict.columns(['token_id', 'key']).doUpdateSet({ created_at: at, ...row }))
      .execute()
    await this.#makeRoom(tokenId)
  }

  async purge(before: number): Promise<void> {
    await this.database.deleteFrom('kept_replies').where('created_at', '<=', new Date(before).toISOString()).execute()
  }

  async #makeRoom(tokenId: string): Promise<void> {
    const ofToken = this.database.selectFrom('kept_replies').where('token_id', '=', tokenId)
    const sum = await ofToken.select(sql<number | string | null>`sum(bytes)`.as('bytes')).executeTakeFirst()
    let excess = Number(sum?.bytes ?? 0) - this.quotaBytes
    if (excess <= 0) return
    for (const { key, bytes } of await ofToken.select(['key', 'bytes']).orderBy('created_at').limit(1000).execute()) {
      if (excess <= 0) return
      await this.database.deleteFrom('kept_replies').where('token_id', '=', tokenId).where('key', '=', key).execute()
      excess -= bytes
    }
  }
}
