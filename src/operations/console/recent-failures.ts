import { groupings } from '../../store/booking/rollups.js'
import type { UsageRepository } from '../../store/usage-repository.js'

const slotSeconds = 300
const recentSeconds = 900
const mostTargets = 5000

/** The share of requests that failed, by target; targets without a request have none. */
export type RecentFailures = (provider: string, model: string) => number | undefined

/** Of the last 15 minutes and the slot of five minutes in which they began. */
export async function readRecentFailures(usage: Pick<UsageRepository, 'read'>, now: number): Promise<RecentFailures> {
  const second = Math.floor(now / 1000)
  const from = second - recentSeconds
  const { rows } = await usage.read({
    grouping: groupings[0],
    table: 'slot',
    from: from - (from % slotSeconds),
    to: second + slotSeconds,
    by: ['provider', 'upstream_model'],
    filters: {},
    mostGroups: mostTargets,
  })
  const shares = new Map(rows.map(({ group, failed, requests }) => [keyOf(group[0], group[1]), failed / requests]))
  return (provider, model) => shares.get(keyOf(provider, model))
}

const keyOf = (provider = '', model = ''): string => `${provider}\n${model}`
