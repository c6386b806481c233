/**
 * A value together with the JSON pointer (RFC 6901) of the place where the client wrote it.
 * Encoders hand the pointer to the loss ledger when the target has no place for the value.
 */
export interface Located<T> {
  readonly value: T
  readonly at: string
}
