import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { CommandError } from './command-error.js'
import type { Command } from './command.js'
import { configurationFor } from './configuration.js'

/** Writes a copy of the SQLite database as it is at this moment, also while a gateway writes it. */
export const backup: Command = (options) => {
  const [file = ''] = options.words
  const { database } = configurationFor(options)
  if (database.kind !== 'file')
    throw new CommandError(database.kind === 'memory' ? 'a database in memory has no backup' : 'PostgreSQL is backed up with pg_dump')
  if (existsSync(file)) throw new CommandError(`${file} exists already`, 'name another file, or remove it')
  // For its owner alone before anything is in it: it has what the database has, hashes of tokens, names, perhaps prompts.
  closeSync(openSync(file, 'wx', 0o600))
  try {
    copy(database.path, file)
  } catch (error) {
    rmSync(file)
    throw error
  }
  process.stdout.write(
    options.json ? `${JSON.stringify({ file, database: database.path })}\n` : `${file} is a backup of ${database.path}\n`,
  )
  return Promise.resolve(0)
}

function copy(path: string, file: string): void {
  const source = new DatabaseSync(path, { readOnly: true })
  try {
    source.prepare('vacuum into ?').run(file)
  } finally {
    source.close()
  }
}
