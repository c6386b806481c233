import type { Store } from '../store/store.js'
import { hashTokenKey, tokenKey, tokenPrefix } from './token-key.js'

interface FirstTokenOptions {
  readonly secretKey: string
  readonly now: Date
  /** 48 random bytes: 32 for the key, 16 for the id. */
  readonly random: Buffer
}

/**
 * Makes the token of the very first start. The key is returned this once, to be printed; the store keeps its hash.
 * Nothing is made where the store has, or once had, a token.
 */
export async function makeFirstToken(store: Store, { secretKey, now, random }: FirstTokenOptions): Promise<string | undefined> {
  if (!(await store.tokens.isEmpty())) return undefined
  const key = tokenKey(random.subarray(0, 32))
  const id = `tok_${random.subarray(32, 48).toString('hex')}`
  await store.tokens.add({
    id,
    name: 'first',
    hash: hashTokenKey(key, secretKey),
    prefix: tokenPrefix(key),
    owner: 'first',
    createdAt: now,
  })
  return key
}
