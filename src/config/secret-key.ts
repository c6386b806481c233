import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A key for one life of the process: enough where nothing is stored. */
export function passingSecretKey(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The key beside an embedded database, for a gateway started without a configuration file: made at the first start,
 * readable by its owner alone. Whoever has the database without this file cannot test guesses of tokens.
 */
export function secretKeyBeside(databasePath: string): string {
  const path = join(dirname(databasePath), 'secret_key')
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    // `wx`: two processes that start together agree on the one file.
    const key = passingSecretKey()
    writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' })
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return readFileSync(path, 'utf8').trim()
  }
}
