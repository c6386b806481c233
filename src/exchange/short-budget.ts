import { timestampOfSecond } from './timestamp.js'

/** A budget of which less is left than a request may cost. */
export interface ShortBudget {
  readonly of: 'token' | 'user' | 'team'
  /** Its window; `total`: all time. */
  readonly period: 'day' | 'week' | 'month' | 'total'
  /** US dollars as an exact decimal. */
  readonly limit: string
  /** What is neither spent nor reserved, in the same form. */
  readonly left: string
  /** When its window began, in milliseconds since the epoch; undefined: it has none. */
  readonly beganAt: number | undefined
  /** When the next window begins; undefined: never. */
  readonly resetsAt: number | undefined
}

/** Names the budget of a refusal, in every style (docs/errors.md). */
export const budgetHeader = 'x-anywire-budget'

/** The value of the header: a structured field (RFC 9651) with the names of the admin API. Its strings hold nothing that needs an escape. */
export function budgetText({ of, period, limit, left, beganAt, resetsAt }: ShortBudget): string {
  const facts = [`period=${period}`, `limit_usd="${limit}"`, `left_usd="${left}"`]
  return [of, ...facts, ...timeFact('began_at', beganAt), ...timeFact('resets_at', resetsAt)].join('; ')
}

const timeFact = (name: string, time: number | undefined): string[] => (time === undefined ? [] : [`${name}="${timestampOfSecond(time)}"`])
