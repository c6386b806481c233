import type { Tool } from '../../../exchange/request.js'

/** Is this a free-text tool of the client, which a provider without such tools got as a function? */
export function isCustomTool(name: string, tools: readonly Tool[]): boolean {
  return tools.some((tool) => tool.type === 'custom' && tool.name === name)
}

/** The free text inside the arguments of a free-text tool; `undefined` for an ordinary function. */
export function customInput(name: string, json: string, tools: readonly Tool[]): string | undefined {
  return isCustomTool(name, tools) ? freeText(json) : undefined
}

/** `{"input": "…"}` as its text; arguments of any other shape as they are. */
export function freeText(json: string): string {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null && 'input' in value && typeof value.input === 'string') return value.input
  } catch {
    // Not JSON: a model that wrote the text itself.
  }
  return json
}
