import { UsageError } from '../usage-error.js'

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Milliseconds of `90s`, `15m`, `2h`, `30d`, `4w`. */
export function durationMs(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  const length = units[unit]
  if (count === undefined || length === undefined)
    throw new UsageError(`expected a time such as 15m, 2h or 30d, not ${JSON.stringify(text)}`)
  return Number(count) * length
}
