/** Why an event of the client cannot be followed; told as an `error` event, and the session goes on. */
export class Problem extends Error {
  constructor(
    message: string,
    readonly param: string | null = null,
    readonly code = 'invalid_value',
  ) {
    super(message)
  }
}
