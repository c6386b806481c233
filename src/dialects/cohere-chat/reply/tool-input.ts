import type { ConversationRequest } from '../../../exchange/request.js'
import { customInput } from '../request/tools-encode.js'

/** Cohere writes `null`, `"null"` or nothing for a call without arguments; the exchange always has an object. */
export function readArguments(wire: string | null | undefined): string {
  const text = (wire ?? '').trim()
  return text === '' || text === 'null' ? '{}' : (wire ?? '')
}

export function isCustomTool(request: ConversationRequest, name: string): boolean {
  return request.tools.some((tool) => tool.type === 'custom' && tool.name === name)
}

/** Takes the free text of a custom tool out of the function arguments that carried it. */
export function readCustomInput(wire: string): string {
  try {
    const value: unknown = JSON.parse(wire)
    if (typeof value === 'object' && value !== null && customInput in value) {
      const input = (value as Record<string, unknown>)[customInput]
      return typeof input === 'string' ? input : JSON.stringify(input)
    }
  } catch {
    // Not JSON: the model wrote the text itself.
  }
  return wire
}
