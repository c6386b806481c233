import { defined, textOf, type JsonObject } from '../json/object.js'
import { pointer } from '../json/pointer.js'
import type { LossLedger } from './ledger.js'
import type { Located } from './located.js'

/** Settings of a provider's web search tool, which all client dialects have. */
export interface WebSearch {
  readonly allowedDomains?: Located<readonly string[]>
  readonly blockedDomains?: Located<readonly string[]>
  readonly location?: Located<SearchLocation>
  /** How much of the results the model reads. */
  readonly contextSize?: Located<'low' | 'medium' | 'high'>
  /** Maximum number of searches in one request. */
  readonly maxUses?: Located<number>
  /** Responses' `external_web_access: false`: only pages in the provider's cache. No other dialect has this. */
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

/** JSON pointers of the members of a search setting that are not in `known`, for {@link WebSearch.other}. */
export function otherMembers(wire: object, known: ReadonlySet<string>, at: string): string[] {
  return Object.entries(wire).flatMap(([name, value]) => (known.has(name) || value === null ? [] : [pointer(at, name)]))
}

const locationMembers = new Set(['city', 'region', 'country', 'timezone'])
const typedLocationMembers = new Set([...locationMembers, 'type'])

/** The same for a location. Some dialects have `type` inside it; `approximate` is the only value with a counterpart. */
export function otherLocationMembers(wire: JsonObject, at: string): string[] {
  return otherMembers(wire, wire['type'] === 'approximate' ? typedLocationMembers : locationMembers, at)
}

/** Reads the user's location, which has the same members in all dialects but Gemini's. */
export function searchLocation(wire: JsonObject): SearchLocation {
  return defined<SearchLocation>({
    city: textOf(wire['city']),
    region: textOf(wire['region']),
    country: textOf(wire['country']),
    timezone: textOf(wire['timezone']),
  })
}

type Setting = 'allowedDomains' | 'blockedDomains' | 'location' | 'contextSize' | 'maxUses'

/** Records the settings of a web search that the target does not support. */
export function dropUnsupportedSearchSettings(search: WebSearch, supported: readonly Setting[], ledger: LossLedger): void {
  for (const name of ['allowedDomains', 'blockedDomains', 'location', 'contextSize', 'maxUses'] as const) {
    const setting = search[name]
    if (setting !== undefined && !supported.includes(name)) ledger.drop(setting.at, 'the web search of the provider has no such setting')
  }
  for (const at of search.other ?? []) ledger.drop(at, 'the web search of the provider has no such setting')
}
