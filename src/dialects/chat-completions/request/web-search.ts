import type { ChatWebSearchOptions } from '../../../../generated/chat-completions/model/index.js'
import { append } from '../../../exchange/append.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { ConversationRequest, ProviderTool, Tool } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import {
  dropUnsupportedSearchSettings,
  otherLocationMembers,
  otherMembers,
  searchLocation,
  type WebSearch,
} from '../../../exchange/web-search.js'
import { knownValue } from '../../../exchange/known-value.js'
import { defined, isObject, type JsonObject } from '../../../json/object.js'

const outerLocationMembers = new Set(['type', 'approximate'])
const knownMembers = new Set(['search_context_size', 'user_location'])

/** OpenAI's models that refuse `web_search_options`: all without `search` in their name. Source: OpenAI's guide "Web search". */
const modelsWithoutSearch = /^(?:openai\/)?(?:gpt-|chatgpt-|o\d)(?!.*search)/

/**
 * Whether the target can search the web: by the provider's trait, otherwise wherever it has more than function tools. Not with
 * `tool_choice: none`, since this dialect cannot forbid a search.
 */
export function searchesWeb({ toolChoice }: ConversationRequest, { model, traits }: Target): boolean {
  return (traits.webSearch ?? traits.functionToolsOnly !== true) && toolChoice?.value.type !== 'none' && !modelsWithoutSearch.test(model)
}

export function decodeWebSearch(options: JsonObject, at: string, ledger: LossLedger): ProviderTool {
  const { search_context_size: size, user_location: location } = options
  const approximate = isObject(location) ? location['approximate'] : undefined
  const other = otherMembers(options, knownMembers, at)
  if (isObject(location)) append(other, otherMembers(location, outerLocationMembers, `${at}/user_location`))
  if (isObject(approximate)) append(other, otherLocationMembers(approximate, `${at}/user_location/approximate`))
  const webSearch = defined<WebSearch>({
    contextSize: typeof size === 'string' ? knownValue(size, `${at}/search_context_size`, ['low', 'medium', 'high'], ledger) : undefined,
    location: isObject(approximate) ? { value: searchLocation(approximate), at: `${at}/user_location` } : undefined,
    other: other.length === 0 ? undefined : other,
  })
  return { type: 'provider', dialect: 'chat-completions', label: 'web_search_options', value: options, webSearch, at }
}

/** The member `web_search_options`; `undefined` without a web search tool. */
export function encodeWebSearch(tools: readonly Tool[], ledger: LossLedger): ChatWebSearchOptions | undefined {
  const tool = tools.find(isWebSearch)
  if (tool === undefined) return undefined
  // The contract's validator has checked the options of this dialect in the client's request.
  if (tool.dialect === 'chat-completions') return tool.value as ChatWebSearchOptions
  const { contextSize, location } = tool.webSearch
  dropUnsupportedSearchSettings(tool.webSearch, ['contextSize', 'location'], ledger)
  return defined({
    search_context_size: contextSize?.value,
    user_location: location === undefined ? undefined : { type: 'approximate', approximate: { ...location.value } },
  })
}

export function isWebSearch(tool: Tool): tool is ProviderTool & { readonly webSearch: WebSearch } {
  return tool.type === 'provider' && tool.webSearch !== undefined
}
