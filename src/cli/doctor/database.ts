import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Configuration } from '../../config/index.js'
import type { Finding } from './finding.js'

const leastFree = 2 ** 30

/** Whether the database could be written. It is not made, and a database that is there is not changed. */
export async function databaseFinding({ database }: Configuration): Promise<Finding> {
  switch (database.kind) {
    case 'memory':
      return {
        state: 'warn',
        about: 'database',
        what: 'in memory: tokens and records are gone at the next start',
        fix: 'set database: file:PATH',
      }
    case 'postgres':
      return postgresFinding(database.url)
    case 'file':
      return fileFinding(database.path)
  }
}

function fileFinding(path: string): Finding {
  const about = 'database'
  const folder = existing(dirname(path))
  try {
    accessSync(existsSync(path) ? path : folder, constants.R_OK | constants.W_OK)
    if (existsSync(path)) readable(path)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { state: 'fail', about, what: `${path} cannot be used (${why})`, fix: 'give the folder and the file to the user of the gateway' }
  }
  const { bavail: blocks, bsize: size } = statfsSync(folder)
  const free = blocks * size
  if (free < leastFree)
    return {
      state: 'warn',
      about,
      what: `${path}: ${Math.round(free / 2 ** 20)} MB are free`,
      fix: 'make room, or shorten accounting.retention_days',
    }
  return { state: 'ok', about, what: existsSync(path) ? path : `${path} will be created` }
}

/** The nearest folder above that is there. */
function existing(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder))
}

function readable(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    database.prepare('select count(*) from sqlite_schema').get()
  } finally {
    database.close()
  }
}

async function postgresFinding(url: string): Promise<Finding> {
  const about = 'database'
  const { default: postgres } = await import('pg')
  const client = new postgres.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    await client.query('select 1')
    return { state: 'ok', about, what: 'PostgreSQL answers' }
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
    return { state: 'fail', about, what: `PostgreSQL cannot be used (${why})`, fix: 'see database: host, user, password' }
  } finally {
    await client.end().catch(() => undefined)
  }
}
