/** Readers of unchecked wire values, beside those of src/json. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A number that is not negative. */
export function amount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}
