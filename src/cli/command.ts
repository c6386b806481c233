/** What every command gets. */
export interface CommandOptions {
  readonly config?: string
  readonly port?: string
  readonly json: boolean
  /** One wire style instead of all. */
  readonly style?: string
  readonly token?: string
  readonly model?: string
  /** What stands after the command's name. */
  readonly words: readonly string[]
}

/** Returns the exit code, or nothing while it goes on running. */
export type Command = (options: CommandOptions) => Promise<number | undefined>
