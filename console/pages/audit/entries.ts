import type { PlatformAuditEntry } from '../../../generated/platform/model/index.js'

export const objects = ['token', 'user', 'team', 'provider', 'model'] as const satisfies readonly PlatformAuditEntry['object'][]
export const actions = ['create', 'change', 'rotate', 'top_up', 'delete'] as const satisfies readonly PlatformAuditEntry['action'][]

export interface AuditFilters {
  readonly object?: string
  readonly action?: string
  readonly name?: string
  readonly actor?: string
}

/** Those in the address that the API takes. */
export function auditFilters(search: URLSearchParams): AuditFilters {
  const filters: { -readonly [Name in keyof AuditFilters]: AuditFilters[Name] } = {}
  const object = objects.find((one) => one === search.get('object'))
  const action = actions.find((one) => one === search.get('action'))
  const [name, actor] = [search.get('name') ?? '', search.get('actor') ?? '']
  if (object !== undefined) filters.object = object
  if (action !== undefined) filters.action = action
  if (name !== '') filters.name = name.slice(0, 500)
  if (actor !== '') filters.actor = actor.slice(0, 500)
  return filters
}

/** The members that were changed, in words: `budget in US dollars, models` for `/budget_usd` and `/models`. */
export function summaryOf({ changes }: Pick<PlatformAuditEntry, 'changes'>): string {
  // What follows a second slash is a name that people chose.
  return changes.map(({ member }) => member.replace(/^\/([^/]*)/, (_, name: string) => name.split('_').map(wordOf).join(' '))).join(', ')
}

const wordOf = (word: string): string => shortened[word] ?? word

const shortened: Readonly<Record<string, string>> = { usd: 'in US dollars', url: 'URL', api: 'API', ms: 'in milliseconds' }

/** A value before or after a change, as text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (value === '***') return 'hidden'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
