import type {
  ResponsesAllowedTool,
  ResponsesCustomTool,
  ResponsesNamespaceTool,
  ResponsesTool,
  ResponsesToolChoice,
  ResponsesToolSearchTool,
} from '../../../../generated/responses/model/index.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import { pointer } from '../../../json/pointer.js'
import { toolSearchName, type ToolCatalogue } from './tool-catalogue.js'
import { decodeWebSearch, isWebSearchType } from './web-search.js'
import type { CustomTool, CustomToolFormat, FunctionTool, Tool, ToolChoice } from '../../../exchange/request.js'
import { defined } from '../../../json/object.js'

const functionMembers = new Set(['type', 'name', 'description', 'parameters', 'strict', 'defer_loading'])
const nestedMembers = new Set(['type', 'function'])
const nestedFunctionMembers = new Set(['name', 'description', 'parameters', 'strict'])
const customMembers = new Set(['type', 'name', 'description', 'format', 'defer_loading'])
const namespaceMembers = new Set(['type', 'name', 'description', 'tools'])
const searchMembers = new Set(['type', 'execution', 'description', 'parameters'])
const formatMembers = new Set(['type', 'syntax', 'definition'])
const choiceMembers = new Set(['type', 'name', 'namespace', 'function', 'mode', 'tools'])

const toolSearchType = 'tool_search'

/** Tools under their own names, those of namespaces too: a {@link ToolCatalogue} gives each a name that is its alone. */
export function decodeTools(tools: readonly ResponsesTool[], at: string, ledger: LossLedger): Tool[] {
  return tools.flatMap((tool, index) => {
    const place = pointer(at, index)
    if (isNamespace(tool)) return decodeNamespace(tool, place, ledger)
    if (isToolSearch(tool)) return decodeToolSearch(tool, place, ledger)
    return [decodeTool(tool, place, ledger)]
  })
}

function isNamespace(tool: ResponsesTool): tool is ResponsesNamespaceTool {
  return tool.type === 'namespace'
}

function isToolSearch(tool: ResponsesTool): tool is ResponsesToolSearchTool {
  return tool.type === toolSearchType
}

function decodeNamespace(wire: ResponsesNamespaceTool, at: string, ledger: LossLedger): Tool[] {
  dropUnknown(wire, namespaceMembers, at, ledger)
  ledger.move(`${at}/name`, 'is part of the names of its tools')
  if (typeof wire.description === 'string' && wire.description !== '')
    ledger.drop(`${at}/description`, 'only tools are described elsewhere')
  return decodeTools(wire.tools, `${at}/tools`, ledger).map((tool) =>
    tool.type === 'provider' || tool.clientKind !== undefined
      ? tool
      : { ...tool, clientKind: { type: 'namespaced', namespace: wire.name, name: tool.name } },
  )
}

/** A search that the client runs is a function. A provider's own is not needed where all tools are offered from the start. */
function decodeToolSearch(wire: ResponsesToolSearchTool, at: string, ledger: LossLedger): Tool[] {
  if (wire.execution !== 'client') {
    ledger.move(at, 'all tools are offered from the start')
    return []
  }
  dropUnknown(wire, searchMembers, at, ledger)
  return [{ ...functionTool({ ...wire, name: toolSearchName }, at, at), clientKind: { type: 'tool-search' } }]
}

function decodeTool(tool: ResponsesTool, at: string, ledger: LossLedger): Tool {
  if (tool.type === 'function') {
    if ('function' in tool) {
      dropUnknown(tool, nestedMembers, at, ledger)
      dropUnknown(tool.function, nestedFunctionMembers, `${at}/function`, ledger)
      return functionTool(tool.function, at, `${at}/function`)
    }
    dropUnknown(tool, functionMembers, at, ledger)
    bookDeferred(tool, at, ledger)
    return functionTool(tool, at, at)
  }
  if (tool.type === 'custom') return customTool(tool, at, ledger)
  return { type: 'provider', dialect: 'responses', label: tool.type, value: tool, at, ...decodeWebSearch(tool, at, ledger) }
}

