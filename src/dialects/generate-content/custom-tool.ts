import type { GeminiFunctionDeclaration } from '../../../generated/generate-content/model/index.js'
import type { ConversationRequest, CustomTool } from '../../exchange/request.js'

/** A free-text tool is declared as a function with this one argument, and its calls are read back from it. */
const inputName = 'input'

export function declareCustomTool(tool: CustomTool): GeminiFunctionDeclaration {
  const format = tool.format?.value
  const grammar = format?.type === 'grammar' ? `Text of this ${format.syntax} grammar:\n${format.definition}` : 'Free text.'
  return {
    name: tool.name,
    ...(tool.description === undefined ? {} : { description: tool.description }),
    parametersJsonSchema: { type: 'object', properties: { [inputName]: { type: 'string', description: grammar } }, required: [inputName] },
  }
}

export function customArguments(input: string): Record<string, unknown> {
  return { [inputName]: input }
}

export interface DecodedCall {
  readonly kind: 'function' | 'custom'
  readonly input: string
}

/** A call as the client's tool kinds want it. */
export function decodeCallInput(
  request: ConversationRequest,
  name: string,
  args: Readonly<Record<string, unknown>> | undefined,
): DecodedCall {
  if (!request.tools.some((tool) => tool.type === 'custom' && tool.name === name))
    return { kind: 'function', input: JSON.stringify(args ?? {}) }
  const text = args?.[inputName]
  return { kind: 'custom', input: typeof text === 'string' ? text : JSON.stringify(args ?? {}) }
}
