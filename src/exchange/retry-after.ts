/** One week. Longer times to wait are shortened to it. */
export const maxWaitMs = 7 * 86_400_000

type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * The time to wait in milliseconds, from the headers `retry-after-ms` and `retry-after` (seconds or an HTTP date, RFC 9110 §10.2.3).
 * `undefined` without a valid time. `now`: milliseconds since the epoch; without it dates are ignored.
 */
export function headerWaitMs(headers: Headers, now?: number): number | undefined {
  const milliseconds = amount(headers['retry-after-ms'], 1)
  if (milliseconds !== undefined) return milliseconds
  const seconds = amount(headers['retry-after'], 1000)
  if (seconds !== undefined || now === undefined) return seconds
  const text = single(headers['retry-after']) ?? ''
  // `Date.parse` reads `-1` as a year.
  const date = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(date) ? undefined : within(date - now)
}

/** The same in whole seconds, at least one; dates are ignored. */
export function headerWaitSeconds(headers: Headers): number | undefined {
  return wholeSeconds(headerWaitMs(headers))
}

/** Whole seconds, rounded up, at least one, from a text such as `"34.4"` or Google's `"34.4s"`. */
export function waitSeconds(text: unknown): number | undefined {
  return typeof text === 'string' ? wholeSeconds(amount(text.replace(/s$/, ''), 1000)) : undefined
}

export function wholeSeconds(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : Math.max(1, Math.ceil(milliseconds / 1000))
}

/** Accepts digits with a decimal point only: not `1e308`, `-1` or `Infinity`. */
function amount(value: string | string[] | undefined, unitMs: number): number | undefined {
  const text = single(value)
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? within(Number(text) * unitMs) : undefined
}

function within(milliseconds: number): number {
  return Math.min(Math.max(0, milliseconds), maxWaitMs)
}

function single(value: string | string[] | undefined): string | undefined {
  return (Array.isArray(value) ? value[0] : value)?.trim()
}
