import { createHmac } from 'node:crypto'
import type { People, User } from '../people.js'
import { hashTokenKey } from '../token-key.js'

/** A session as it is stored: without the value of its cookie. Times in milliseconds since the epoch. */
export interface Session {
  /** Names it in lists. */
  readonly id: string
  /** Keyed hash of the cookie's value. */
  readonly hash: string
  readonly userId: string
  readonly createdAt: number
  readonly lastUsedAt: number
  readonly address: string | undefined
  readonly userAgent: string | undefined
}

export interface KeptSessions {
  /** Also removes the user's oldest beyond `most`, and everybody's that began or were used too long ago. */
  add(session: Session, bounds: { readonly most: number; readonly begunAfter: number; readonly usedAfter: number }): Promise<void>
  find(hash: string): Promise<Session | undefined>
  used(id: string, at: number): Promise<void>
  of(userId: string): Promise<readonly Session[]>
  /** Resolves with the ids of those that have ended; `id`: only that one. */
  end(userId: string, id?: string): Promise<readonly string[]>
}

interface SessionsOptions {
  readonly kept: KeptSessions
  readonly people: Pick<People, 'user'>
  readonly secretKey: string
  readonly now: () => number
  readonly randomBytes: (count: number) => Buffer
}

/** A session whose user is signed in. */
export interface SignedIn {
  readonly session: Session
  readonly user: User
  /** What its pages send with everything that changes something. */
  readonly csrfToken: string
}

const [idleMs, absoluteMs] = [3_600_000, 12 * 3_600_000]
/** Its last use is written no more often. */
const writtenEveryMs = 60_000
const mostOfUser = 50

/** The sessions of the web console. */
export class Sessions {
  constructor(private readonly options: SessionsOptions) {}

  /** `value`: of the cookie; it is nowhere else. */
  async begin(
    user: User,
    client: Pick<Session, 'address' | 'userAgent'>,
  ): Promise<{ readonly value: string; readonly signedIn: SignedIn }> {
    const { kept, now, randomBytes } = this.options
    const value = randomBytes(32).toString('base64url')
    const at = now()
    const session: Session = {
      id: `ses_${randomBytes(12).toString('hex')}`,
      hash: this.#hash(value),
      userId: user.id,
      createdAt: at,
      lastUsedAt: at,
      address: client.address,
      userAgent: client.userAgent?.slice(0, 300),
    }
    await kept.add(session, { most: mostOfUser, begunAfter: at - absoluteMs, usedAfter: at - idleMs - writtenEveryMs })
    return { value, signedIn: { session, user, csrfToken: this.#csrfToken(value) } }
  }

  /** The session of a cookie's value, where it is still valid. That it was used is written. */
  async find(value: string): Promise<SignedIn | undefined> {
    if (!/^[\w-]{43}$/.test(value)) return undefined
    const { kept, people, now } = this.options
    const session = await kept.find(this.#hash(value))
    const at = now()
    if (session === undefined || expiryOf(session) <= at) return undefined
    const user = people.user(session.userId)
    if (user === undefined || user.disabled) return undefined
    if (at - session.lastUsedAt < writtenEveryMs) return { session, user, csrfToken: this.#csrfToken(value) }
    await kept.used(session.id, at)
    return { session: { ...session, lastUsedAt: at }, user, csrfToken: this.#csrfToken(value) }
  }

  /** Those that are valid, the one used last first. */
  async of(user: User): Promise<readonly Session[]> {
    const all = await this.options.kept.of(user.id)
    return all.filter((session) => expiryOf(session) > this.options.now()).sort((one, other) => other.lastUsedAt - one.lastUsedAt)
  }

  /** Resolves with the ids of the sessions that have ended; without `id` all of the user. */
  end(userId: string, id?: string): Promise<readonly string[]> {
    return this.options.kept.end(userId, id)
  }

  #hash(value: string): string {
    return hashTokenKey(value, this.options.secretKey)
  }

  #csrfToken(value: string): string {
    return createHmac('sha256', this.options.secretKey).update(`csrf ${value}`).digest('base64url')
  }
}

/** When a session ends if it is not used any more, in milliseconds since the epoch. */
export function expiryOf({ createdAt, lastUsedAt }: Session): number {
  return Math.min(createdAt + absoluteMs, lastUsedAt + idleMs)
}
