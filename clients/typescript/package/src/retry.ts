import { ConnectionError, StatusError } from './errors.js'

const firstPause = 500
const longestPause = 8_000
/** A client that has to wait for longer is told so instead. */
const longestRetryAfter = 60_000

/** Milliseconds until the next try after this failure of try number `tries`, from 1; undefined where another one does not help. */
export function pauseAfter(failure: unknown, tries: number): number | undefined {
  const asked = failure instanceof StatusError ? retryAfter(failure.headers) : undefined
  if (!mayPass(failure, asked)) return undefined
  if (asked !== undefined) return asked <= longestRetryAfter ? asked : undefined
  const pause = Math.min(longestPause, firstPause * 2 ** (tries - 1))
  return pause * (0.5 + Math.random() / 2)
}

function mayPass(failure: unknown, asked: number | undefined): boolean {
  if (!(failure instanceof StatusError)) return failure instanceof ConnectionError
  if (failure.code === 'insufficient_quota') return false
  // 409: the same `Idempotency-Key` is being answered; other conflicts stay, and have no `Retry-After`.
  if (failure.status === 409) return asked !== undefined
  return failure.status === 408 || failure.status === 429 || failure.status >= 500
}

/** Milliseconds. */
function retryAfter(headers: Headers): number | undefined {
  const milliseconds = Number.parseFloat(headers.get('retry-after-ms') ?? '')
  if (milliseconds >= 0) return milliseconds
  const written = headers.get('retry-after') ?? ''
  const seconds = Number(written)
  if (written !== '' && seconds >= 0) return seconds * 1000
  const date = Date.parse(written)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}
