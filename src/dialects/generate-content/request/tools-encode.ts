import type {
  GeminiFunctionCallingConfig,
  GeminiFunctionDeclaration,
  GeminiTool,
  GeminiToolConfig,
} from '../../../../generated/generate-content/model/index.js'
import { freeTextSchema } from '../../../exchange/custom-tool.js'
import { refuse } from '../../../exchange/error.js'
import type { ConversationRequest, CustomTool, FunctionTool, ToolChoice } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import { hasNoArguments } from './schema.js'
import { encodeWebSearch } from './web-search.js'
import { defined } from '../../../json/object.js'

export interface EncodedTools {
  readonly tools?: GeminiTool[]
  readonly toolConfig?: GeminiToolConfig
}

export function encodeTools(conversation: ConversationRequest, target: Target): EncodedTools {
  const { ledger } = target
  const declarations: GeminiFunctionDeclaration[] = []
  const own: GeminiTool[] = []
  for (const tool of conversation.tools) {
    if (tool.type === 'function') declarations.push(declareFunction(tool, target))
    else if (tool.type === 'custom') {
      ledger.approximate(tool.at, 'a custom tool is sent as a function with one text argument')
      declarations.push(declareCustom(tool))
      // A provider tool of this dialect is the member as the client wrote it.
    } else if (tool.dialect === 'generate-content') own.push(tool.value as GeminiTool)
    else own.push(encodeWebSearch(tool.webSearch ?? {}, ledger))
  }
  if (conversation.parallelToolCalls !== undefined) {
    const { value, at } = conversation.parallelToolCalls
    if (value) ledger.move(at, 'generate-content always allows parallel calls')
    else ledger.drop(at, 'generate-content cannot forbid parallel calls')
  }
  const config = encodeChoice(conversation, declarations.length > 0, target)
  const tools = [...own, ...(declarations.length > 0 ? [{ functionDeclarations: declarations }] : [])]
  return defined({
    tools: tools.length > 0 ? tools : undefined,
    toolConfig: config === undefined ? undefined : { functionCallingConfig: config },
  })
}

function declareFunction(tool: FunctionTool, target: Target): GeminiFunctionDeclaration {
  const { ledger } = target
  if (tool.cache !== undefined) ledger.drop(tool.cache.at, 'generate-content has no cache markers')
  if (tool.strict?.value === true) ledger.drop(tool.strict.at, 'generate-content has no strict tools')
  else if (tool.strict !== undefined) ledger.move(tool.strict.at, 'tools of generate-content are never strict')
  const empty = tool.parameters !== undefined && hasNoArguments(tool.parameters)
  if (empty) ledger.move(tool.at, 'a function without arguments is declared without a schema')
  return defined({
    name: tool.name,
    description: tool.description,
    parametersJsonSchema: tool.parameters === undefined || empty ? undefined : { ...tool.parameters },
  })
}

/** The provider refuses a calling mode without functions. */
function encodeChoice(conversation: ConversationRequest, hasFunctions: boolean, target: Target): GeminiFunctionCallingConfig | undefined {
  if (conversation.toolChoice === undefined) return undefined
  const { value: choice, at } = conversation.toolChoice
  if (!hasFunctions) {
    if (choice.type === 'auto' || choice.type === 'none') target.ledger.move(at, 'there are no functions to choose from')
    else if (conversation.tools.some(({ type }) => type === 'provider')) target.ledger.approximate(at, cannotForce)
    else if (conversation.tools.length > 0) throw refuse(at, 'The provider of this model has none of the tools that tool choice requires.')
    else target.ledger.drop(at, 'there are no functions to choose from')
    return undefined
  }
  if (choice.type === 'provider' || choice.type === 'web-search') {
    target.ledger.approximate(at, cannotForce)
    return undefined
  }
  return callingConfig(choice)
}

const cannotForce = "generate-content cannot force its provider's tools: the model decides"

function callingConfig(choice: Exclude<ToolChoice, { type: 'provider' | 'web-search' }>): GeminiFunctionCallingConfig {
  switch (choice.type) {
    case 'auto':
      return { mode: 'AUTO' }
    case 'none':
      return { mode: 'NONE' }
    case 'required':
      return { mode: 'ANY' }
    case 'tool':
      return { mode: 'ANY', allowedFunctionNames: [choice.name] }
    case 'allowed':
      // The provider accepts names with ANY and VALIDATED only.
      return { mode: choice.mode === 'required' ? 'ANY' : 'VALIDATED', allowedFunctionNames: [...choice.names] }
  }
}

function declareCustom(tool: CustomTool): GeminiFunctionDeclaration {
  const format = tool.format?.value
  const text = format?.type === 'grammar' ? `Text of this ${format.syntax} grammar:\n${format.definition}` : 'Free text.'
  return defined({
    name: tool.name,
    description: tool.description,
    parametersJsonSchema: freeTextSchema(text),
  })
}