function bookDeferred(tool: { readonly defer_loading?: boolean | null }, at: string, ledger: LossLedger): void {
  if (typeof tool.defer_loading === 'boolean') ledger.move(`${at}/defer_loading`, 'all tools are offered from the start')
}

interface WireFunction {
  readonly name: string
  readonly description?: string | null
  readonly parameters?: object | null
  readonly strict?: boolean | null
}

function functionTool(wire: WireFunction, at: string, inner: string): FunctionTool {
  return defined({
    type: 'function',
    name: wire.name,
    at,
    description: typeof wire.description === 'string' ? wire.description : undefined,
    parameters: wire.parameters ? { ...wire.parameters } : undefined,
    strict: typeof wire.strict === 'boolean' ? { value: wire.strict, at: `${inner}/strict` } : undefined,
  })
}

function customTool(wire: ResponsesCustomTool, at: string, ledger: LossLedger): CustomTool {
  dropUnknown(wire, customMembers, at, ledger)
  bookDeferred(wire, at, ledger)
  const format = wire.format === undefined ? undefined : decodeFormat(wire.format, `${at}/format`, ledger)
  return defined({
    type: 'custom',
    name: wire.name,
    at,
    description: typeof wire.description === 'string' ? wire.description : undefined,
    format: format === undefined ? undefined : { value: format, at: `${at}/format` },
  })
}

function decodeFormat(format: NonNullable<ResponsesCustomTool['format']>, at: string, ledger: LossLedger): CustomToolFormat | undefined {
  switch (format.type) {
    case 'text':
      dropUnknown(format, formatMembers, at, ledger)
      return { type: 'text' }
    case 'grammar':
      dropUnknown(format, formatMembers, at, ledger)
      return { type: 'grammar', syntax: format.syntax, definition: format.definition }
    default:
      ledger.drop(at, 'a format that other styles do not have')
      return undefined
  }
}

export function decodeToolChoice(choice: ResponsesToolChoice, at: string, catalogue: ToolCatalogue, ledger: LossLedger): ToolChoice {
  if (typeof choice === 'string') return { type: choice }
  switch (choice.type) {
    case 'function':
      dropUnknown(choice, choiceMembers, at, ledger)
      return { type: 'tool', kind: 'function', name: catalogue.nameOf(choice.namespace, choice.name ?? choice.function?.name ?? '') }
    case 'custom':
      dropUnknown(choice, choiceMembers, at, ledger)
      return { type: 'tool', kind: 'custom', name: catalogue.nameOf(choice.namespace, choice.name) }
    case 'allowed_tools': {
      dropUnknown(choice, choiceMembers, at, ledger)
      const names = choice.tools.flatMap((tool, index) => {
        const allowed = allowedNames(tool, catalogue)
        if (allowed === undefined) ledger.drop(`${at}/tools/${index}`, 'a hosted tool of this style')
        return allowed ?? []
      })
      return { type: 'allowed', mode: choice.mode, names }
    }
    default: {
      // Hosted tools are open in the contract, so that the generated union lacks them.
      const label: string = choice.type
      if (isWebSearchType(label)) return { type: 'web-search', label }
      if (label === toolSearchType && catalogue.searches) return { type: 'tool', kind: 'function', name: catalogue.searchName }
      return { type: 'provider', dialect: 'responses', label, value: choice }
    }
  }
}

/** The names of the tools that an entry of a list of allowed ones lets in; `undefined` for what only this style's providers have. */
function allowedNames(tool: ResponsesAllowedTool, catalogue: ToolCatalogue): string[] | undefined {
  if (tool.type === toolSearchType) return [catalogue.searchName]
  if (tool.name === undefined) return undefined
  if (tool.type === 'namespace') return catalogue.namesIn(tool.name)
  return tool.type === 'function' || tool.type === 'custom' ? [catalogue.nameOf(tool.namespace, tool.name)] : undefined
}
