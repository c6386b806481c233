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

/** `toolConfig`. A limited choice is made by offering only those tools; there is no word for calling none. */
export function encodeTools(
  conversation: ConversationRequest,
  messages: readonly ConverseMessage[],
  { model, ledger }: Pick<Target, 'model' | 'ledger'>,
): ConverseToolConfig | undefined {
  const { toolChoice, parallelToolCalls } = conversation
  const called = calledNames(messages)
  const none = toolChoice?.value.type === 'none'
  const tools = none && called.length === 0 ? withheld(conversation, ledger) : offered(conversation, ledger)
  const wire: ConverseTool[] = tools.flatMap((tool) => encodeTool(tool, ledger))
  // A conversation with calls must come with tools, also where the client no longer offers any.
  if (wire.length === 0) for (const name of called) wire.push({ toolSpec: { name, inputSchema: { json: { type: 'object' } } } })
  if (none && called.length > 0) ledger.approximate(toolChoice.at, 'Converse cannot forbid calls in a conversation that has some')
  if (parallelToolCalls !== undefined) {
    if (parallelToolCalls.value) ledger.move(parallelToolCalls.at, 'several calls a turn are the default')
    else ledger.drop(parallelToolCalls.at, 'Converse cannot be held to one call a turn')
  }
  if (wire.length === 0) {
    if (toolChoice !== undefined && !none) ledger.move(toolChoice.at, 'there are no tools to choose from')
    return undefined
  }
  const choice = encodeChoice(conversation, claudeModel(model)?.forcedCalls !== false, ledger)
  return { tools: wire, ...(choice === undefined ? {} : { toolChoice: choice }) }
}

function withheld({ tools, toolChoice }: ConversationRequest, ledger: LossLedger): readonly Tool[] {
  if (toolChoice !== undefined) ledger.move(toolChoice.at, 'no tools are offered')
  for (const tool of tools) ledger.move(tool.at, 'none may be called, so none is offered')
  return []
}

function offered({ tools, toolChoice }: ConversationRequest, ledger: LossLedger): readonly Tool[] {
  if (toolChoice?.value.type !== 'allowed') return tools
  const { names } = toolChoice.value
  ledger.move(toolChoice.at, 'only the allowed tools are offered')
  return tools.filter((tool) => {
    const allowed = names.includes(tool.type === 'provider' ? tool.label : tool.name)
    if (!allowed) ledger.move(tool.at, 'is not among the allowed tools')
    return allowed
  })
}

function encodeTool(tool: Tool, ledger: LossLedger): ConverseTool[] {
  switch (tool.type) {
    case 'provider':
      // What only other providers run was left out before.
      return []
    case 'custom':
      return [encodeCustom(tool, ledger)]
    case 'function':
      return encodeFunction(tool, ledger)
  }
}

function encodeFunction(tool: FunctionTool, ledger: LossLedger): ConverseTool[] {
  if (tool.strict?.value === false) ledger.move(tool.strict.at, 'not strict is the default')
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
  if (tool.format?.value.type === 'grammar') ledger.drop(tool.format.at, 'Converse knows no grammar for the input of a tool')
  else if (tool.format !== undefined) ledger.move(tool.format.at, 'free text travels as one member of the arguments')
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
    ledger.approximate(at, 'the model takes no forced calls: it may answer without one')
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
      ledger.move(at, 'free choice is the default')
      return undefined
    case 'none':
    case 'provider':
    case 'web-search':
      // A choice of what only other providers run was refused before.
      return undefined
  }
}

function calledNames(messages: readonly ConverseMessage[]): string[] {
  const blocks = messages.flatMap<ConverseContentBlock>(({ content }) => content)
  const names = new Set(blocks.flatMap(({ toolUse }) => (toolUse === undefined ? [] : [toolUse.name])))
  if (names.size === 0 && blocks.some(({ toolResult }) => toolResult !== undefined)) names.add('unknown')
  return [...names]
}
