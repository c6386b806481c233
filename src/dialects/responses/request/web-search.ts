import type { ResponsesTool, ResponsesWebSearchTool } from '../../../../generated/responses/model/index.js'
import { append } from '../../../exchange/append.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { Located } from '../../../exchange/located.js'
import type { Target } from '../../../exchange/target.js'
import {
  dropUnsupportedSearchSettings,
  otherLocationMembers,
  otherMembers,
  searchLocation,
  type WebSearch,
} from '../../../exchange/web-search.js'
import { knownValue } from '../../../exchange/known-value.js'
import { defined, listOf, objectOf, type JsonObject } from '../../../json/object.js'

export const webSearchType = 'web_search'

const types: ReadonlySet<string> = new Set(['web_search', 'web_search_2025_08_26', 'web_search_preview', 'web_search_preview_2025_03_11'])
const readMembers = new Set(['type', 'search_context_size', 'user_location', 'filters', 'external_web_access'])
const readFilters = new Set(['allowed_domains', 'blocked_domains'])

export function isWebSearchType(type: string): boolean {
  return types.has(type)
}

/** Whether the provider has web search: by its trait, otherwise wherever it has more than function tools. */
export function searchesWeb({ traits }: Target): boolean {
  return traits.webSearch ?? traits.functionToolsOnly !== true
}

export function decodeWebSearch(tool: ResponsesTool, at: string, ledger: LossLedger): { readonly webSearch?: WebSearch } {
  if (!isWebSearch(tool)) return {}
  if (tool.external_web_access === true) ledger.move(`${at}/external_web_access`, 'not needed: it is the default')
  const filters = objectOf(tool.filters) ?? {}
  const location = objectOf(tool.user_location)
  const other = [...otherMembers(tool, readMembers, at), ...otherMembers(filters, readFilters, `${at}/filters`)]
  if (location !== undefined) append(other, otherLocationMembers(location, `${at}/user_location`))
  const webSearch = defined<WebSearch>({
    allowedDomains: domains(filters['allowed_domains'], `${at}/filters/allowed_domains`),
    blockedDomains: domains(filters['blocked_domains'], `${at}/filters/blocked_domains`),
    location: location === undefined ? undefined : { value: searchLocation(location), at: `${at}/user_location` },
    contextSize: knownValue(tool.search_context_size, `${at}/search_context_size`, ['low', 'medium', 'high'], ledger),
    offline: tool.external_web_access === false ? true : undefined,
    other: other.length === 0 ? undefined : other,
  })
  return { webSearch }
}

function isWebSearch(tool: ResponsesTool): tool is ResponsesWebSearchTool {
  return isWebSearchType(tool.type)
}

function domains(wire: unknown, at: string): Located<readonly string[]> | undefined {
  const value = listOf(wire).filter((domain) => typeof domain === 'string')
  return value.length === 0 ? undefined : { value, at }
}

export function encodeWebSearch(search: WebSearch, ledger: LossLedger): ResponsesWebSearchTool {
  const { allowedDomains, blockedDomains, location, contextSize } = search
  dropUnsupportedSearchSettings(search, ['allowedDomains', 'blockedDomains', 'location', 'contextSize'], ledger)
  const filters = defined<JsonObject>({ allowed_domains: allowedDomains?.value, blocked_domains: blockedDomains?.value })
  return defined({
    type: webSearchType,
    filters: Object.keys(filters).length === 0 ? undefined : filters,
    user_location: location === undefined ? undefined : { type: 'approximate', ...location.value },
    search_context_size: contextSize?.value,
  })
}
