import { defined, textOf, type JsonObject } from '../json/object.js'
import { pointer } from '../json/pointer.js'
import type { LossLedger } from './ledger.js'
import type { Located } from './located.js'

/** Settings of a provider's web search, which all client dialects have. */
export interface WebSearch {
  readonly allowedDomains?: Located<readonly string[]>
  readonly blockedDomains?: Located<readonly string[]>
  readonly location?: Located<SearchLocation>
  /** How much of the results the model sees. */
  readonly contextSize?: Located<'low' | 'medium' | 'high'>
  /** Most searches. */
  readonly maxUses?: Located<number>
  /** Only pages in the provider's cache; nothing is fetched. No other dialect has this. */
  readonly offline?: boolean
  /** JSON pointers of further settings that only the client's dialect has. */
  readonly other?: readonly string[]
}

export interface SearchLocation {
  readonly city?: string
  readonly region?: string
  readonly country?: string
  readonly timezone?: string
}

/** Members that only the client's own style has words for, as a search keeps them. */
export function otherMembers(wire: object, known: ReadonlySet<string>, at: string): string[] {
  return Object.entries(wire).flatMap(([name, value]) => (known.has(name) || value === null ? [] : [pointer(at, name)]))
}

const locationMembers = new Set(['city', 'region', 'country', 'timezone'])
const typedLocationMembers = new Set([...locationMembers, 'type'])

/** The same for a location; `type` stands in it where a style has no level of its own for it. */
export function otherLocationMembers(wire: JsonObject, at: string): string[] {
  return otherMembers(wire, wire['type'] === 'approximate' ? typedLocationMembers : locationMembers, at)
}

/** The user's location, in the format of all dialects but Gemini's. */
export function searchLocation(wire: JsonObject): SearchLocation {
  return defined<SearchLocation>({
    city: textOf(wire['city']),
    region: textOf(wire['region']),
    country: textOf(wire['country']),
    timezone: textOf(wire['timezone']),
  })
}

type Setting = 'allowedDomains' | 'blockedDomains' | 'location' | 'contextSize' | 'maxUses'

/** Records the settings of a search that the target does not have. */
export function bookSearchSettings(search: WebSearch, taken: readonly Setting[], ledger: LossLedger): void {
  for (const name of ['allowedDomains', 'blockedDomains', 'location', 'contextSize', 'maxUses'] as const) {
    const setting = search[name]
    if (setting !== undefined && !taken.includes(name)) ledger.drop(setting.at, 'the web search of the provider has no such setting')
  }
  for (const at of search.other ?? []) ledger.drop(at, 'the web search of the provider has no such setting')
}
