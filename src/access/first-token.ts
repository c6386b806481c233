import { hashTokenKey, tokenKey, tokenPrefix } from './token-key.js'

/** A token to be stored. */
export interface NewToken {
  readonly id: string
  readonly name: string
  readonly hash: string
  readonly prefix: string
  readonly owner: string
  readonly createdAt: Date
  /** JSON list. */
  readonly models?: string
  /** Exact decimal. */
  readonly budget_usd?: string
  readonly requests_per_minute?: number
  readonly tokens_per_minute?: number
  readonly max_concurrent?: number
  readonly expires_at?: string
}

/** The store of issued tokens. */
interface KeptTokens {
  isEmpty(): Promise<boolean>
  add(token: NewToken): Promise<void>
}

interface FirstTokenOptions {
  readonly secretKey: string
  readonly now: Date
  /** 48 random bytes: 32 for the key, 16 for the id. */
  readonly random: Buffer
}

/**
 * Makes the token of the very first start. The key is returned once, to be printed; only its hash is stored.
 * Makes nothing where there is or ever was a token.
 */
export async function makeFirstToken(tokens: KeptTokens, { secretKey, now, random }: FirstTokenOptions): Promise<string | undefined> {
  if (!(await tokens.isEmpty())) return undefined
  const key = tokenKey(random.subarray(0, 32))
  const id = `tok_${random.subarray(32, 48).toString('hex')}`
  await tokens.add({
    id,
    name: 'first',
    hash: hashTokenKey(key, secretKey),
    prefix: tokenPrefix(key),
    owner: 'first',
    createdAt: now,
  })
  return key
}
