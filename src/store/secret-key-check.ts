import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { StoreSchema } from './schema.js'

const name = 'secret_key_check'

/**
 * Whether what is stored was hashed and sealed with this `secret_key`, by a mark that is stored beside them. With another key every stored token
 * would be refused, and no sealed secret of a provider would open. A database without both accepts the new key.
 */
export async function isStoredUnder(database: Kysely<StoreSchema>, secretKey: string): Promise<boolean> {
  const mark = createHmac('sha256', secretKey).update('anywire secret_key check').digest('base64')
  const row = await database.selectFrom('marks').select('value').where('name', '=', name).executeTakeFirst()
  if (row !== undefined && timingSafeEqual(Buffer.from(row.value.padEnd(44).slice(0, 44)), Buffer.from(mark))) return true
  const token = await database.selectFrom('tokens').select('id').where('revoked_at', 'is', null).limit(1).executeTakeFirst()
  // Tokens of a database from before the mark cannot be checked.
  if (row !== undefined && token !== undefined) return false
  const sealed = await database.selectFrom('providers').select('id').where('secrets', '!=', '{}').limit(1).executeTakeFirst()
  if (row !== undefined && sealed !== undefined) return false
  await database
    .insertInto('marks')
    .values({ name, value: mark })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: mark }))
    .execute()
  return true
}
