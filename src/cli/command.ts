/** The options of every command. */
export interface CommandOptions {
  readonly config?: string
  readonly port?: string
  readonly json: boolean
  /** One wire style instead of all. */
  readonly style?: string
  readonly token?: string
  readonly model?: string
  /** The name of a provider in the configuration. */
  readonly provider?: string
  /** The arguments after the command's name. */
  readonly words: readonly string[]
}

/** Resolves to the exit code, or to nothing where the process keeps running. */
export type Command = (options: CommandOptions) => Promise<number | undefined>
