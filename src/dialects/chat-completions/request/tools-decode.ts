import type {
  ChatCompletionRequest,
  ChatCustomToolDefinition,
  ChatFunction,
  ChatTool,
} from '../../../../generated/chat-completions/model/index.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import { type Located } from '../../../exchange/located.js'
import { pointer } from '../../../json/pointer.js'
import type { CustomTool, CustomToolFormat, FunctionTool, Tool, ToolChoice } from '../../../exchange/request.js'
import { decodeWebSearch } from './web-search.js'
import { defined, isObject, objectOf, textOf, type JsonObject } from '../../../json/object.js'

const knownOfTool = new Set(['type', 'function', 'custom'])
const knownOfFunction = new Set(['name', 'description', 'parameters', 'strict'])
const knownOfTextFormat = new Set(['type'])
const knownOfGrammarFormat = new Set(['type', 'grammar'])
const knownOfGrammar = new Set(['definition', 'syntax'])
const knownOfChoice = new Set(['type', 'function', 'custom', 'allowed_tools'])
const knownOfName = new Set(['name'])
const knownOfAllowed = new Set(['mode', 'tools'])
const knownOfCustom = new Set(['name', 'description', 'format'])

/** Decodes tools, deprecated functions, and `web_search_options`, which becomes a provider tool. */
export function decodeTools(request: ChatCompletionRequest, ledger: LossLedger): Tool[] {
  const tools = (request.tools ?? []).map((tool, index) => decodeTool(tool, pointer('/tools', index), ledger))
  for (const [index, declared] of (request.functions ?? []).entries())
    tools.push(decodeFunction(declared, pointer('/functions', index), pointer('/functions', index), ledger))
  if (isObject(request.web_search_options)) {
    tools.push(decodeWebSearch(request.web_search_options, '/web_search_options', ledger))
  }
  return tools
}

function decodeTool(tool: ChatTool, at: string, ledger: LossLedger): Tool {
  if ('function' in tool && isObject(tool.function)) {
    dropUnknown(tool, knownOfTool, at, ledger)
    return decodeFunction(tool.function, at, pointer(at, 'function'), ledger)
  }
  if ('custom' in tool && isObject(tool.custom)) {
    dropUnknown(tool, knownOfTool, at, ledger)
    return decodeCustom(tool.custom, at, ledger)
  }
  return { type: 'provider', dialect: 'chat-completions', label: textOf(objectOf(tool)?.type) ?? 'unknown', value: tool, at }
}

function decodeFunction(declared: ChatFunction, at: string, place: string, ledger: LossLedger): FunctionTool {
  dropUnknown(declared, knownOfFunction, place, ledger)
  const { description, parameters, strict } = declared
  return defined({
    type: 'function',
    name: declared.name,
    at,
    description: typeof description === 'string' ? description : undefined,
    parameters: isObject(parameters) ? parameters : undefined,
    strict: typeof strict === 'boolean' ? { value: strict, at: pointer(place, 'strict') } : undefined,
  })
}

function decodeCustom(declared: ChatCustomToolDefinition, at: string, ledger: LossLedger): CustomTool {
  const place = pointer(at, 'custom')
  dropUnknown(declared, knownOfCustom, place, ledger)
  const format = formatOf(declared.format, pointer(place, 'format'), ledger)
  return defined({
    type: 'custom',
    name: declared.name,
    at,
    description: typeof declared.description === 'string' ? declared.description : undefined,
    format: format === undefined ? undefined : { value: format, at: pointer(place, 'format') },
  })
}

function formatOf(format: ChatCustomToolDefinition['format'], at: string, ledger: LossLedger): CustomToolFormat | undefined {
  if (format === null || format === undefined) return undefined
  dropUnknown(format, format.type === 'text' ? knownOfTextFormat : knownOfGrammarFormat, at, ledger)
  if (format.type === 'grammar') dropUnknown(format.grammar, knownOfGrammar, pointer(at, 'grammar'), ledger)
  return format.type === 'text'
    ? { type: 'text' }
    : { type: 'grammar', syntax: format.grammar.syntax, definition: format.grammar.definition }
}

export function decodeToolChoice(request: ChatCompletionRequest, ledger: LossLedger): Located<ToolChoice> | undefined {
  const choice = request.tool_choice
  const legacy = request.function_call
  if (choice !== null && choice !== undefined) {
    if (legacy !== null && legacy !== undefined) ledger.drop('/function_call', 'replaced by tool_choice')
    if (isObject(choice)) dropUnknownMembers(choice, ledger)
    return { value: choiceOf(choice), at: '/tool_choice' }
  }
  if (legacy === null || legacy === undefined) return undefined
  if (typeof legacy === 'object') dropUnknown(legacy, knownOfName, '/function_call', ledger)
  const value: ToolChoice = typeof legacy === 'string' ? { type: legacy } : { type: 'tool', name: legacy.name, kind: 'function' }
  return { value, at: '/function_call' }
}

function dropUnknownMembers(choice: JsonObject, ledger: LossLedger): void {
  const at = '/tool_choice'
  dropUnknown(choice, knownOfChoice, at, ledger)
  const { function: named, custom, allowed_tools: allowed } = choice
  if (isObject(named)) dropUnknown(named, knownOfName, pointer(at, 'function'), ledger)
  if (isObject(custom)) dropUnknown(custom, knownOfName, pointer(at, 'custom'), ledger)
  if (isObject(allowed)) dropUnknown(allowed, knownOfAllowed, pointer(at, 'allowed_tools'), ledger)
}

function choiceOf(choice: NonNullable<ChatCompletionRequest['tool_choice']>): ToolChoice {
  if (typeof choice === 'string') return choice === 'auto' || choice === 'none' ? { type: choice } : { type: 'required' }
  if ('function' in choice && isObject(choice.function)) return { type: 'tool', name: choice.function.name, kind: 'function' }
  if ('custom' in choice && isObject(choice.custom)) return { type: 'tool', name: choice.custom.name, kind: 'custom' }
  if ('allowed_tools' in choice && isObject(choice.allowed_tools)) {
    const names = choice.allowed_tools.tools.flatMap((tool) => textOf(tool.function?.name) ?? textOf(tool.custom?.name) ?? [])
    return { type: 'allowed', mode: choice.allowed_tools.mode, names }
  }
  return { type: 'provider', dialect: 'chat-completions', label: textOf(objectOf(choice)?.type) ?? 'unknown', value: choice }
}
