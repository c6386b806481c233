import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isObject, objectsOf, parseJson, type JsonObject } from '../../json/object.js'
import { CommandError } from '../command-error.js'

export interface NewApiFile {
  readonly channels: readonly JsonObject[]
  readonly tokens: readonly JsonObject[]
}

/** new-api's SQLite database, or its channels as JSON: a list, or the reply of its `/api/channel/`. */
export function readNewApi(path: string): NewApiFile {
  const bytes = readFileSync(path)
  if (bytes.subarray(0, 15).toString('latin1') === 'SQLite format 3') return readDatabase(path)
  const content = parseJson(bytes.toString('utf8'))
  const list = Array.isArray(content) ? content : isObject(content) ? listIn(content) : undefined
  if (list === undefined) throw new CommandError('the file is neither a list of channels as JSON nor an SQLite database of new-api')
  return { channels: objectsOf(list), tokens: [] }
}

function listIn({ data, channels }: JsonObject): unknown {
  if (Array.isArray(channels)) return channels
  return isObject(data) ? (data['items'] ?? data['data']) : data
}

function readDatabase(path: string): NewApiFile {
  const database = new DatabaseSync(path, { readOnly: true })
  const rows = (table: 'channels' | 'tokens'): readonly JsonObject[] => {
    try {
      return objectsOf(database.prepare(`select * from ${table} order by id`).all())
    } catch {
      throw new CommandError(`the database has no table ${table}: it is not one of new-api`)
    }
  }
  try {
    return {
      channels: rows('channels'),
      tokens: rows('tokens').filter(({ deleted_at: deleted }) => deleted === null || deleted === undefined),
    }
  } finally {
    database.close()
  }
}
