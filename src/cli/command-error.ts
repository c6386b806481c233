/** A command failed: what happened, where and why, and how to fix it. Exit code 1, where the command has no other for it. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(
    what: string,
    /** A sentence without its full stop: `start it, or name it with --url`. */
    readonly fix?: string,
    options: ErrorOptions & { readonly exitCode?: number } = {},
  ) {
    super(what, options)
    this.exitCode = options.exitCode ?? 1
    this.name = 'CommandError'
  }
}
