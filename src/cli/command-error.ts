/** A command failed: what happened, where and why, and how to mend it. Exit code 1. */
export class CommandError extends Error {
  constructor(
    what: string,
    /** A sentence without its full stop: `start it, or name it with --url`. */
    readonly fix?: string,
    options?: ErrorOptions,
  ) {
    super(what, options)
    this.name = 'CommandError'
  }
}
