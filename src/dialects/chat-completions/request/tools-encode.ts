import type { ChatCompletionRequest, ChatTool, ChatToolChoice } from '../../../../generated/chat-completions/model/index.js'
import { freeTextSchema, kindOfTool } from '../../../exchange/custom-tool.js'
import { refuse } from '../../../exchange/error.js'
import type { ConversationRequest, CustomTool, CustomToolFormat, FunctionTool, ToolChoice } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import { noCacheMarkers } from '../../openai-settings.js'
import { isWebSearch } from './web-search.js'
import { defined } from '../../../json/object.js'

type ToolMembers = Pick<ChatCompletionRequest, 'tools' | 'tool_choice' | 'parallel_tool_calls'>

/** Encodes tools and their choice. Web search is not among them: `encodeWebSearch`. */
export function encodeTools(conversation: ConversationRequest, target: Target): ToolMembers {
  const { ledger } = target
  const choice = conversation.toolChoice
  const tools: ChatTool[] = []
  const names = allowedNames(choice?.value, target)
  for (const tool of conversation.tools) {
    if (tool.type === 'provider') {
      // A provider tool of this dialect, which other servers with this API have, is sent unchanged.
      if (!isWebSearch(tool)) tools.push(tool.value as ChatTool)
    } else if (names !== undefined && !names.has(tool.name))
      ledger.drop(tool.at, 'not sent: it is not among the allowed tools, and the provider has no list of them')
    else tools.push(tool.type === 'function' ? encodeFunction(tool, target) : encodeCustom(tool, target))
  }
  if (tools.length === 0) {
    const searches = conversation.tools.some(isWebSearch)
    if (!searches) refuseWithoutTools(conversation)
    if (choice !== undefined && searches && choice.value.type !== 'auto') ledger.approximate(choice.at, searchCannotBeForced)
    else if (choice !== undefined) ledger.move(choice.at, 'not needed: there are no tools')
    if (conversation.parallelToolCalls !== undefined) ledger.move(conversation.parallelToolCalls.at, 'not needed: there are no tools')
    return {}
  }
  const parallel = conversation.parallelToolCalls
  if (parallel?.value === true) ledger.move(parallel.at, 'not needed: it is the default')
  return defined({
    tools,
    tool_choice: choice === undefined ? undefined : encodeChoice(choice.value, choice.at, conversation, target),
    parallel_tool_calls: parallel?.value === false ? false : undefined,
  })
}

const searchCannotBeForced = 'the provider decides whether it searches'

/** Throws a 400 where a tool must be called but there is none. */
function refuseWithoutTools({ toolChoice }: ConversationRequest): void {
  if (toolChoice === undefined || toolChoice.value.type === 'auto' || toolChoice.value.type === 'none') return
  if (toolChoice.value.type === 'allowed' && toolChoice.value.mode === 'auto') return
  throw refuse(toolChoice.at, `${toolChoice.at} requires a tool that the provider of this model does not have.`, 'unsupported_value')
}

function allowedNames(choice: ToolChoice | undefined, target: Target): ReadonlySet<string> | undefined {
  return choice?.type === 'allowed' && target.traits.functionToolsOnly === true ? new Set(choice.names) : undefined
}

function encodeFunction(tool: FunctionTool, target: Target): ChatTool {
  if (tool.cache !== undefined) target.ledger.drop(tool.cache.at, noCacheMarkers)
  return {
    type: 'function',
    function: defined({
      name: tool.name,
      description: tool.description,
      // Without `parameters` it would mean the same, but some providers require a schema.
      parameters: tool.parameters ?? { type: 'object', properties: {} },
      strict: tool.strict?.value,
    }),
  }
}

function encodeCustom(tool: CustomTool, target: Target): ChatTool {
  const name = tool.name
  const description = tool.description === undefined ? {} : { description: tool.description }
  const format = tool.format
  if (target.traits.functionToolsOnly !== true) {
    return {
      type: 'custom',
      custom: defined({ name, ...description, format: format === undefined ? undefined : encodeFormat(format.value) }),
    }
  }
  if (format?.value.type === 'grammar') target.ledger.drop(format.at, 'the provider does not support grammars of tools')
  else if (format !== undefined) target.ledger.move(format.at, 'free text is sent as the text of one argument')
  const parameters = { ...freeTextSchema(), additionalProperties: false }
  return { type: 'function', function: { name, ...description, parameters } }
}

function encodeFormat(format: CustomToolFormat): NonNullable<Extract<ChatTool, { type: 'custom' }>['custom']['format']> {
  return format.type === 'text' ? { type: 'text' } : { type: 'grammar', grammar: { definition: format.definition, syntax: format.syntax } }
}

function encodeChoice(choice: ToolChoice, at: string, conversation: ConversationRequest, target: Target): ChatToolChoice {
  switch (choice.type) {
    case 'auto':
    case 'none':
      return choice.type
    case 'required':
      return requiredChoice(target)
    case 'tool':
      return namedChoice(choice.name, choice.kind, target)
    case 'allowed': {
      const [only] = choice.names
      if (choice.mode === 'required' && choice.names.length === 1 && only !== undefined)
        return namedChoice(only, kindOfTool(only, conversation.tools), target)
      if (target.traits.functionToolsOnly === true) return choice.mode === 'required' ? requiredChoice(target) : 'auto'
      const custom = new Set(conversation.tools.flatMap((tool) => (tool.type === 'custom' ? [tool.name] : [])))
      const tools = choice.names.map((name) =>
        custom.has(name) ? { type: 'custom', custom: { name } } : { type: 'function', function: { name } },
      )
      return { type: 'allowed_tools', allowed_tools: { mode: choice.mode, tools } }
    }
    case 'provider':
      return choice.value as ChatToolChoice
    case 'web-search':
      target.ledger.approximate(at, searchCannotBeForced)
      return 'auto'
  }
}

function requiredChoice(target: Target): ChatToolChoice {
  return target.traits.mistralNames === true ? 'any' : 'required'
}

function namedChoice(name: string, kind: 'function' | 'custom', target: Target): ChatToolChoice {
  if (kind === 'custom' && target.traits.functionToolsOnly !== true) return { type: 'custom', custom: { name } }
  return { type: 'function', function: { name } }
}
