import { styleTitle } from '../../format/styles.js'
import { outcomes, type CourseOutcome } from './course.js'
import type { Dimension } from './query.js'

export const outcomeTitles: Readonly<Record<CourseOutcome, string>> = {
  ok: 'Completed',
  client_aborted: 'Client left',
  client_error: 'Client’s error',
  rejected: 'Refused',
  interrupted: 'Interrupted',
  truncated: 'Cut off',
  timeout: 'Timed out',
  upstream_error: 'Provider failed',
  failed: 'Failed',
}

/** The name of a group for people: most names are people's own. */
export function nameText(dimension: Dimension, name: string): string {
  if (dimension === 'style') return styleTitle(name)
  const outcome = dimension === 'outcome' ? outcomes.find((one) => one === name) : undefined
  return outcome === undefined ? name : outcomeTitles[outcome]
}
