/** Readers of wire values whose form nothing has checked yet. */
export type Wire = Readonly<Record<string, unknown>>

export function object(value: unknown): Wire | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Wire) : undefined
}

export function list(value: unknown): readonly Wire[] {
  if (!Array.isArray(value)) return []
  const found: Wire[] = []
  for (const entry of value as unknown[]) {
    const wire = object(entry)
    if (wire !== undefined) found.push(wire)
  }
  return found
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A whole or broken number that is not negative. */
export function amount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

export function parsed(message: string): Wire | undefined {
  try {
    return object(JSON.parse(message))
  } catch {
    return undefined
  }
}
