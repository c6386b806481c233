import type { GeminiTool } from '../../../../generated/generate-content/model/index.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { ConversationRequest } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import { dropUnsupportedSearchSettings, otherMembers, type WebSearch } from '../../../exchange/web-search.js'
import { isObject } from '../../../json/object.js'

const noMembers: ReadonlySet<string> = new Set()

/** `googleSearchRetrieval` is the tool of Gemini 1.5. */
const names: ReadonlySet<string> = new Set(['googleSearch', 'googleSearchRetrieval'])

/** Models up to 2.5 refuse a search beside functions, newer ones require more of the client then; and a search cannot be forbidden for a turn. */
export function searchesWeb({ tools, toolChoice }: ConversationRequest, { traits }: Target): boolean {
  return traits.webSearch !== false && toolChoice?.value.type !== 'none' && tools.every(({ type }) => type === 'provider')
}

export function decodeWebSearch(name: string, value: unknown, at: string): { readonly webSearch?: WebSearch } {
  if (!names.has(name)) return {}
  const other = isObject(value) ? otherMembers(value, noMembers, at) : []
  return { webSearch: other.length === 0 ? {} : { other } }
}

export function encodeWebSearch(search: WebSearch, ledger: LossLedger): GeminiTool {
  dropUnsupportedSearchSettings(search, [], ledger)
  return { googleSearch: {} }
}
