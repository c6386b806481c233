import { hash } from 'node:crypto'
import type { TokenSettings } from '../config/configuration.js'
import { PlaygroundKeys } from './accounts/playground-keys.js'
import { readClientSecret } from './client-secret.js'
import { tokenCaller, withPeople, type Caller, type TokenCaller } from './caller.js'
import { People } from './people.js'
import { hashTokenKey } from './token-key.js'

/** A token that the gateway issued, with the hashes of its keys. */
export interface IssuedToken {
  readonly keys: readonly TokenKey[]
  /** Without its user and its team. */
  readonly caller: TokenCaller
  readonly userId?: string | undefined
  readonly teamId?: string | undefined
}

/** A key by its keyed hash. */
export interface TokenKey {
  readonly hash: string
  /** Where another key has taken its place, until when it still works. Milliseconds since the epoch. */
  readonly until?: number
}

/** A token and its keys. */
interface Entry {
  caller: TokenCaller
  keys: readonly TokenKey[]
  /** Milliseconds since the epoch; 0: not since the start. */
  usedAt: number
}

interface KeyEntry {
  readonly token: Entry
  readonly until: number
}

/**
 * The valid tokens, in memory. A key is hashed and looked up; it is never compared with a secret, so the time of a look-up does not depend
 * on how similar a wrong key is.
 */
export class Tokens {
  readonly #byId = new Map<string, Entry>()
  readonly #byName = new Map<string, Entry>()
  readonly #byHash = new Map<string, KeyEntry>()
  /** Cache of valid keys by a cheaper hash. In memory only. */
  readonly #seen = new Map<string, KeyEntry>()
  /** Called when any of them may have changed. */
  onChange: (() => void) | undefined
  /** In none of the lists here. */
  readonly playground = new PlaygroundKeys()

  constructor(private readonly secretKey: string) {}

  /** The token of a key; `undefined` where there is none, it has expired, or its user is disabled. `now`: milliseconds since the epoch. */
  find(key: string, now: number): TokenCaller | undefined {
    const digest = hash('sha256', key, 'base64')
    const seen = this.#seen.get(digest)
    if (seen === undefined) return this.#findNew(key, digest, now)
    return valid(seen, now)
  }

  /** Whether a key that `find` has just refused is that of a token which has expired. Not one that another key has replaced: its token goes on. */
  hasExpired(key: string, now: number): boolean {
    const seen = this.#seen.get(hash('sha256', key, 'base64'))
    return seen !== undefined && seen.until > now && (seen.token.caller.expiresAt ?? Infinity) <= now
  }

  /** The token that made a client secret, with the secret's model alone; `undefined` where either is not valid any more. */
  findBySecret(text: string, now: number): TokenCaller | undefined {
    const secret = readClientSecret(text, this.secretKey, now)
    const entry = secret === undefined ? undefined : this.#byId.get(secret.tokenId)
    const caller = entry === undefined ? undefined : valid({ token: entry, until: Infinity }, now)
    return caller === undefined || secret?.model === undefined ? caller : tokenCaller(caller, { ...caller.limits, models: [secret.model] })
  }

  /** Whether a caller that was found before is neither revoked nor expired, and its user not disabled. */
  isValid(caller: Caller, now: number): boolean {
    if (caller.kind !== 'token') return true
    if (caller.session !== undefined) return this.playground.isValid(caller, now)
    return this.hasValid(caller.id, now)
  }

  /** The same of a token with this id. */
  hasValid(id: string, now: number): boolean {
    const known = this.#byId.get(id)?.caller
    return known !== undefined && known.user?.disabled !== true && (known.expiresAt === undefined || known.expiresAt > now)
  }

