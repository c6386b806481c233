import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isObject, numberOf, objectsOf, parseJson, type JsonObject } from '../../json/object.js'
import { CommandError } from '../command-error.js'
import type { ImportNote } from './draft.js'

export interface NewApiFile {
  readonly channels: readonly JsonObject[]
  readonly tokens: readonly JsonObject[]
  /** Of what is neither. */
  readonly notes: readonly ImportNote[]
}

/** new-api's SQLite database, or its channels as JSON: a list, or the reply of its `/api/channel/`. */
export function readNewApi(path: string): NewApiFile {
  const bytes = readFileSync(path)
  if (bytes.subarray(0, 15).toString('latin1') === 'SQLite format 3') return readDatabase(path)
  const content = parseJson(bytes.toString('utf8'))
  const list = Array.isArray(content) ? content : isObject(content) ? listIn(content) : undefined
  if (!Array.isArray(list)) throw new CommandError('the file is neither a list of channels as JSON nor an SQLite database of new-api')
  const channels = objectsOf(list)
  return { channels, tokens: [], notes: isObject(content) ? pageNotes(content, channels.length) : [] }
}

function listIn({ data, channels }: JsonObject): unknown {
  if (Array.isArray(channels)) return channels
  return isObject(data) ? (data['items'] ?? data['data']) : data
}

/** A reply of its API may be one page of several. */
function pageNotes({ data }: JsonObject, count: number): readonly ImportNote[] {
  const total = isObject(data) ? numberOf(data['total']) : undefined
  if (total === undefined || total <= count) return []
  return [{ at: 'channels', what: `the file has ${count} of ${total}: export the other pages, too` }]
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
      notes: notesOf(database),
    }
  } finally {
    database.close()
  }
}

const others: readonly (readonly [table: string, condition: string, what: string])[] = [
  ['users', 'true', 'left out, with their quotas: anywire user create makes users, with budgets of their own'],
  ['options', "key in ('ModelRatio', 'ModelPrice', 'CompletionRatio', 'GroupRatio')", 'left out: see price in docs/prices.md'],
]

/** Tables of which something would be missed. */
function notesOf(database: DatabaseSync): readonly ImportNote[] {
  return others.flatMap(([table, condition, what]) => {
    try {
      const count = Number(database.prepare(`select count(*) as count from ${table} where ${condition}`).get()?.['count'])
      return count === 0 ? [] : [{ at: `${table} (${count})`, what }]
    } catch {
      // Older databases do not have every table.
      return []
    }
  })
}
