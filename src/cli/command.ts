import type { OptionName, options } from './options.js'

type Values = {
  readonly [Name in OptionName]?: (typeof options)[Name]['type'] extends 'boolean' ? boolean : string
}

/** What a command is called with. */
export interface CommandOptions extends Values {
  /** Its name: `token create`. */
  readonly command: string
  readonly json: boolean
  /** The arguments after the command's name. */
  readonly words: readonly string[]
}

/** Resolves to the exit code, or to nothing where the process keeps running. */
export type Command = (options: CommandOptions) => Promise<number | undefined>
