import type { UpstreamDialect } from '../dialect-name.js'
import { refuse } from '../error.js'
import type { LossLedger } from '../ledger.js'
import type { ConversationRequest, ProviderTool, Tool, ToolChoice } from '../request.js'

export interface HostedTools {
  /** The target's dialect: it has the provider tools of this dialect. */
  readonly dialect: UpstreamDialect
  /** Whether the target can search the web for this request. */
  readonly searchesWeb: boolean
}

/**
 * Removes other providers' tools that the target does not have. Web search stays where the target has it too. A removed tool goes to the
 * ledger where there are other tools. Throws a 400 where it is the only tool or must be called.
 */
export function withoutForeignTools(conversation: ConversationRequest, hosted: HostedTools, ledger: LossLedger): ConversationRequest {
  const { tools, toolChoice } = conversation
  if (tools.length === 0 && toolChoice === undefined) return conversation
  const missing = tools.filter((tool): tool is ProviderTool => tool.type === 'provider' && !isAvailable(tool, hosted))
  const requiredTool = toolChoice === undefined ? undefined : missingChoice(toolChoice.value, tools, hosted)
  if (toolChoice !== undefined && requiredTool !== undefined)
    throw refuse(toolChoice.at, `${toolChoice.at}: the provider of this model does not have the tool ${requiredTool}.`, 'unsupported_value')
  const [first] = missing
  const repeated = repeatedSearches(tools, hosted)
  for (const tool of repeated) ledger.drop(tool.at, 'the provider has only one web search tool')
  if (first === undefined && repeated.length === 0) return conversation
  if (first !== undefined && missing.length === tools.length && toolChoice?.value.type !== 'none')
    throw refuse(first.at, `${first.at}: the provider of this model does not have the tool ${first.label}.`, 'unsupported_value')
  for (const tool of missing) ledger.drop(tool.at, `the provider does not have the tool ${tool.label}`)
  const removed = new Set<Tool>([...missing, ...repeated])
  return { ...conversation, tools: tools.filter((tool) => !removed.has(tool)) }
}

/** The web search tools of other dialects after the first web search tool. */
function repeatedSearches(tools: readonly Tool[], hosted: HostedTools): readonly ProviderTool[] {
  const searches = tools.filter(
    (tool): tool is ProviderTool => tool.type === 'provider' && tool.webSearch !== undefined && isAvailable(tool, hosted),
  )
  return searches.slice(1).filter(({ dialect }) => dialect !== hosted.dialect)
}

function isAvailable({ dialect, webSearch }: ProviderTool, hosted: HostedTools): boolean {
  return dialect === hosted.dialect || (webSearch !== undefined && webSearch.offline !== true && hosted.searchesWeb)
}

/** The label of the tool that must be called but is not available. */
function missingChoice(choice: ToolChoice, tools: readonly Tool[], hosted: HostedTools): string | undefined {
  if (choice.type === 'web-search') {
    const searches = tools.some((tool) => tool.type === 'provider' && tool.webSearch !== undefined && isAvailable(tool, hosted))
    return searches ? undefined : choice.label
  }
  return choice.type === 'provider' && choice.dialect !== hosted.dialect ? choice.label : undefined
}
