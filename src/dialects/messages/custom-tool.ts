import type { MessagesInputSchema } from '../../../generated/messages/model/index.js'
import type { CustomTool, Tool } from '../../exchange/request.js'
import type { JsonObject } from '../../json/object.js'

/** The one property of the function that stands for a free-text tool. */
export const customInput = 'input'

export const customInputSchema: MessagesInputSchema = {
  type: 'object',
  properties: { [customInput]: { type: 'string', description: 'The whole input of the tool as plain text.' } },
  required: [customInput],
}

/** Names of the request's free-text tools, whose calls in replies are turned back. */
export function customToolNames(tools: readonly Tool[]): ReadonlySet<string> {
  return new Set(tools.filter((tool): tool is CustomTool => tool.type === 'custom').map(({ name }) => name))
}

/** The free text inside a call's input; the JSON text where the model wrote something else. */
export function unwrapCustomInput(input: JsonObject): string {
  const text = input[customInput]
  return typeof text === 'string' ? text : JSON.stringify(input)
}
