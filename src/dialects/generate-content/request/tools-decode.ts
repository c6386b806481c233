import type {
  GeminiFunctionCallingConfig,
  GeminiFunctionDeclaration,
  GeminiTool,
  GeminiToolConfig,
  GeminiTools,
} from '../../../../generated/generate-content/model/index.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import { type Located } from '../../../exchange/located.js'
import { pointer } from '../../../json/pointer.js'
import type { FunctionTool, Tool, ToolChoice } from '../../../exchange/request.js'
import { oneOrMany } from '../one-or-many.js'
import { toJsonSchema } from './schema.js'
import { decodeWebSearch } from './web-search.js'
import { defined } from '../../../json/object.js'

const declarationMembers: ReadonlySet<string> = new Set(['name', 'description', 'parameters', 'parametersJsonSchema'])
const configMembers: ReadonlySet<string> = new Set(['functionCallingConfig'])
const callingMembers: ReadonlySet<string> = new Set(['mode', 'allowedFunctionNames'])
const modeNames = ['MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED']

export function decodeTools(
  wire: GeminiTools | undefined,
  config: GeminiToolConfig | undefined,
  ledger: LossLedger,
): { tools: Tool[]; toolChoice?: Located<ToolChoice> } {
  const tools = oneOrMany(wire ?? []).flatMap((tool, index) => decodeTool(tool, pointer('/tools', index), ledger))
  if (config === undefined) return { tools }
  dropUnknown(config, configMembers, '/toolConfig', ledger)
  const toolChoice = config.functionCallingConfig === undefined ? undefined : decodeChoice(config.functionCallingConfig, ledger)
  return toolChoice === undefined ? { tools } : { tools, toolChoice }
}

/** Every member but the declarations names one of the provider's own tools. */
function decodeTool(wire: GeminiTool, at: string, ledger: LossLedger): Tool[] {
  return Object.entries(wire).flatMap(([name, value]: [string, unknown]): Tool[] => {
    if (value === undefined || value === null) return []
    const place = pointer(at, name)
    if (name !== 'functionDeclarations')
      return [
        {
          type: 'provider',
          dialect: 'generate-content',
          label: name,
          value: { [name]: value },
          at: place,
          ...decodeWebSearch(name, value, place),
        },
      ]
    return oneOrMany(wire.functionDeclarations ?? []).map((declaration, index) =>
      decodeDeclaration(declaration, pointer(place, index), ledger),
    )
  })
}

function decodeDeclaration(wire: GeminiFunctionDeclaration, at: string, ledger: LossLedger): FunctionTool {
  dropUnknown(wire, declarationMembers, at, ledger)
  const { name, description, parameters: schema, parametersJsonSchema: jsonSchema } = wire
  if (schema !== undefined && jsonSchema !== undefined) ledger.drop(`${at}/parameters`, 'replaced by parametersJsonSchema')
  const parameters = jsonSchema ?? (schema === undefined ? undefined : toJsonSchema({ ...schema }, `${at}/parameters`, ledger))
  return defined({
    type: 'function',
    name,
    at,
    description,
    parameters,
  })
}

function decodeChoice(wire: GeminiFunctionCallingConfig, ledger: LossLedger): Located<ToolChoice> {
  const at = '/toolConfig/functionCallingConfig'
  dropUnknown(wire, callingMembers, at, ledger)
  const mode = typeof wire.mode === 'number' ? (modeNames[wire.mode] ?? 'AUTO') : (wire.mode ?? 'AUTO').toUpperCase()
  if (wire.mode !== undefined && (mode === 'AUTO' || mode === 'MODE_UNSPECIFIED'))
    ledger.move(`${at}/mode`, 'not needed: it is the default')
  if (typeof wire.mode === 'number' && modeNames[wire.mode] === undefined) ledger.drop(`${at}/mode`, 'not a known mode')
  const names = wire.allowedFunctionNames ?? []
  if (mode === 'VALIDATED') ledger.approximate(`${at}/mode`, 'other providers do not promise that arguments fit the schema')
  return { value: choiceOf(mode, names), at }
}

function choiceOf(mode: string, names: readonly string[]): ToolChoice {
  const [first] = names
  if (mode === 'NONE') return { type: 'none' }
  if (mode !== 'ANY') return names.length === 0 ? { type: 'auto' } : { type: 'allowed', mode: 'auto', names }
  if (first === undefined) return { type: 'required' }
  return names.length === 1 ? { type: 'tool', name: first, kind: 'function' } : { type: 'allowed', mode: 'required', names }
}
