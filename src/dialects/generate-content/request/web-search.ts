import type { GeminiTool } from '../../../../generated/generate-content/model/index.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { ConversationRequest } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import { dropUnsupportedSearchSettings, otherMembers, type WebSearch } from '../../../exchange/web-search.js'
import { isObject } from '../../../json/object.js'

const noMembers: ReadonlySet<string> = new Set()

/** The first generation of Gemini searched by another name. */
const names: ReadonlySet<string> = new Set(['googleSearch', 'googleSearchRetrieval'])

/** Models up to 2.5 refuse a search beside functions, and newer ones want more of the client then; nor can it be forbidden for a turn. */
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
