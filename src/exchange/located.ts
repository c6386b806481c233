/**
 * A value of the client's request with its JSON pointer (RFC 6901), for the loss ledger and for error messages.
 */
export interface Located<T> {
  readonly value: T
  readonly at: string
}

/** `undefined` for an absent value or `null`. */
export function located<T>(value: T | null | undefined, at: string): Located<T> | undefined {
  return value === null || value === undefined ? undefined : { value, at }
}
