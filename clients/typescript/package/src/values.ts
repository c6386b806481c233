export type Members = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value where it is a list, else an empty one. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