  #findNew(key: string, digest: string, now: number): TokenCaller | undefined {
    const keyed = hashTokenKey(key, this.secretKey)
    const entry = this.#byHash.get(keyed)
    if (entry === undefined) return this.playground.find(keyed, now)
    this.#seen.set(digest, entry)
    return valid(entry, now)
  }

  /** Adds a token; one of the same id loses the keys that it had. */
  add(keys: readonly TokenKey[], caller: TokenCaller): void {
    const usedAt = this.#byId.get(caller.id)?.usedAt ?? 0
    this.remove(caller.id)
    const token: Entry = { caller, keys, usedAt }
    this.#byId.set(caller.id, token)
    this.#byName.set(caller.name, token)
    for (const { hash, until } of keys) this.#byHash.set(hash, { token, until: until ?? Infinity })
    this.onChange?.()
  }

  /** The same token with other limits or another owner. */
  change(caller: TokenCaller): void {
    const entry = this.#byId.get(caller.id)
    if (entry !== undefined) entry.caller = caller
    this.onChange?.()
  }

  /** A user or a team has changed. */
  follow(people: People): void {
    for (const entry of this.#byId.values()) entry.caller = withPeople(entry.caller, people)
    this.playground.follow(people)
    this.onChange?.()
  }

  /** The issued tokens as they are in the database. Those of the file stay, and go before issued ones of the same name. */
  replaceIssued(issued: readonly IssuedToken[], people: People): void {
    const ids = new Set(issued.map(({ caller }) => caller.id))
    for (const { id } of this.all()) if (!id.startsWith(fileMark) && !ids.has(id)) this.remove(id)
    for (const one of issued)
      if (this.named(one.caller.name)?.id.startsWith(fileMark) !== true) this.add(one.keys, issuedCaller(one, people))
  }

  /** Removes a token with every key. */
  remove(id: string): void {
    this.#seen.clear()
    const entry = this.#byId.get(id)
    if (entry === undefined) return
    this.#byId.delete(id)
    if (this.#byName.get(entry.caller.name) === entry) this.#byName.delete(entry.caller.name)
    for (const { hash } of entry.keys) this.#byHash.delete(hash)
    this.onChange?.()
  }

  /** Expired ones included. */
  all(): TokenCaller[] {
    return [...this.#byId.values()].map(({ caller }) => caller)
  }

  /** As the token with this id is now. */
  withId(id: string): TokenCaller | undefined {
    return this.#byId.get(id)?.caller
  }

  named(name: string): TokenCaller | undefined {
    return this.#byName.get(name)?.caller
  }

  /** The current one first. */
  keysOf(id: string): readonly TokenKey[] {
    return this.#byId.get(id)?.keys ?? []
  }

  /** When its last request came, in milliseconds since the epoch; `undefined`: none since the start. */
  usedAt(id: string): number | undefined {
    const usedAt = this.#byId.get(id)?.usedAt
    return usedAt === 0 ? undefined : usedAt
  }

  get size(): number {
    return this.#byId.size
  }
}

function valid({ token, until }: KeyEntry, now: number): TokenCaller | undefined {
  const { expiresAt, user } = token.caller
  if (until <= now || user?.disabled === true || (expiresAt !== undefined && expiresAt <= now)) return undefined
  token.usedAt = now
  return token.caller
}

/** The index over the configuration's tokens and the issued ones. A name in the file wins over the same name of an issued one. */
export function tokensFrom(
  settings: readonly TokenSettings[],
  issued: readonly IssuedToken[],
  secretKey: string,
  people = new People(),
): Tokens {
  const tokens = new Tokens(secretKey)
  for (const token of settings) tokens.add([{ hash: hashTokenKey(token.key, secretKey) }], configuredToken(token, people))
  tokens.replaceIssued(issued, people)
  return tokens
}

/** The caller of an issued token with its user and its team. */
function issuedCaller({ caller, userId, teamId }: IssuedToken, people: People): TokenCaller {
  return tokenCaller({ ...caller, user: people.user(userId), ownTeam: people.team(teamId) }, caller.limits)
}

export function configuredToken(
  { name, place: _place, key: _key, user: userName, team, ...limits }: TokenSettings,
  people: People,
): TokenCaller {
  const user = people.userNamed(userName)
  return tokenCaller({ id: `${fileMark}${name}`, name, owner: user?.id ?? name, user, ownTeam: people.teamNamed(team) }, limits)
}

/** Before the names of the file's tokens, in their ids. */
const fileMark = 'config:'
