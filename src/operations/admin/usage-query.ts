import type { Operations } from '../../../generated/operations.js'
import { refuse } from '../../exchange/error.js'
import { defined } from '../../json/object.js'
import { daySeconds, slotSeconds } from '../../store/booking/staged-request.js'
import { dimensions, groupings, type Dimension, type Grouping } from '../../store/booking/rollups.js'
import type { UsageQuery } from '../../store/usage-repository.js'

/** The parameters that the report and its export share. */
export type UsageParameters = Operations['exportUsage']['parameters']

const intervals = { '5m': slotSeconds, hour: 3600, day: daySeconds } as const
const usualDays = 30
/** The reply has a row for each interval of each group. */
const mostIntervals = 3000

export type UsageQuestion = Omit<UsageQuery, 'mostGroups' | 'after'>

/** `now`: milliseconds since the epoch. `fineDays`: how long sums of five minutes are kept. Throws a 400 that names the parameter. */
export function usageQuestion(parameters: UsageParameters, now: number, fineDays: number): UsageQuestion {
  const by = byOf(parameters.by)
  const filters = filtersOf(parameters)
  const to = parameters.to === undefined ? now / 1000 : Date.parse(parameters.to) / 1000
  const from = parameters.from === undefined ? to - usualDays * daySeconds : Date.parse(parameters.from) / 1000
  if (from >= to) throw refuse('from', 'from must be earlier than to')
  const { interval } = parameters
  const fineSince = now / 1000 - fineDays * daySeconds
  if (interval !== undefined && interval !== 'day' && from < fineSince - slotSeconds)
    throw refuse('interval', `interval ${interval} is kept for ${fineDays} days; take a later from, or day`)
  const wholeDays = from % daySeconds === 0 && (to % daySeconds === 0 || parameters.to === undefined)
  const table = interval === 'day' || (interval === undefined && (wholeDays || from < fineSince)) ? 'day' : 'slot'
  const intervalSeconds = interval === undefined ? undefined : intervals[interval]
  const unit = intervalSeconds ?? (table === 'day' ? daySeconds : slotSeconds)
  const begin = Math.floor(from / unit) * unit
  const end = Math.ceil(to / unit) * unit
  if (intervalSeconds !== undefined && (end - begin) / intervalSeconds > mostIntervals)
    throw refuse('interval', `from and to are more than ${mostIntervals} intervals apart; take a longer interval`)
  return defined({
    grouping: groupingFor(by, filters),
    table,
    from: begin,
    to: end,
    by,
    filters,
    intervalSeconds,
  })
}

function byOf(text: string | undefined): readonly Dimension[] {
  if (text === undefined || text === '') return []
  const names = text.split(',')
  return names.map((name, index) => {
    const dimension = dimensions.find((one) => one === name)
    if (dimension === undefined || names.indexOf(name) !== index)
      throw refuse('by', `by takes each of these once, with commas: ${dimensions.join(', ')}`)
    return dimension
  })
}

function filtersOf(parameters: UsageParameters): UsageQuery['filters'] {
  const filters: Partial<Record<Dimension, string>> = {}
  for (const dimension of dimensions) {
    const value = parameters[dimension]
    if (value !== undefined) filters[dimension] = value
  }
  return filters
}

function groupingFor(by: readonly Dimension[], filters: UsageQuery['filters']): Grouping {
  const needed = new Set([...by, ...Object.keys(filters)])
  const found = groupings.find(({ dimensions: own }) => new Set([...own, ...needed]).size === own.length)
  if (found !== undefined) return found
  const sets = groupings.map(({ dimensions: own }) => own.join('+')).join('; ')
  throw refuse('by', `${[...needed].join(', ')} are not added up together. These are: ${sets}`)
}
