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

/** Beside its body: the row's other columns and its places in indexes. */
const rowBytes = 500
const rowsAtOnce = 200

export class KeptReplyRepository {
  /** By token: bytes written since its quota was last checked, which reads all of the token's rows. */
  readonly #unchecked = new Map<string, number>()

  constructor(
    private readonly database: Kysely<StoreSchema>,
    /** What the replies of one token may take, and a twentieth more; the oldest go first. */
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
    const bytes = body.length + rowBytes
    const row = { request, status, content_type: contentType, body: body.toString('base64'), bytes }
    const at = new Date(createdAt).toISOString()
    await this.database
      .insertInto('kept_replies')
      .values({ token_id: tokenId, key, created_at: at, ...row })
      .onConflict((conflict) => conflict.columns(['token_id', 'key']).doUpdateSet({ created_at: at, ...row }))
      .execute()
    const unchecked = (this.#unchecked.get(tokenId) ?? this.quotaBytes) + bytes
    const due = unchecked >= this.quotaBytes / 20
    this.#unchecked.set(tokenId, due ? 0 : unchecked)
    if (due) await this.#makeRoom(tokenId)
  }

  async purge(before: number): Promise<void> {
    await this.database.deleteFrom('kept_replies').where('created_at', '<=', new Date(before).toISOString()).execute()
  }

  async #makeRoom(tokenId: string): Promise<void> {
    const ofToken = this.database.selectFrom('kept_replies').where('token_id', '=', tokenId)
    const sum = await ofToken.select(sql<number | string | null>`sum(bytes)`.as('bytes')).executeTakeFirst()
    let excess = Number(sum?.bytes ?? 0) - this.quotaBytes
    while (excess > 0) {
      const oldest: string[] = []
      for (const { key, bytes } of await ofToken.select(['key', 'bytes']).orderBy('created_at').limit(rowsAtOnce).execute()) {
        if (excess <= 0) break
        oldest.push(key)
        excess -= bytes
      }
      if (oldest.length === 0) return
      await this.database.deleteFrom('kept_replies').where('token_id', '=', tokenId).where('key', 'in', oldest).execute()
    }
  }
}
