import type { Selectable } from 'kysely'
import type { RequestTable } from '../schema.js'

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
  cost_source: 'text',
  attempts: 'text',
  losses: 'text',
} as const satisfies Record<keyof BookedRequest, ColumnType>

/**
 * What the sums need beside them: the names under which it is added up; when it began, as the beginnings of its day and its five minutes;
 * the day of its end, on which it is paid; the step of the time until its first content; and the cost in parts.
 */
export const stagedColumns = {
  ...requestColumns,
  counted_end_user: 'text',
  counted_model: 'text',
  counted_upstream_model: 'text',
  day: 'bigint',
  slot: 'bigint',
  end_day: 'bigint',
  first_byte_step: 'bigint',
  cost_high: 'bigint',
  cost_middle: 'bigint',
  cost_low: 'bigint',
} as const satisfies Record<string, ColumnType>

export const daySeconds = 86_400
export const slotSeconds = 300

/** The names of a request that its client chose, as the sums have them. */
export type CountedAs = Pick<BookedRequest, 'end_user' | 'model' | 'upstream_model'>
