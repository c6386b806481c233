import { newestSchema } from '../../../generated/store/newest-schema.js'
import type { SqliteSession } from './thread.js'

/**
 * Makes all tables of a new database at once: all migrations, one after another, take SQLite some ten times as long.
 * Does nothing where there is any table, and where another process makes them at the same time: `migrate` has to follow.
 */
export async function makeSchema(session: SqliteSession): Promise<void> {
  const ask = (text: string): ReturnType<SqliteSession['ask']> => session.ask({ type: 'query', text, values: [] })
  if ((await ask('select 1 from sqlite_master limit 1')).rows.length > 0) return
  await ask('begin immediate')
  try {
    for (const text of newestSchema) await ask(text)
    await ask('commit')
  } catch {
    await ask('rollback')
  }
}
