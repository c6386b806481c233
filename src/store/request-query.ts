import { sql, type Expression, type Kysely, type Selectable, type SqlBool } from 'kysely'
import type { BookedRequest } from './booking/staged-request.js'
import type { StoreSchema } from './schema.js'

/** Where the next page of a list begins: after this request. */
export interface RequestPlace {
  readonly startedAt: string
  readonly id: string
}

export interface RequestFilters {
  /** A token's name. */
  readonly token?: string
  readonly owner?: string
  readonly team?: string
  readonly end_user?: string
  readonly tag?: string
  readonly model?: string
  readonly upstream_model?: string
  readonly provider?: string
  readonly style?: string
  readonly outcome?: string
  /** The beginning of an id, or a text in one of the columns that people know. */
  readonly search?: string
  /** Began then or later; began earlier. RFC 3339 in UTC, with milliseconds. */
  readonly from?: string
  readonly to?: string
}

export interface RequestQuery extends RequestFilters {
  readonly before?: RequestPlace
  readonly limit: number
}

export interface RequestPage {
  readonly requests: readonly BookedRequest[]
  /** Where there may be more. */
  readonly next: RequestPlace | undefined
}

const scannedColumns = ['owner', 'team', 'end_user', 'model', 'upstream_model', 'provider', 'style', 'outcome'] as const
/** Beyond a token's, requests have no index: a rare value is looked for in so many of them at a time. */
const mostScanned = 50_000
/** The columns of each are read, and lie apart in the file. */
const mostSearched = 10_000
/** The requests of one token lie apart in the file. */
const mostScannedOfToken = 10_000

/** Newest first. */
export async function listRequests(database: Kysely<StoreSchema>, query: RequestQuery): Promise<RequestPage> {
  const { limit, tag, search } = query
  const scans = tag !== undefined || search !== undefined || scannedColumns.some((column) => query[column] !== undefined)
  const end = scans ? await lastScanned(database, query) : undefined
  let found = inOrder(database, query)
    .selectAll()
    .limit(limit + 1)
  for (const column of scannedColumns) {
    const value = query[column]
    if (value !== undefined) found = found.where(column, '=', value)
  }
  if (tag !== undefined) found = found.where(sql<string>`',' || tags || ','`, 'like', sql<string>`${`%,${escaped(tag)},%`} escape '!'`)
  if (search !== undefined && !isIdSearch(search)) found = found.where(hasText(search))
  if (end !== undefined)
    found = isIdSearch(search)
      ? found.where('id', '>=', end.id)
      : found.where(sql<boolean>`(started_at, id) >= (${end.startedAt}, ${end.id})`)
  const rows = await found.execute()
  const requests = rows.slice(0, limit).map(requestOf)
  const last = requests.at(-1)
  const full = rows.length > limit && last !== undefined
  return { requests, next: full ? { startedAt: last.started_at, id: last.id } : end }
}

export async function findRequest(database: Kysely<StoreSchema>, id: string): Promise<BookedRequest | undefined> {
  const row = await database.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : requestOf(row)
}

function requestOf(row: Selectable<StoreSchema['requests']>): BookedRequest {
  return {
    ...row,
    input_tokens: Number(row.input_tokens),
    output_tokens: Number(row.output_tokens),
    cached_input_tokens: Number(row.cached_input_tokens),
    cache_write_input_tokens: Number(row.cache_write_input_tokens),
    reasoning_output_tokens: Number(row.reasoning_output_tokens),
  }
}

/** The last request that one page looks at; `undefined` where it looks at all that are left. */
async function lastScanned(database: Kysely<StoreSchema>, query: RequestQuery): Promise<RequestPlace | undefined> {
  const row = await inOrder(database, query)
    .select(['started_at', 'id'])
    .offset(mostLookedAt(query) - 1)
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? undefined : { startedAt: row.started_at, id: row.id }
}

function mostLookedAt({ token, search }: RequestQuery): number {
  if (token !== undefined) return mostScannedOfToken
  return search === undefined ? mostScanned : mostSearched
}

/** What an index finds. */
function inOrder(database: Kysely<StoreSchema>, request: RequestQuery) {
  const { token, from, to, before, search } = request
  let query = database.selectFrom('requests')
  if (isIdSearch(search)) {
    // Ids grow with time: this order is the same one, and the primary key has it. They are hexadecimal.
    query = query.where('id', '>=', search).where('id', '<', `${search}z`).orderBy('id', 'desc')
    if (before !== undefined) query = query.where('id', '<', before.id)
  } else {
    query = query.orderBy('started_at', 'desc').orderBy('id', 'desc')
    if (before !== undefined) query = query.where(sql<boolean>`(started_at, id) < (${before.startedAt}, ${before.id})`)
  }
  if (token !== undefined) query = query.where('token', '=', token)
  if (from !== undefined) query = query.where('started_at', '>=', from)
  if (to !== undefined) query = query.where('started_at', '<', to)
  return query
}

const isIdSearch = (search: string | undefined): search is string => search?.startsWith('req_') === true

const searched = sql.join(
  ['token', 'owner', 'team', 'end_user', 'tags', 'style', 'model', 'upstream_model', 'provider', 'outcome', 'error', 'attempts'].map(
    (column) => sql`coalesce(${sql.ref(column)}, '')`,
  ),
  sql` || ' ' || `,
)

function hasText(search: string): Expression<SqlBool> {
  return sql<SqlBool>`lower(${searched}) like ${`%${escaped(search.toLowerCase())}%`} escape '!'`
}

const escaped = (text: string): string => text.replace(/[!%_]/g, '!$&')
