import type { ResponsesTool, ResponsesToolChoice } from '../../../../generated/responses/model/index.js'
import { kindOfTool } from '../../../exchange/custom-tool.js'
import { refuse } from '../../../exchange/error.js'
import type { Located } from '../../../exchange/located.js'
import type { ConversationRequest, CustomTool, FunctionTool, Tool, ToolChoice } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'

/** Tools of this style. Another provider's own tools are left out; a request that insists on one is refused by the tool choice. */
export function encodeTools(request: ConversationRequest, target: Target): ResponsesTool[] {
  const tools: ResponsesTool[] = []
  for (const tool of request.tools) {
    const encoded = encodeTool(tool, request, target)
    if (encoded !== undefined) tools.push(encoded)
  }
  return tools
}

function encodeTool(tool: Tool, request: ConversationRequest, target: Target): ResponsesTool | undefined {
  switch (tool.type) {
    case 'function':
      return encodeFunction(tool, request, target)
    case 'custom':
      return encodeCustom(tool)
    case 'provider':
      // This style's own tool, as the contract's validator saw it.
      if (tool.dialect === 'responses') return tool.value as ResponsesTool
      target.ledger.drop(tool.at, `the provider of the chosen model does not have ${tool.label}`)
      return undefined
  }
}

function encodeFunction(tool: FunctionTool, request: ConversationRequest, target: Target): ResponsesTool {
  if (tool.cache !== undefined) target.ledger.drop(tool.cache.at, 'the prompt is cached without marks')
  // Absent counts as strict here and as lax in the other styles: said aloud, optional properties stay optional.
  const strict = tool.strict?.value ?? (request.dialect === 'responses' ? undefined : false)
  return {
    type: 'function',
    name: tool.name,
    ...(tool.description === undefined ? {} : { description: tool.description }),
    parameters: tool.parameters ?? { type: 'object', properties: {} },
    ...(strict === undefined ? {} : { strict }),
  }
}

function encodeCustom(tool: CustomTool): ResponsesTool {
  return {
    type: 'custom',
    name: tool.name,
    ...(tool.description === undefined ? {} : { description: tool.description }),
    ...(tool.format === undefined ? {} : { format: tool.format.value }),
  }
}

export function encodeToolChoice(choice: Located<ToolChoice>, request: ConversationRequest): ResponsesToolChoice {
  const { value, at } = choice
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
        tools: value.names.map((name) => ({ type: kindOfTool(name, request.tools), name })),
      }
    case 'provider':
      if (value.dialect !== 'responses')
        throw refuse(at, `${at}: the provider of the chosen model does not have the tool that must be called.`)
      return value.value as ResponsesToolChoice
  }
}
