import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { SqliteDialect, type SqliteDatabase } from 'kysely'

/** Kysely's SQLite dialect over `node:sqlite`. `path` absent: in memory. */
export function sqliteDialect(path?: string): SqliteDialect {
  return new SqliteDialect({ database: () => Promise.resolve(openSqlite(path)) })
}

function openSqlite(path: string | undefined): SqliteDatabase {
  if (path !== undefined) createForOwnerAlone(path)
  const database = new DatabaseSync(path ?? ':memory:')
  // WAL with NORMAL loses nothing when the process dies; FULL would cost a disk flush for each write.
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on; pragma busy_timeout = 5000')
  return {
    close: () => {
      database.close()
    },
    prepare: (text) => {
      const statement = database.prepare(text)
      return {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...(values as SQLInputValue[])),
        run: (values) => statement.run(...(values as SQLInputValue[])),
        iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
      }
    },
  }
}

/** Without this the umask would decide; SQLite's journal files get the mode of the database. */
function createForOwnerAlone(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
}
