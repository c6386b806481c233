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

/** Decodes tools with the client's names, also those of namespaces; the {@link ToolCatalogue} makes the names unique. */
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
  ledger.move(`${at}/name`, 'sent as part of the names of its tools')
  if (typeof wire.description === 'string' && wire.description !== '') ledger.drop(`${at}/description`, 'the provider has no namespaces')
  return decodeTools(wire.tools, `${at}/tools`, ledger).map((tool) =>
    tool.type === 'provider' || tool.clientKind !== undefined
      ? tool
      : { ...tool, clientKind: { type: 'namespaced', namespace: wire.name, name: tool.name } },
  )
}

/** A tool search that the client runs becomes a function. One that the provider runs is not needed, since all tools are sent. */
function decodeToolSearch(wire: ResponsesToolSearchTool, at: string, ledger: LossLedger): Tool[] {
  if (wire.execution !== 'client') {
    ledger.move(at, 'not needed: all tools are sent from the start')
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
    moveDeferLoading(tool, at, ledger)
    return functionTool(tool, at, at)
  }
  if (tool.type === 'custom') return customTool(tool, at, ledger)
  return { type: 'provider', dialect: 'responses', label: tool.type, value: tool, at, ...decodeWebSearch(tool, at, ledger) }
}

function moveDeferLoading(tool: { readonly defer_loading?: boolean | null }, at: string, ledger: LossLedger): void {
  if (typeof tool.defer_loading === 'boolean') ledger.move(`${at}/defer_loading`, 'not needed: all tools are sent from the start')
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
  moveDeferLoading(wire, at, ledger)
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
      ledger.drop(at, 'has no counterpart in another style')
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
        if (allowed === undefined) ledger.drop(`${at}/tools/${index}`, 'the tool belongs to another provider')
        return allowed ?? []
      })
      return { type: 'allowed', mode: choice.mode, names }
    }
    default: {
      // The contract accepts any other type here, so the generated union does not have them.
      const label: string = choice.type
      if (isWebSearchType(label)) return { type: 'web-search', label }
      if (label === toolSearchType && catalogue.searches) return { type: 'tool', kind: 'function', name: catalogue.searchName }
      return { type: 'provider', dialect: 'responses', label, value: choice }
    }
  }
}

/** The names of the tools that an entry of `allowed_tools` allows; `undefined` for a provider tool. */
function allowedNames(tool: ResponsesAllowedTool, catalogue: ToolCatalogue): string[] | undefined {
  if (tool.type === toolSearchType) return [catalogue.searchName]
  if (tool.name === undefined) return undefined
  if (tool.type === 'namespace') return catalogue.namesIn(tool.name)
  return tool.type === 'function' || tool.type === 'custom' ? [catalogue.nameOf(tool.namespace, tool.name)] : undefined
}
