import type { Kysely, Selectable } from 'kysely'
import type { Invite, KeptInvites } from '../access/accounts/invites.js'
import type { KeptSessions, Session } from '../access/accounts/sessions.js'
import { defined } from '../json/object.js'
import type { StoreSchema } from './schema.js'

/** Passwords of users, by their hashes. */
export class PasswordRepository {
  constructor(private readonly database: Kysely<StoreSchema>) {}

  /** Whether anybody can sign in. */
  async isEmpty(): Promise<boolean> {
    return (await this.database.selectFrom('passwords').select('user_id').limit(1).executeTakeFirst()) === undefined
  }

  async of(userId: string): Promise<string | undefined> {
    return (await this.database.selectFrom('passwords').select('hash').where('user_id', '=', userId).executeTakeFirst())?.hash
  }

  /** The user's sessions end. */
  async set(userId: string, hash: string): Promise<void> {
    await this.database
      .insertInto('passwords')
      .values({ user_id: userId, hash })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash }))
      .execute()
    await this.database.deleteFrom('sessions').where('user_id', '=', userId).execute()
  }
}

export class SessionRepository implements KeptSessions {
  constructor(private readonly database: Kysely<StoreSchema>) {}

  async add(session: Session, { most, begunAfter, usedAfter }: Parameters<KeptSessions['add']>[1]): Promise<void> {
    await this.database.transaction().execute(async (transaction) => {
      await transaction
        .deleteFrom('sessions')
        .where((row) => row.or([row('created_at', '<', time(begunAfter)), row('last_used_at', '<', time(usedAfter))]))
        .execute()
      const surplus = await transaction
        .selectFrom('sessions')
        .select('hash')
        .where('user_id', '=', session.userId)
        .orderBy('created_at', 'desc')
        .offset(most - 1)
        .limit(most)
        .execute()
      if (surplus.length > 0)
        await transaction
          .deleteFrom('sessions')
          .where(
            'hash',
            'in',
            surplus.map(({ hash }) => hash),
          )
          .execute()
      await transaction
        .insertInto('sessions')
        .values({
          hash: session.hash,
          id: session.id,
          user_id: session.userId,
          created_at: time(session.createdAt),
          last_used_at: time(session.lastUsedAt),
          address: session.address ?? null,
          user_agent: session.userAgent ?? null,
        })
        .execute()
    })
  }

  async find(hash: string): Promise<Session | undefined> {
    const row = await this.database.selectFrom('sessions').selectAll().where('hash', '=', hash).executeTakeFirst()
    return row === undefined ? undefined : sessionOf(row)
  }

  async used(id: string, at: number): Promise<void> {
    await this.database
      .updateTable('sessions')
      .set({ last_used_at: time(at) })
      .where('id', '=', id)
      .execute()
  }

  async of(userId: string): Promise<readonly Session[]> {
    return (await this.database.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute()).map(sessionOf)
  }

  async end(userId: string, id?: string): Promise<readonly string[]> {
    let ended = this.database.deleteFrom('sessions').where('user_id', '=', userId)
    if (id !== undefined) ended = ended.where('id', '=', id)
    return (await ended.returning('id').execute()).map((row) => row.id)
  }
}

export class InviteRepository implements KeptInvites {
  constructor(private readonly database: Kysely<StoreSchema>) {}

  async put({ hash, userId, expiresAt }: Invite): Promise<void> {
    const before = this.database.deleteFrom('invites')
    await (userId === undefined ? before.where('user_id', 'is', null) : before.where('user_id', '=', userId)).execute()
    await this.database
      .insertInto('invites')
      .values({ hash, user_id: userId ?? null, expires_at: time(expiresAt) })
      .execute()
  }

  async find(hash: string): Promise<Invite | undefined> {
    const row = await this.database.selectFrom('invites').selectAll().where('hash', '=', hash).executeTakeFirst()
    return row === undefined ? undefined : { hash, userId: row.user_id ?? undefined, expiresAt: Date.parse(row.expires_at) }
  }

  async take(hash: string): Promise<boolean> {
    return (await this.database.deleteFrom('invites').where('hash', '=', hash).returning('hash').execute()).length === 1
  }
}

function sessionOf(row: Selectable<StoreSchema['sessions']>): Session {
  return defined<Session>({
    id: row.id,
    hash: row.hash,
    userId: row.user_id,
    createdAt: Date.parse(row.created_at),
    lastUsedAt: Date.parse(row.last_used_at),
    address: row.address ?? undefined,
    userAgent: row.user_agent ?? undefined,
  })
}

const time = (milliseconds: number): string => new Date(milliseconds).toISOString()
