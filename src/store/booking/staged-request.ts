import type { Selectable } from 'kysely'
import type { Money } from '../../accounting/money.js'
import type { RequestTable } from '../schema.js'
import { limbsOf } from './limbs.js'

/** One request as the books have it: promises' record, and whose it is. */
export type BookedRequest = Selectable<RequestTable> & {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cached_input_tokens: number
  readonly cache_write_input_tokens: number
  readonly reasoning_output_tokens: number
}

type ColumnType = 'text' | 'bigint'

/** The columns of `requests`, with PostgreSQL's types. */
export const requestColumns = {
  id: 'text',
  token_id: 'text',
  token: 'text',
  user_id: 'text',
  team_id: 'text',
  owner: 'text',
  team: 'text',
  end_user: 'text',
  tags: 'text',
  style: 'text',
  model: 'text',
  provider: 'text',
  upstream_model: 'text',
  started_at: 'text',
  duration_ms: 'bigint',
  first_byte_ms: 'bigint',
  status: 'bigint',
  outcome: 'text',
  error: 'text',
  input_tokens: 'bigint',
  output_tokens: 'bigint',
  cached_input_tokens: 'bigint',
  cache_write_input_tokens: 'bigint',
  reasoning_output_tokens: 'bigint',
  usage_source: 'text',
  cost_usd: 'text',
  attempts: 'text',
  losses: 'text',
} as const satisfies Record<keyof BookedRequest, ColumnType>

/**
 * What the sums need beside them: the names under which it is added up; when it began, as the beginnings of its day and its five minutes;
 * the day of its end, on which it is paid; and the cost in parts.
 */
export const stagedColumns = {
  ...requestColumns,
  counted_end_user: 'text',
  counted_model: 'text',
  counted_upstream_model: 'text',
  day: 'bigint',
  slot: 'bigint',
  end_day: 'bigint',
  cost_high: 'bigint',
  cost_middle: 'bigint',
  cost_low: 'bigint',
} as const satisfies Record<string, ColumnType>

export const daySeconds = 86_400
export const slotSeconds = 300

// eslint-disable-next-line no-control-regex
const special = /[\u0000-\u001f"\\\u007f-\uffff]/

function quoted(text: string | null): string {
  if (text === null) return 'null'
  return special.test(text) ? JSON.stringify(text) : `"${text}"`
}

/** The names of a request that its client chose, as the sums have them. */
export type CountedAs = Pick<BookedRequest, 'end_user' | 'model' | 'upstream_model'>

/**
 * JSON of the values of `stagedColumns`, in their order: what the database is given for one request. Written by hand: `JSON.stringify` of
 * a list takes three times as long. `startedAt`: milliseconds.
 */
export function stagedText(request: BookedRequest, startedAt: number, cost: Money, counted: CountedAs = request): string {
  const seconds = Math.floor(startedAt / 1000)
  const endSeconds = Math.floor((startedAt + request.duration_ms) / 1000)
  const { high, middle, low } = limbsOf(cost)
  return (
    `[${quoted(request.id)},${quoted(request.token_id)},${quoted(request.token)},${quoted(request.user_id)},` +
    `${quoted(request.team_id)},${quoted(request.owner)},${quoted(request.team)},${quoted(request.end_user)},` +
    `${quoted(request.tags)},${quoted(request.style)},${quoted(request.model)},${quoted(request.provider)},` +
    `${quoted(request.upstream_model)},${quoted(request.started_at)},${request.duration_ms},` +
    `${request.first_byte_ms},${request.status},${quoted(request.outcome)},${quoted(request.error)},` +
    `${request.input_tokens},${request.output_tokens},${request.cached_input_tokens},` +
    `${request.cache_write_input_tokens},${request.reasoning_output_tokens},${quoted(request.usage_source)},` +
    `${quoted(request.cost_usd)},${quoted(request.attempts)},${quoted(request.losses)},${quoted(counted.end_user)},` +
    `${quoted(counted.model)},${quoted(counted.upstream_model)},${seconds - (seconds % daySeconds)},${seconds - (seconds % slotSeconds)},` +
    `${endSeconds - (endSeconds % daySeconds)},${high},${middle},${low}]`
  )
}
