import { withPeople, type TokenCaller } from '../caller.js'
import type { People } from '../people.js'

interface PlaygroundKey {
  readonly session: string
  caller: TokenCaller
  /** Milliseconds since the epoch. */
  until: number
}

/** How long the key before goes on working, for requests that are on their way. */
const graceMs = 60_000

/** The keys of the console's playgrounds, by their hashes. In memory only, in no list, and gone with their sessions. */
export class PlaygroundKeys {
  readonly #keys = new Map<string, PlaygroundKey>()

  /** In place of the session's key before. Times in milliseconds since the epoch. */
  put(session: string, hash: string, key: { readonly caller: TokenCaller; readonly until: number }, now: number): void {
    let newest = true
    for (const [other, known] of [...this.#keys].reverse()) {
      if (known.until <= now || (known.session === session && !newest)) this.#keys.delete(other)
      else if (known.session === session) {
        newest = false
        known.until = Math.min(known.until, now + graceMs)
      }
    }
    this.#keys.set(hash, { session, ...key })
  }

  find(hash: string, now: number): TokenCaller | undefined {
    const key = this.#keys.get(hash)
    return key === undefined || key.until <= now ? undefined : key.caller
  }

  isValid({ id }: TokenCaller, now: number): boolean {
    for (const { caller, until } of this.#keys.values()) if (caller.id === id && until > now) return true
    return false
  }

  end(sessions: readonly string[]): void {
    for (const [hash, { session }] of this.#keys) if (sessions.includes(session)) this.#keys.delete(hash)
  }

  /** A user or a team has changed, is gone, or is disabled. */
  follow(people: People): void {
    for (const [hash, key] of this.#keys) {
      const user = people.user(key.caller.user?.id)
      if (user === undefined || user.disabled) this.#keys.delete(hash)
      else key.caller = withPeople(key.caller, people)
    }
  }

  get size(): number {
    return this.#keys.size
  }
}
