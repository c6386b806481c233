/** A time of the API in UTC: `2026-01-31 12:00:05`. */
export const utcTime = (text: string): string => text.slice(0, 19).replace('T', ' ')

const steps = [
  [60_000, 1000, 's'],
  [3_600_000, 60_000, 'min'],
  [86_400_000, 3_600_000, 'h'],
] as const

/** How far a time is from now: `5 min ago`, `in 3 days`. `now`: milliseconds since the epoch. */
export function distance(text: string, now: number): string {
  const away = Date.parse(text) - now
  const size = Math.abs(away)
  if (size < 1000) return 'now'
  const step = steps.find(([below]) => size < below)
  const units = size / (step?.[1] ?? 86_400_000)
  // What is 29.99 days away is 30 days away for everybody.
  const number = away < 0 ? Math.floor(units) : Math.ceil(units)
  const words = step === undefined ? `${number} ${number === 1 ? 'day' : 'days'}` : `${number} ${step[2]}`
  return away < 0 ? `${words} ago` : `in ${words}`
}

/** For `<input type="datetime-local">`, which has no zone: the digits are UTC. */
export const fieldOfTime = (text: string): string => text.slice(0, 16)

/** The time in such a field, taken as UTC; undefined where there is none. */
export function timeOfField(field: string): string | undefined {
  const milliseconds = Date.parse(`${field.slice(0, 16)}:00.000Z`)
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString()
}
