import type { Span } from './range.js'

/** What the report can be grouped by, and what its rows can be confined to. */
export const dimensions = ['model', 'token', 'owner', 'team', 'provider', 'style', 'tag', 'end_user', 'outcome', 'upstream_model'] as const
export type Dimension = (typeof dimensions)[number]

export const dimensionTitles: Readonly<Record<Dimension, string>> = {
  model: 'Model',
  token: 'Token',
  owner: 'User',
  team: 'Team',
  provider: 'Provider',
  style: 'Style',
  tag: 'Tag',
  end_user: 'End user',
  outcome: 'Outcome',
  upstream_model: "Provider's model",
}

export type Filters = Readonly<Partial<Record<Dimension, string>>>

export function groupIn(search: URLSearchParams): Dimension {
  return dimensions.find((one) => one === search.get('by')) ?? 'model'
}

export function filtersIn(search: URLSearchParams): Filters {
  const filters: Partial<Record<Dimension, string>> = {}
  for (const dimension of dimensions) {
    const value = search.get(dimension)
    if (value !== null && value !== '') filters[dimension] = value
  }
  return filters
}

/** Sums of tags and of end users are kept by token, user and team alone: of their requests only the failed ones are counted apart. */
const apart: readonly Dimension[] = ['tag', 'end_user']
const withThem: readonly Dimension[] = ['token', 'owner', 'team']

/** Whether the gateway adds up these dimensions together. */
export function addedUpTogether(used: readonly Dimension[]): boolean {
  const special = used.filter((one) => apart.includes(one))
  return special.length === 0 || (special.length === 1 && used.every((one) => one === special[0] || withThem.includes(one)))
}

/** By what the courses are drawn: outcomes where the sums have them. */
export function courseGroup(filters: Filters): 'outcome' | undefined {
  return addedUpTogether([...usedBy(filters), 'outcome']) ? 'outcome' : undefined
}

export function usedBy(filters: Filters): readonly Dimension[] {
  return dimensions.filter((one) => filters[one] !== undefined)
}

/** Where the whole report is as a file. */
export function exportLink(span: Pick<Span, 'from' | 'to'> & Partial<Span>, by: Dimension | undefined, filters: Filters): string {
  const parameters = new URLSearchParams({ format: 'csv', from: span.from, to: span.to, ...filters })
  if (by !== undefined) parameters.set('by', by)
  if (span.interval !== undefined) parameters.set('interval', span.interval)
  return `/api/admin/usage/export?${parameters.toString()}`
}
