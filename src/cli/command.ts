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
  /** The address of a running gateway; absent: the configuration's. */
  readonly url?: string
  /** Rows with commas in place of a table. */
  readonly csv?: boolean
  /** `token create`: a duration or a date; names with commas between; dollars; requests and tokens a minute. */
  readonly expires?: string
  readonly models?: string
  readonly budget?: string
  readonly rpm?: string
  readonly tpm?: string
  /** `token rotate`: how long the key before goes on working. */
  readonly grace?: string
  /** `usage`: how far back, and by what. */
  readonly since?: string
  readonly by?: string
  /** `requests`: only those that failed; and those that come. */
  readonly failed?: boolean
  readonly follow?: boolean
  /** The arguments after the command's name. */
  readonly words: readonly string[]
}

/** Resolves to the exit code, or to nothing where the process keeps running. */
export type Command = (options: CommandOptions) => Promise<number | undefined>
