/** The arguments of a call as the object that this style writes; `undefined` where the text is no JSON object. */
export function parseArguments(input: string): Record<string, unknown> | undefined {
  if (input.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(input)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
