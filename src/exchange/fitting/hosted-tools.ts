import type { UpstreamDialect } from '../dialect-name.js'
import { refuse } from '../error.js'
import type { LossLedger } from '../ledger.js'
import type { ConversationRequest, ProviderTool, Tool, ToolChoice } from '../request.js'

export interface HostedTools {
  /** Tools of this dialect are the target's own. */
  readonly dialect: UpstreamDialect
  /** The target searches the web for this request where it is asked to. */
  readonly searchesWeb: boolean
}

/**
 * The conversation without other providers' tools that the target does not have. Web search stays where the target has it too. A missing
 * tool is left out with a ledger entry where there are other tools; it is a 400 where it is the only one or must be called.
 */
export function withoutForeignTools(conversation: ConversationRequest, hosted: HostedTools, ledger: LossLedger): ConversationRequest {
  const { tools, toolChoice } = conversation
  const missing = tools.filter((tool): tool is ProviderTool => tool.type === 'provider' && !isThere(tool, hosted))
  const demanded = toolChoice === undefined ? undefined : missingChoice(toolChoice.value, tools, hosted)
  if (toolChoice !== undefined && demanded !== undefined)
    throw refuse(
      toolChoice.at,
      `${toolChoice.at}: the provider of the chosen model does not have the tool ${demanded}.`,
      'unsupported_value',
    )
  const [first] = missing
  const repeated = repeatedSearches(tools, hosted)
  for (const tool of repeated) ledger.drop(tool.at, 'the provider searches the web by one tool')
  if (first === undefined && repeated.length === 0) return conversation
  if (first !== undefined && missing.length === tools.length && toolChoice?.value.type !== 'none')
    throw refuse(first.at, `${first.at}: the provider of the chosen model does not have the tool ${first.label}.`, 'unsupported_value')
  for (const tool of missing) ledger.drop(tool.at, `the provider of the chosen model does not have the tool ${tool.label}`)
  const left = new Set<Tool>([...missing, ...repeated])
  return { ...conversation, tools: tools.filter((tool) => !left.has(tool)) }
}

/** All but the first search of the web that is asked for in another dialect. */
function repeatedSearches(tools: readonly Tool[], hosted: HostedTools): readonly ProviderTool[] {
  const searches = tools.filter(
    (tool): tool is ProviderTool => tool.type === 'provider' && tool.webSearch !== undefined && isThere(tool, hosted),
  )
  return searches.slice(1).filter(({ dialect }) => dialect !== hosted.dialect)
}

function isThere({ dialect, webSearch }: ProviderTool, hosted: HostedTools): boolean {
  return dialect === hosted.dialect || (webSearch !== undefined && webSearch.offline !== true && hosted.searchesWeb)
}

/** The name of the tool that must be called and is not there. */
function missingChoice(choice: ToolChoice, tools: readonly Tool[], hosted: HostedTools): string | undefined {
  if (choice.type === 'web-search') {
    const searches = tools.some((tool) => tool.type === 'provider' && tool.webSearch !== undefined && isThere(tool, hosted))
    return searches ? undefined : choice.label
  }
  return choice.type === 'provider' && choice.dialect !== hosted.dialect ? choice.label : undefined
}
