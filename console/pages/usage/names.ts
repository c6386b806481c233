import { outcomeTitles } from '../../format/outcomes.js'
import { styleTitle } from '../../format/styles.js'
import { outcomes, type CourseOutcome } from './course.js'
import type { Dimension } from './query.js'

/** `failed`: all outcomes but `ok`, where they are not told apart. */
export const courseTitles: Readonly<Record<CourseOutcome, string>> = { ...outcomeTitles, failed: 'Failed' }

/** The name of a group for people: most names are people's own. */
export function nameText(dimension: Dimension, name: string): string {
  if (dimension === 'style') return styleTitle(name)
  const outcome = dimension === 'outcome' ? outcomes.find((one) => one === name) : undefined
  return outcome === undefined ? name : courseTitles[outcome]
}
