import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { readMark, writeMark } from './marks.js'
import type { StoreSchema } from './schema.js'

/**
 * Whether what is stored was hashed and sealed with this `secret_key`, by a mark that is stored beside them. With another key every stored token
 * would be refused, and no sealed secret of a provider would open. A database without both accepts the new key.
 */
export async function isStoredUnder(database: Kysely<StoreSchema>, secretKey: string): Promise<boolean> {
  const mark = createHmac('sha256', secretKey).update('anywire secret_key check').digest('base64')
  const stored = await readMark(database, 'secret_key_check')
  if (stored !== undefined && timingSafeEqual(Buffer.from(stored.padEnd(44).slice(0, 44)), Buffer.from(mark))) return true
  const token = await database.selectFrom('tokens').select('id').where('revoked_at', 'is', null).limit(1).executeTakeFirst()
  // Tokens of a database from before the mark cannot be checked.
  if (stored !== undefined && token !== undefined) return false
  const sealed = await database.selectFrom('providers').select('id').where('secrets', '!=', '{}').limit(1).executeTakeFirst()
  if (stored !== undefined && sealed !== undefined) return false
  await writeMark(database, 'secret_key_check', mark)
  return true
}
