import { defined, type JsonObject } from '../../json/object.js'
import type { CommandOptions } from '../command.js'
import { UsageError } from '../usage-error.js'
import { durationMs } from './duration.js'

interface Budgets {
  readonly budget_usd?: string
  readonly budget_per_month_usd?: string
}

/** `--budget` and `--monthly-budget`, as the admin API takes them. */
export function budgetsOf({ budget, 'monthly-budget': monthly }: CommandOptions): Budgets {
  return defined({ budget_usd: dollars(budget), budget_per_month_usd: dollars(monthly) })
}

/** Members for a new object: what is `none` is left out. */
export function withoutNone(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== none))
}

/** Members of a change: what is `none` is taken away. */
export function noneAsNull(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, value === none ? null : value]))
}

/** What an option takes for no limit. */
const none = 'none'

/** `20`, `20usd` or `20.50 USD`. */
export function dollars(text: string | undefined): string | undefined {
  return text?.replace(/\s*usd$/i, '')
}

/** `a, b` */
export function namesOf(text: string | undefined): readonly string[] | undefined {
  return text?.split(',').map((name) => name.trim())
}

/** `30d` from now, a date, or `none`. */
export function expiryOf(text: string | undefined): string | undefined {
  if (text === undefined || text === none) return text
  if (/^\d+[a-z]+$/i.test(text)) return new Date(Date.now() + durationMs(text)).toISOString()
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new UsageError(`--expires takes a time such as 30d or 2030-01-01, not ${JSON.stringify(text)}`)
  return new Date(time).toISOString()
}

/** A number, or `none`. */
export function wholeNumber(option: string, text: string | undefined): number | string | undefined {
  if (text === none) return text
  if (text !== undefined && !/^\d{1,12}$/.test(text)) throw new UsageError(`${option} takes a whole number, not ${JSON.stringify(text)}`)
  return text === undefined ? undefined : Number(text)
}
