import { tokenCaller, type TokenCaller } from './caller.js'
import { hashTokenKey, tokenKey, tokenPrefix } from './token-key.js'

/** The store of issued tokens. */
interface KeptTokens {
  isEmpty(): Promise<boolean>
  add(token: { readonly caller: TokenCaller; readonly hash: string; readonly prefix: string }, createdAt: Date): Promise<void>
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
  const prefix = tokenPrefix(key)
  const id = `tok_${random.subarray(32, 48).toString('hex')}`
  const caller = tokenCaller({ id, name: 'first', owner: 'first', prefix, createdAt: now.getTime() }, {})
  await tokens.add({ caller, hash: hashTokenKey(key, secretKey), prefix }, now)
  return key
}
