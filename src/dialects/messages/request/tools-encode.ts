import type { MessagesInputSchema, MessagesToolChoice, MessagesToolDeclaration } from '../../../../generated/messages/model/index.js'
import type { ConversationRequest, CustomTool, FunctionTool, JsonSchema, Tool } from '../../../exchange/request.js'
import { freeTextSchema } from '../../../exchange/custom-tool.js'
import type { MessagesTarget } from './messages-target.js'
import { encodeWebSearch, webSearchName } from './web-search.js'
import { defined } from '../../../json/object.js'

export interface EncodedTools {
  readonly tools?: MessagesToolDeclaration[]
  readonly tool_choice?: MessagesToolChoice
  /** An instruction that replaces `tool_choice` for models that accept no forced calls. */
  readonly instruction?: string
}

export function encodeTools(conversation: ConversationRequest, target: MessagesTarget): EncodedTools {
  const tools = sentTools(conversation, target).map((tool) => encodeTool(tool, target))
  const { toolChoice, parallelToolCalls } = conversation
  if (tools.length === 0) {
    if (toolChoice !== undefined) target.ledger.move(toolChoice.at, 'not needed: there are no tools')
    if (parallelToolCalls !== undefined) target.ledger.move(parallelToolCalls.at, 'not needed: there are no tools')
    return {}
  }
  const choice = encodeChoice(conversation, target)
  if (choice === undefined) return { tools }
  return target.claude?.forcedCalls === false ? asInstruction(tools, choice, conversation, target) : { tools, tool_choice: choice }
}

/** Replaces a forced call by an instruction. */
function asInstruction(
  tools: MessagesToolDeclaration[],
  choice: MessagesToolChoice,
  { toolChoice }: ConversationRequest,
  { ledger }: MessagesTarget,
): EncodedTools {
  if (choice.type !== 'any' && choice.type !== 'tool') return { tools, tool_choice: choice }
  if (toolChoice !== undefined)
    ledger.approximate(toolChoice.at, 'the model accepts no forced tool calls: an instruction asks for the tool call')
  const { disable_parallel_tool_use: sequential } = choice
  return {
    tools,
    tool_choice: defined({ type: 'auto', disable_parallel_tool_use: sequential }),
    instruction: choice.type === 'tool' ? `Answer with a call of the tool ${choice.name}.` : 'Answer with a call of one of the tools.',
  }
}

/** The tools to send. The dialect has no `allowed` choice, so tools that are not allowed are not sent. */
function sentTools(conversation: ConversationRequest, target: MessagesTarget): readonly Tool[] {
  const { tools, toolChoice } = conversation
  if (toolChoice?.value.type !== 'allowed') return tools
  const names = new Set(toolChoice.value.names)
  target.ledger.move(toolChoice.at, 'only the allowed tools are sent')
  return tools.filter((tool) => {
    const allowed = names.has(tool.type === 'provider' ? tool.label : tool.name)
    if (!allowed) target.ledger.move(tool.at, 'not sent: it is not among the allowed tools')
    return allowed
  })
}

/** `withoutForeignTools` has left only two kinds of provider tools: this dialect's own and web search. */
function encodeTool(tool: Tool, target: MessagesTarget): MessagesToolDeclaration {
  switch (tool.type) {
    case 'function':
      return encodeFunction(tool, target)
    case 'custom':
      return encodeCustom(tool, target)
    case 'provider':
      if (tool.dialect !== 'messages') return encodeWebSearch(tool.webSearch ?? {}, target.ledger)
      // The contract's validator has checked declarations of this dialect in the client's request.
      return tool.value as MessagesToolDeclaration
  }
}

function encodeFunction(tool: FunctionTool, target: MessagesTarget): MessagesToolDeclaration {
  if (tool.strict?.value === false) target.ledger.move(tool.strict.at, 'not needed: tools are not strict by default')
  return defined({
    name: tool.name,
    description: tool.description,
    input_schema: inputSchema(tool.parameters),
    strict: tool.strict?.value === true ? true : undefined,
    ...target.cache(tool.cache),
  })
}

/** The schema with the type `object`, which is required. */
function inputSchema(parameters: JsonSchema | undefined): MessagesInputSchema {
  if (parameters === undefined || Object.keys(parameters).length === 0) return { type: 'object', properties: {} }
  return parameters['type'] === 'object' ? (parameters as unknown as MessagesInputSchema) : { ...parameters, type: 'object' }
}

/** A custom tool becomes a function with one text argument; a grammar moves into its description. */
function encodeCustom(tool: CustomTool, target: MessagesTarget): MessagesToolDeclaration {
  const format = tool.format?.value
  if (tool.format !== undefined) {
    if (format?.type === 'grammar') target.ledger.approximate(tool.format.at, 'the grammar is described, not enforced')
    else target.ledger.move(tool.format.at, 'free text is sent as the text of one argument')
  }
  const grammar = format?.type === 'grammar' ? `The input must follow this ${format.syntax} grammar:\n${format.definition}` : undefined
  const description = [tool.description, grammar].filter((text) => text !== undefined).join('\n\n')
  return defined({
    name: tool.name,
    description: description === '' ? undefined : description,
    input_schema: freeTextSchema(),
  })
}

function encodeChoice(conversation: ConversationRequest, target: MessagesTarget): MessagesToolChoice | undefined {
  const { toolChoice, parallelToolCalls } = conversation
  const sequential = parallelToolCalls?.value === false
  if (parallelToolCalls?.value === true) target.ledger.move(parallelToolCalls.at, 'not needed: it is the default')
  const parallel = sequential ? { disable_parallel_tool_use: true } : {}
  if (toolChoice === undefined) return sequential ? { type: 'auto', ...parallel } : undefined
  const { value } = toolChoice
  switch (value.type) {
    case 'auto':
      return { type: 'auto', ...parallel }
    case 'none':
      if (sequential) target.ledger.move(parallelToolCalls.at, 'not needed: no tool may be called')
      return { type: 'none' }
    case 'required':
      return { type: 'any', ...parallel }
    case 'tool':
      return { type: 'tool', name: value.name, ...parallel }
    case 'allowed':
      return { type: value.mode === 'required' ? 'any' : 'auto', ...parallel }
    case 'provider':
      // The contract's validator has checked choices of this dialect in the client's request.
      return value.value as MessagesToolChoice
    case 'web-search':
      return { type: 'tool', name: webSearchName, ...parallel }
  }
}
