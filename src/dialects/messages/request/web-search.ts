import type { MessagesToolDeclaration, MessagesWebSearchTool } from '../../../../generated/messages/model/index.js'
import { append } from '../../../exchange/append.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import { located, type Located } from '../../../exchange/located.js'
import type { ConversationRequest } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import {
  dropUnsupportedSearchSettings,
  otherLocationMembers,
  otherMembers,
  searchLocation,
  type WebSearch,
} from '../../../exchange/web-search.js'
import { defined, objectOf } from '../../../json/object.js'

export const webSearchName = 'web_search'

const knownMembers = new Set(['type', 'name', 'allowed_domains', 'blocked_domains', 'max_uses', 'user_location'])

/** Whether the target can search the web: its provider has web search, and no tool of the client has the name of the search tool. */
export function searchesWeb({ tools }: ConversationRequest, { traits }: Target): boolean {
  return traits.webSearch !== false && !tools.some((tool) => tool.type !== 'provider' && tool.name === webSearchName)
}

export function decodeWebSearch(tool: MessagesToolDeclaration, at: string): { readonly webSearch?: WebSearch } {
  if (!isWebSearch(tool)) return {}
  const location = objectOf(tool.user_location)
  const other = otherMembers(tool, knownMembers, at)
  if (location !== undefined) append(other, otherLocationMembers(location, `${at}/user_location`))
  const webSearch = defined<WebSearch>({
    allowedDomains: domains(tool.allowed_domains, `${at}/allowed_domains`),
    blockedDomains: domains(tool.blocked_domains, `${at}/blocked_domains`),
    location: location === undefined ? undefined : { value: searchLocation(location), at: `${at}/user_location` },
    maxUses: located(tool.max_uses, `${at}/max_uses`),
    other: other.length === 0 ? undefined : other,
  })
  return { webSearch }
}

function isWebSearch(tool: MessagesToolDeclaration): tool is MessagesWebSearchTool {
  return typeof tool.type === 'string' && /^web_search_\d{8}$/.test(tool.type)
}

function domains(wire: readonly string[] | null | undefined, at: string): Located<readonly string[]> | undefined {
  return wire === null || wire === undefined || wire.length === 0 ? undefined : { value: wire, at }
}

/** Encodes the first version of the tool, which every model with web search accepts. It refuses allowed and blocked domains together. */
export function encodeWebSearch(search: WebSearch, ledger: LossLedger): MessagesWebSearchTool {
  const { allowedDomains, blockedDomains, location, maxUses } = search
  const blocks = blockedDomains !== undefined && allowedDomains === undefined
  dropUnsupportedSearchSettings(search, ['allowedDomains', ...(blocks ? (['blockedDomains'] as const) : []), 'location', 'maxUses'], ledger)
  return defined({
    type: 'web_search_20250305',
    name: webSearchName,
    allowed_domains: allowedDomains === undefined ? undefined : [...allowedDomains.value],
    blocked_domains: blocks ? [...blockedDomains.value] : undefined,
    user_location: location === undefined ? undefined : { type: 'approximate', ...location.value },
    max_uses: maxUses?.value,
  })
}
