import { hash } from 'node:crypto'
import { parseMoney } from '../accounting/money.js'
import type { TokenSettings } from '../config/configuration.js'
import type { TokenCaller } from './caller.js'
import { hashTokenKey } from './token-key.js'

/** A token that the gateway issued, with the hash of its key. */
export interface IssuedToken {
  readonly hash: string
  readonly caller: TokenCaller
}

/**
 * The valid tokens, in memory. A key is hashed and looked up; it is never compared with a secret, so the time of a look-up says nothing
 * about how close a wrong key is (promises P53).
 */
export class Tokens {
  readonly #byHash = new Map<string, TokenCaller>()
  /** Cache of valid keys by a cheaper hash. In memory only. */
  readonly #seen = new Map<string, TokenCaller>()

  constructor(private readonly secretKey: string) {}

  /** The token of a key; `undefined` where there is none or it has expired. `now`: milliseconds since the epoch. */
  find(key: string, now: number): TokenCaller | undefined {
    const digest = hash('sha256', key, 'base64')
    const caller = this.#seen.get(digest) ?? this.#findNew(key, digest)
    return caller?.expiresAt !== undefined && caller.expiresAt <= now ? undefined : caller
  }

  #findNew(key: string, digest: string): TokenCaller | undefined {
    const caller = this.#byHash.get(hashTokenKey(key, this.secretKey))
    if (caller !== undefined) this.#seen.set(digest, caller)
    return caller
  }

  add(keyHash: string, caller: TokenCaller): void {
    this.#seen.clear()
    this.#byHash.set(keyHash, caller)
  }

  /** Removes every key of a token. */
  remove(id: string): void {
    this.#seen.clear()
    for (const [keyHash, caller] of this.#byHash) if (caller.id === id) this.#byHash.delete(keyHash)
  }

  /** Expired ones included. */
  all(): TokenCaller[] {
    return [...this.#byHash.values()]
  }

  named(name: string): TokenCaller | undefined {
    for (const caller of this.#byHash.values()) if (caller.name === name) return caller
    return undefined
  }

  get size(): number {
    return this.#byHash.size
  }
}

/** The index over the configuration's tokens and the issued ones. A name in the file wins over the same name of an issued one. */
export function tokensFrom(settings: readonly TokenSettings[], issued: readonly IssuedToken[], secretKey: string): Tokens {
  const tokens = new Tokens(secretKey)
  const names = new Set(settings.map((token) => token.name))
  for (const { hash, caller } of issued) if (!names.has(caller.name)) tokens.add(hash, caller)
  for (const token of settings) tokens.add(hashTokenKey(token.key, secretKey), configuredToken(token))
  return tokens
}

function configuredToken(settings: TokenSettings): TokenCaller {
  return {
    kind: 'token',
    id: `config:${settings.name}`,
    name: settings.name,
    owner: settings.name,
    policy: {
      maxConcurrent: settings.max_concurrent,
      ...(settings.models.includes('*') ? {} : { models: settings.models }),
      ...(settings.requests_per_minute === undefined ? {} : { requestsPerMinute: settings.requests_per_minute }),
      ...(settings.tokens_per_minute === undefined ? {} : { tokensPerMinute: settings.tokens_per_minute }),
      ...(settings.budget_usd === undefined ? {} : { budget: parseMoney(settings.budget_usd) }),
    },
    ...(settings.expires_at === undefined ? {} : { expiresAt: Date.parse(settings.expires_at) }),
  }
}
