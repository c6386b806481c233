/** What the list of requests can be confined to; each is a parameter of the page's address and of the API. */
export const filterNames = [
  'search',
  'outcome',
  'model',
  'token',
  'style',
  'provider',
  'owner',
  'team',
  'tag',
  'end_user',
  'upstream_model',
  'from',
  'to',
] as const

export type FilterName = (typeof filterNames)[number]
export type RequestFilters = Readonly<Partial<Record<FilterName, string>>>

export const requestOutcomes = [
  'ok',
  'client_error',
  'rejected',
  'upstream_error',
  'truncated',
  'timeout',
  'client_aborted',
  'interrupted',
] as const

/** Those in the address that the API takes; whatever else stands there is left out. */
export function filtersIn(search: URLSearchParams): RequestFilters {
  const filters: Partial<Record<FilterName, string>> = {}
  for (const name of filterNames) {
    const value = readFilter(name, search.get(name) ?? '')
    if (value !== undefined) filters[name] = value
  }
  return filters
}

function readFilter(name: FilterName, text: string): string | undefined {
  if (text === '' || text.length > 500) return undefined
  if (name === 'outcome') return requestOutcomes.find((outcome) => outcome === text)
  if (name === 'search') return text.length < 2 || text.length > 100 ? undefined : text
  if (name !== 'from' && name !== 'to') return text
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

export function exportLink(filters: RequestFilters): string {
  return `/api/admin/requests/export?${new URLSearchParams({ format: 'csv', ...filters }).toString()}`
}
