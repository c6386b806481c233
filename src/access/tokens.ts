import { hash } from 'node:crypto'
import type { TokenSettings } from '../config/configuration.js'
import type { StoredToken } from '../store/token-repository.js'
import type { Token } from './token.js'
import { hashTokenKey } from './token-key.js'

/**
 * The tokens that are valid now, in memory. A key is hashed and looked up once: how wrong a wrong key is cannot change
 * the time that takes, because no secret is ever compared with it (promises P53).
 */
export class Tokens {
  readonly #byHash = new Map<string, Token>()
  /** Keys that were found before, by a hash that costs a third; only in memory, only for keys that are good. */
  readonly #seen = new Map<string, Token>()

  constructor(private readonly secretKey: string) {}

  /** The token of a key, unless there is none or it has expired. `now` is milliseconds since the epoch. */
  find(key: string, now: number): Token | undefined {
    const digest = hash('sha256', key, 'base64')
    const token = this.#seen.get(digest) ?? this.#findNew(key, digest)
    return token?.expiresAt !== undefined && token.expiresAt <= now ? undefined : token
  }

  #findNew(key: string, digest: string): Token | undefined {
    const token = this.#byHash.get(hashTokenKey(key, this.secretKey))
    if (token !== undefined) this.#seen.set(digest, token)
    return token
  }

  add(keyHash: string, token: Token): void {
    this.#seen.clear()
    this.#byHash.set(keyHash, token)
  }

  /** Takes back every key of a token. */
  remove(id: string): void {
    this.#seen.clear()
    for (const [keyHash, token] of this.#byHash) if (token.id === id) this.#byHash.delete(keyHash)
  }

  get size(): number {
    return this.#byHash.size
  }
}

/** The index over the configuration's tokens and the stored ones. A name in the file wins over the same name in the store. */
export function tokensFrom(settings: readonly TokenSettings[], stored: readonly StoredToken[], secretKey: string): Tokens {
  const tokens = new Tokens(secretKey)
  const names = new Set(settings.map((token) => token.name))
  for (const { hash, token } of stored) if (!names.has(token.name)) tokens.add(hash, token)
  for (const token of settings) tokens.add(hashTokenKey(token.key, secretKey), configuredToken(token))
  return tokens
}

function configuredToken(settings: TokenSettings): Token {
  return {
    id: `config:${settings.name}`,
    name: settings.name,
    owner: settings.name,
    maxConcurrent: settings.max_concurrent,
    ...(settings.models.includes('*') ? {} : { models: settings.models }),
    ...(settings.requests_per_minute === undefined ? {} : { requestsPerMinute: settings.requests_per_minute }),
    ...(settings.tokens_per_minute === undefined ? {} : { tokensPerMinute: settings.tokens_per_minute }),
    ...(settings.expires_at === undefined ? {} : { expiresAt: Date.parse(settings.expires_at) }),
  }
}
