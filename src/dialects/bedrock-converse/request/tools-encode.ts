import type {
  ConverseContentBlock,
  ConverseMessage,
  ConverseTool,
  ConverseToolChoice,
  ConverseToolConfig,
} from '../../../../generated/bedrock-converse/model/index.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { ConversationRequest, CustomTool, FunctionTool, Tool } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import { claudeModel } from '../../claude-models.js'
import { freeTextSchema } from '../../../exchange/custom-tool.js'
import { defined } from '../../../json/object.js'

/** `toolConfig`. Converse can neither limit its choice to several tools nor forbid all: only the allowed ones are offered. */
export function encodeTools(
  conversation: ConversationRequest,
  messages: readonly ConverseMessage[],
  { model, ledger }: Pick<Target, 'model' | 'ledger'>,
): ConverseToolConfig | undefined {
  const { toolChoice, parallelToolCalls } = conversation
  const called = calledNames(messages)
  const none = toolChoice?.value.type === 'none'
  const tools = none && called.length === 0 ? noTools(conversation, ledger) : allowedTools(conversation, ledger)
  const wire: ConverseTool[] = tools.flatMap((tool) => encodeTool(tool, ledger))
  // Converse refuses a conversation with tool calls but without tools; the client may no longer offer any.
  if (wire.length === 0) for (const name of called) wire.push({ toolSpec: { name, inputSchema: { json: { type: 'object' } } } })
  if (none && called.length > 0) ledger.approximate(toolChoice.at, 'Converse cannot forbid tool calls in a conversation that has some')
  if (parallelToolCalls !== undefined) {
    if (parallelToolCalls.value) ledger.move(parallelToolCalls.at, 'not needed: it is the default')
    else ledger.drop(parallelToolCalls.at, 'Converse cannot forbid parallel calls')
  }
  if (wire.length === 0) {
    if (toolChoice !== undefined && !none) ledger.move(toolChoice.at, 'there are no tools to choose from')
    return undefined
  }
  const choice = encodeChoice(conversation, claudeModel(model)?.forcedCalls !== false, ledger)
  return defined<ConverseToolConfig>({ tools: wire, toolChoice: choice })
}

function noTools({ tools, toolChoice }: ConversationRequest, ledger: LossLedger): readonly Tool[] {
  if (toolChoice !== undefined) ledger.move(toolChoice.at, 'no tools are offered')
  for (const tool of tools) ledger.move(tool.at, 'tool choice forbids tool calls: no tools are offered')
  return []
}

function allowedTools({ tools, toolChoice }: ConversationRequest, ledger: LossLedger): readonly Tool[] {
  if (toolChoice?.value.type !== 'allowed') return tools
  const names = new Set(toolChoice.value.names)
  ledger.move(toolChoice.at, 'only the allowed tools are offered')
  return tools.filter((tool) => {
    const allowed = names.has(tool.type === 'provider' ? tool.label : tool.name)
    if (!allowed) ledger.move(tool.at, 'tool choice does not allow it: only allowed tools are offered')
    return allowed
  })
}

function encodeTool(tool: Tool, ledger: LossLedger): ConverseTool[] {
  switch (tool.type) {
    case 'provider':
      // `withoutForeignTools` has removed the provider tools that another provider runs.
      return []
    case 'custom':
      return [encodeCustom(tool, ledger)]
    case 'function':
      return encodeFunction(tool, ledger)
  }
}

function encodeFunction(tool: FunctionTool, ledger: LossLedger): ConverseTool[] {
  if (tool.strict?.value === false) ledger.move(tool.strict.at, 'not needed: tools are not strict by default')
  const spec = {
    name: tool.name,
    ...(tool.description === undefined || tool.description === '' ? {} : { description: tool.description }),
    inputSchema: { json: { ...(tool.parameters ?? {}), type: 'object' } },
    ...(tool.strict?.value === true ? { strict: true } : {}),
  }
  const { cache } = tool
  return [
    { toolSpec: spec },
    ...(cache === undefined ? [] : [{ cachePoint: { type: 'default' as const, ...(cache.ttl === undefined ? {} : { ttl: cache.ttl }) } }]),
  ]
}

function encodeCustom(tool: CustomTool, ledger: LossLedger): ConverseTool {
  if (tool.format?.value.type === 'grammar') ledger.drop(tool.format.at, 'Converse has no grammar for the input of a tool')
  else if (tool.format !== undefined) ledger.move(tool.format.at, 'free text is sent as one argument of a function')
  return {
    toolSpec: {
      name: tool.name,
      ...(tool.description === undefined || tool.description === '' ? {} : { description: tool.description }),
      inputSchema: { json: freeTextSchema() },
    },
  }
}

function encodeChoice({ toolChoice }: ConversationRequest, forced: boolean, ledger: LossLedger): ConverseToolChoice | undefined {
  if (toolChoice === undefined) return undefined
  const { value, at } = toolChoice
  const demands = value.type === 'required' || value.type === 'tool' || (value.type === 'allowed' && value.mode === 'required')
  if (demands && !forced) {
    ledger.approximate(at, 'the model refuses forced tool calls: it may answer without one')
    return undefined
  }
  switch (value.type) {
    case 'required':
      return { any: {} }
    case 'tool':
      return { tool: { name: value.name } }
    case 'allowed':
      return value.mode === 'required' ? { any: {} } : undefined
    case 'auto':
      ledger.move(at, 'not needed: it is the default')
      return undefined
    case 'none':
    case 'provider':
    case 'web-search':
      // `withoutForeignTools` has refused a choice of another provider's tools.
      return undefined
  }
}

function calledNames(messages: readonly ConverseMessage[]): string[] {
  const blocks = messages.flatMap<ConverseContentBlock>(({ content }) => content)
  const names = new Set(blocks.flatMap(({ toolUse }) => (toolUse === undefined ? [] : [toolUse.name])))
  if (names.size === 0 && blocks.some(({ toolResult }) => toolResult !== undefined)) names.add('unknown')
  return [...names]
}
