import type { ResponsesTool, ResponsesToolChoice, ResponsesToolChoiceHosted } from '../../../../generated/responses/model/index.js'
import { kindOfTool } from '../../../exchange/custom-tool.js'
import type { Located } from '../../../exchange/located.js'
import type { ConversationRequest, CustomTool, FunctionTool, Tool, ToolChoice } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import { noCacheMarkers } from '../../openai-settings.js'
import { encodeWebSearch, webSearchType } from './web-search.js'
import { defined } from '../../../json/object.js'

/** Encodes tools. `withoutForeignTools` has left only two kinds of provider tools: this dialect's own and web search. */
export function encodeTools(conversation: ConversationRequest, target: Target): ResponsesTool[] {
  return conversation.tools.map((tool) => encodeTool(tool, conversation, target))
}

function encodeTool(tool: Tool, conversation: ConversationRequest, target: Target): ResponsesTool {
  switch (tool.type) {
    case 'function':
      return encodeFunction(tool, conversation, target)
    case 'custom':
      return encodeCustom(tool)
    case 'provider':
      // The contract's validator has checked tools of this dialect in the client's request.
      if (tool.dialect === 'responses') return tool.value as ResponsesTool
      return encodeWebSearch(tool.webSearch ?? {}, target.ledger)
  }
}

function encodeFunction(tool: FunctionTool, conversation: ConversationRequest, target: Target): ResponsesTool {
  if (tool.cache !== undefined) target.ledger.drop(tool.cache.at, noCacheMarkers)
  // The default is strict here, but not in other dialects. With `strict: false` optional properties stay optional.
  const strict = tool.strict?.value ?? (conversation.dialect === 'responses' ? undefined : false)
  return defined({
    type: 'function',
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters ?? { type: 'object', properties: {} },
    strict,
  })
}

function encodeCustom(tool: CustomTool): ResponsesTool {
  return defined({
    type: 'custom',
    name: tool.name,
    description: tool.description,
    format: tool.format?.value,
  })
}

/** The generated union does not have provider tools, since the contract accepts any object with a type for them. */
type WireChoice = ResponsesToolChoice | ResponsesToolChoiceHosted

export function encodeChoice(choice: Located<ToolChoice>, conversation: ConversationRequest): WireChoice {
  const { value } = choice
  switch (value.type) {
    case 'auto':
    case 'none':
    case 'required':
      return value.type
    case 'tool':
      return { type: value.kind, name: value.name }
    case 'allowed':
      return {
        type: 'allowed_tools',
        mode: value.mode,
        tools: value.names.map((name) => ({ type: kindOfTool(name, conversation.tools), name })),
      }
    case 'provider':
      return value.value as WireChoice
    case 'web-search':
      return { type: webSearchType }
  }
}
