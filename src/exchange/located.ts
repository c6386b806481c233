/**
 * A value together with the JSON pointer (RFC 6901) of the place where the client wrote it.
 * Encoders give the pointer to the loss ledger where the target has no place for the value.
 */
export interface Located<T> {
  readonly value: T
  readonly at: string
}

/** `undefined` for an absent value or `null`. */
export function located<T>(value: T | null | undefined, at: string): Located<T> | undefined {
  return value === null || value === undefined ? undefined : { value, at }
}
