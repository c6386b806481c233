import { chmodSync, existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Command } from './command.js'
import { configurationFor } from './configuration.js'

/** Writes a copy of the SQLite database as it is at this moment, also while a gateway writes it. */
export const backup: Command = (options) => {
  const [file] = options.words
  if (file === undefined) throw new Error('backup takes the FILE that it should write; see --help')
  const { database } = configurationFor(options)
  if (database.kind !== 'file')
    throw new Error(database.kind === 'memory' ? 'a database in memory has no backup' : 'PostgreSQL is backed up with pg_dump')
  if (existsSync(file)) throw new Error(`${file} exists already`)
  const source = new DatabaseSync(database.path, { readOnly: true })
  try {
    source.prepare('vacuum into ?').run(file)
  } finally {
    source.close()
  }
  // It has what the database has: hashes of tokens, names, perhaps prompts.
  chmodSync(file, 0o600)
  process.stdout.write(`${file} is a backup of ${database.path}\n`)
  return Promise.resolve(0)
}
