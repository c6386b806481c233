import type { PlatformAttempt } from '../../../generated/platform/model/index.js'
import { failureText } from '../../format/failures.js'

/** Why the gateway made this attempt, as far as the record tells. */
export function reasonOf(attempts: readonly PlatformAttempt[], index: number): string {
  const [attempt, before] = [attempts[index], attempts[index - 1]]
  if (attempt === undefined || before === undefined) return 'The first target that the routing chose'
  const failure = failureOf(before)
  if (attempt.provider === before.provider && attempt.model === before.model) return `The same target again (${failure})`
  return `The next target, since ${before.provider} failed (${failure})`
}

/** Every attempt in one line, with why there was another one after it: `one (provider unavailable) → two`. */
export function chainOf(attempts: readonly PlatformAttempt[]): string {
  const last = attempts.length - 1
  return attempts.map((attempt, index) => (index < last ? `${attempt.provider} (${failureOf(attempt)})` : attempt.provider)).join(' → ')
}

function failureOf({ error, status }: PlatformAttempt): string {
  if (error !== undefined) return failureText(error)
  return status === undefined ? 'no answer' : `status ${status}`
}
