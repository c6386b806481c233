/**
 * A value together with the JSON pointer (RFC 6901) of the place where the client wrote it.
 * Encoders hand the pointer to the loss ledger when the target has no place for the value.
 */
export interface Located<T> {
  readonly value: T
  readonly at: string
}

/** Appends one member name or index to a JSON pointer. */
export function pointer(base: string, key: string | number): string {
  if (typeof key === 'number') return `${base}/${key}`
  return key.includes('~') || key.includes('/') ? `${base}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` : `${base}/${key}`
}
