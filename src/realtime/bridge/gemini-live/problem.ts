/** Why an event of the client is refused. It becomes an `error` event; the session continues. */
export class Problem extends Error {
  constructor(
    message: string,
    readonly param: string | null = null,
    readonly code = 'invalid_value',
  ) {
    super(message)
  }
}
