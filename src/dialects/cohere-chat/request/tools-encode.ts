import type { CohereChatRequest, CohereTool } from '../../../../generated/cohere-chat/model/index.js'
import { freeTextSchema } from '../../../exchange/custom-tool.js'
import { refuse } from '../../../exchange/error.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { Located } from '../../../exchange/located.js'
import type { ConversationRequest, CustomTool, FunctionTool, ToolChoice } from '../../../exchange/request.js'

type ToolMembers = Pick<CohereChatRequest, 'tools' | 'tool_choice' | 'strict_tools'>

/** `tools`, `tool_choice` and `strict_tools`. Cohere cannot name tools in its choice: only the allowed ones are offered. */
export function encodeTools({ tools, toolChoice, parallelToolCalls }: ConversationRequest, ledger: LossLedger): ToolMembers {
  const choice = toolChoice?.value
  // `withoutForeignTools` has removed the provider tools that another provider runs.
  const offered = choose(
    tools.filter((tool) => tool.type !== 'provider'),
    toolChoice,
    ledger,
  )
  const members: ToolMembers = {}
  if (offered.length > 0) {
    members.tools = offered.map((tool) => encodeTool(tool, ledger))
    if (isStrict(offered, ledger)) members.strict_tools = true
    if (choice?.type === 'none') members.tool_choice = 'NONE'
    else if (choice?.type === 'required' || choice?.type === 'tool' || (choice?.type === 'allowed' && choice.mode === 'required'))
      members.tool_choice = 'REQUIRED'
  }
  if (offered.length === 0 && toolChoice !== undefined) ledger.move(toolChoice.at, 'there are no tools to choose from')
  if (parallelToolCalls !== undefined) {
    if (parallelToolCalls.value) ledger.move(parallelToolCalls.at, 'not needed: it is the default')
    else ledger.drop(parallelToolCalls.at, 'Cohere cannot forbid parallel calls')
  }
  return members
}

function choose(
  tools: readonly (FunctionTool | CustomTool)[],
  choice: Located<ToolChoice> | undefined,
  ledger: LossLedger,
): readonly (FunctionTool | CustomTool)[] {
  if (choice === undefined || (choice.value.type !== 'tool' && choice.value.type !== 'allowed')) {
    if (choice?.value.type === 'auto') ledger.move(choice.at, 'not needed: it is the default')
    return tools
  }
  const names = choice.value.type === 'tool' ? [choice.value.name] : choice.value.names
  const allowed = new Set(names)
  const offered = tools.filter((tool) => allowed.has(tool.name))
  if (offered.length === 0) throw refuse(choice.at, `None of the tools has the name ${names.join(' or ')}.`)
  for (const tool of tools)
    if (!allowed.has(tool.name)) ledger.drop(tool.at, 'tool choice does not allow it: only allowed tools are offered')
  return offered
}

function encodeTool(tool: FunctionTool | CustomTool, ledger: LossLedger): CohereTool {
  const described = tool.description === undefined ? {} : { description: tool.description }
  if (tool.type === 'function') {
    if (tool.cache !== undefined) ledger.drop(tool.cache.at, 'Cohere caches on its own')
    return {
      type: 'function',
      function: { name: tool.name, ...described, parameters: { ...(tool.parameters ?? { type: 'object', properties: {} }) } },
    }
  }
  if (tool.format?.value.type === 'grammar') ledger.drop(tool.format.at, 'Cohere has no grammar for the input of a tool')
  else if (tool.format !== undefined) ledger.move(tool.format.at, 'free text is sent as one argument of a function')
  return { type: 'function', function: { name: tool.name, ...described, parameters: freeTextSchema() } }
}

/** Whether to set `strict_tools`, which holds for all tools and requires that each has a required parameter. */
function isStrict(tools: readonly (FunctionTool | CustomTool)[], ledger: LossLedger): boolean {
  const wanted = tools.every((tool) => tool.type === 'function' && tool.strict?.value === true && hasRequired(tool))
  for (const tool of tools) {
    if (tool.type !== 'function' || tool.strict === undefined) continue
    if (!tool.strict.value) ledger.move(tool.strict.at, 'not needed: tools are not strict by default')
    else if (!wanted) ledger.drop(tool.strict.at, 'Cohere is strict for all tools or for none')
  }
  return wanted
}

function hasRequired(tool: FunctionTool): boolean {
  const required = tool.parameters?.['required']
  return Array.isArray(required) && required.length > 0
}
