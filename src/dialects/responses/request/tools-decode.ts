import type { ResponsesCustomTool, ResponsesTool, ResponsesToolChoice } from '../../../../generated/responses/model/index.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import { pointer } from '../../../json/pointer.js'
import { decodeWebSearch, isWebSearchType } from './web-search.js'
import type { CustomTool, CustomToolFormat, FunctionTool, Tool, ToolChoice } from '../../../exchange/request.js'

const functionMembers = new Set(['type', 'name', 'description', 'parameters', 'strict'])
const nestedMembers = new Set(['type', 'function'])
const nestedFunctionMembers = new Set(['name', 'description', 'parameters', 'strict'])
const customMembers = new Set(['type', 'name', 'description', 'format'])
const formatMembers = new Set(['type', 'syntax', 'definition'])
const choiceMembers = new Set(['type', 'name', 'function', 'mode', 'tools'])

export function decodeTools(tools: readonly ResponsesTool[], at: string, ledger: LossLedger): Tool[] {
  return tools.map((tool, index) => decodeTool(tool, pointer(at, index), ledger))
}

function decodeTool(tool: ResponsesTool, at: string, ledger: LossLedger): Tool {
  if (tool.type === 'function') {
    if ('function' in tool) {
      dropUnknown(tool, nestedMembers, at, ledger)
      dropUnknown(tool.function, nestedFunctionMembers, `${at}/function`, ledger)
      return functionTool(tool.function, at, `${at}/function`)
    }
    dropUnknown(tool, functionMembers, at, ledger)
    return functionTool(tool, at, at)
  }
  if (tool.type === 'custom') return customTool(tool, at, ledger)
  return { type: 'provider', dialect: 'responses', label: tool.type, value: tool, at, ...decodeWebSearch(tool, at) }
}

interface WireFunction {
  readonly name: string
  readonly description?: string | null
  readonly parameters?: object | null
  readonly strict?: boolean | null
}

function functionTool(wire: WireFunction, at: string, inner: string): FunctionTool {
  return {
    type: 'function',
    name: wire.name,
    at,
    ...(typeof wire.description === 'string' ? { description: wire.description } : {}),
    ...(wire.parameters ? { parameters: { ...wire.parameters } } : {}),
    ...(typeof wire.strict === 'boolean' ? { strict: { value: wire.strict, at: `${inner}/strict` } } : {}),
  }
}

function customTool(wire: ResponsesCustomTool, at: string, ledger: LossLedger): CustomTool {
  dropUnknown(wire, customMembers, at, ledger)
  const format = wire.format === undefined ? undefined : decodeFormat(wire.format, `${at}/format`, ledger)
  return {
    type: 'custom',
    name: wire.name,
    at,
    ...(typeof wire.description === 'string' ? { description: wire.description } : {}),
    ...(format === undefined ? {} : { format: { value: format, at: `${at}/format` } }),
  }
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

export function decodeToolChoice(choice: ResponsesToolChoice, at: string, ledger: LossLedger): ToolChoice {
  if (typeof choice === 'string') return { type: choice }
  switch (choice.type) {
    case 'function':
      dropUnknown(choice, choiceMembers, at, ledger)
      return { type: 'tool', kind: 'function', name: choice.name ?? choice.function?.name ?? '' }
    case 'custom':
      dropUnknown(choice, choiceMembers, at, ledger)
      return { type: 'tool', kind: 'custom', name: choice.name }
    case 'allowed_tools': {
      dropUnknown(choice, choiceMembers, at, ledger)
      const names: string[] = []
      choice.tools.forEach((tool, index) => {
        if ((tool.type === 'function' || tool.type === 'custom') && tool.name !== undefined) names.push(tool.name)
        else ledger.drop(`${at}/tools/${index}`, 'a hosted tool of this style')
      })
      return { type: 'allowed', mode: choice.mode, names }
    }
    default:
      if (isWebSearchType(choice.type)) return { type: 'web-search', label: choice.type }
      return { type: 'provider', dialect: 'responses', label: choice.type, value: choice }
  }
}
