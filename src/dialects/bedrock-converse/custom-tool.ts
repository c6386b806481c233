import type { ConversationRequest } from '../../exchange/request.js'
import { restoreToolName } from '../../exchange/tool-name.js'
import { isObject, parseJson } from '../../json/object.js'

/** The member that carries the free text of a custom tool, which Converse only knows as one with a schema. */
export const customInput = 'input'

export interface CalledTool {
  readonly name: string
  readonly kind: 'function' | 'custom'
}

/** The tool that the model called, under the name that the client gave it. */
export function calledTool(request: ConversationRequest, wireName: string): CalledTool {
  const name = restoreToolName(wireName, request.tools)
  return { name, kind: request.tools.some((tool) => tool.type === 'custom' && tool.name === name) ? 'custom' : 'function' }
}

/** Takes the free text of a custom tool out of the arguments that carried it. */
export function customText(input: string): string {
  const value = parseJson(input)
  if (!isObject(value) || !(customInput in value)) return input
  const text = value[customInput]
  return typeof text === 'string' ? text : JSON.stringify(text)
}
