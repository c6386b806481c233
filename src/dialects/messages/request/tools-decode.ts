import type {
  MessagesMcpServer,
  MessagesTool,
  MessagesToolChoice,
  MessagesToolDeclaration,
} from '../../../../generated/messages/model/index.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import type { Located } from '../../../exchange/located.js'
import type { FunctionTool, JsonSchema, ProviderTool, Tool, ToolChoice } from '../../../exchange/request.js'
import { cached } from './cache.js'
import { decodeWebSearch } from './web-search.js'
import { defined } from '../../../json/object.js'

const knownOfTool = new Set(['type', 'name', 'description', 'input_schema', 'strict', 'cache_control', 'defer_loading'])
const knownOfChoice = new Set(['type', 'name', 'disable_parallel_tool_use'])

export function decodeTools(tools: readonly MessagesToolDeclaration[], ledger: LossLedger): Tool[] {
  return tools.flatMap((tool, index): Tool[] => {
    const at = `/tools/${index}`
    if (isClientTool(tool)) return [decodeClientTool(tool, at, ledger)]
    if (isToolSearch(tool)) {
      ledger.move(at, 'not needed: all tools are sent from the start')
      return []
    }
    return [{ type: 'provider', dialect: 'messages', label: tool.type, value: tool, at, ...decodeWebSearch(tool, at) }]
  })
}

/** MCP servers become provider tools, since the provider calls them. */
export function decodeMcpServers(servers: readonly MessagesMcpServer[]): ProviderTool[] {
  return servers.map((server, index) => ({
    type: 'provider',
    dialect: 'messages',
    label: 'mcp_server',
    value: server,
    at: `/mcp_servers/${index}`,
  }))
}

/** Anthropic's tool search, which finds tools with `defer_loading`. */
function isToolSearch(tool: MessagesToolDeclaration): boolean {
  return typeof tool.type === 'string' && tool.type.startsWith('tool_search_tool_')
}

function isClientTool(tool: MessagesToolDeclaration): tool is MessagesTool {
  return tool.type === undefined || tool.type === null || tool.type === 'custom'
}

function decodeClientTool(tool: MessagesTool, at: string, ledger: LossLedger): FunctionTool {
  dropUnknown(tool, knownOfTool, at, ledger)
  if (typeof tool.defer_loading === 'boolean') ledger.move(`${at}/defer_loading`, 'not needed: all tools are sent from the start')
  return defined({
    type: 'function',
    name: tool.name,
    description: tool.description,
    // The generated type has only some members of a JSON Schema, which is an open object.
    parameters: tool.input_schema as unknown as JsonSchema,
    strict: tool.strict === undefined ? undefined : { value: tool.strict, at: `${at}/strict` },
    ...cached(tool, at, ledger),
    at,
  })
}

interface DecodedChoice {
  readonly toolChoice?: Located<ToolChoice>
  readonly parallelToolCalls?: Located<boolean>
}

export function decodeToolChoice(choice: MessagesToolChoice | undefined, tools: readonly Tool[], ledger: LossLedger): DecodedChoice {
  if (choice === undefined) return {}
  const at = '/tool_choice'
  dropUnknown(choice, knownOfChoice, at, ledger)
  const sequential = choice.type === 'none' ? undefined : choice.disable_parallel_tool_use
  return defined({
    toolChoice: { value: choiceOf(choice, tools), at },
    parallelToolCalls: sequential === undefined ? undefined : { value: !sequential, at: `${at}/disable_parallel_tool_use` },
  })
}

function choiceOf(choice: MessagesToolChoice, tools: readonly Tool[]): ToolChoice {
  switch (choice.type) {
    case 'any':
      return { type: 'required' }
    case 'none':
      return { type: 'none' }
    case 'tool': {
      const hosted = tools.find(
        (tool): tool is ProviderTool => tool.type === 'provider' && (tool.value as { readonly name?: unknown }).name === choice.name,
      )
      if (hosted === undefined) return { type: 'tool', name: choice.name, kind: 'function' }
      if (hosted.webSearch !== undefined) return { type: 'web-search', label: hosted.label }
      return { type: 'provider', dialect: 'messages', label: hosted.label, value: choice }
    }
    default:
      return { type: 'auto' }
  }
}
