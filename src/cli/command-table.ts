import type { Command } from './command.js'
import { everywhere, type OptionName } from './options.js'

export interface CommandDefinition {
  /** `make a token` */
  readonly summary: string
  /** `NAME` is required, `[NAME]` is not. */
  readonly words?: readonly string[]
  readonly options?: readonly OptionName[]
  /** What an option takes, where its text in `options.ts` does not say it; loaded for the help of this command alone. */
  readonly values?: Readonly<Partial<Record<OptionName, () => Promise<readonly string[]>>>>
  readonly example: string
  /** Loaded when it is called: checking a configuration needs nothing of the server. */
  readonly load: () => Promise<Command>
}

/** Commands by their words: `start`, `token create`. */
export type CommandTable = Readonly<Record<string, CommandDefinition>>

/** The commands of a group, `token` → `token create` …; empty where it is none. */
export function commandsOf(table: CommandTable, group: string): readonly string[] {
  return Object.keys(table).filter((name) => name.startsWith(`${group} `))
}

/** `token` for `token create`, `start` for `start`; each once. */
export function firstWords(table: CommandTable): readonly string[] {
  return [...new Set(Object.keys(table).map((name) => name.split(' ')[0] ?? ''))]
}

export function takes(definition: CommandDefinition, option: OptionName): boolean {
  return (definition.options ?? []).includes(option) || (everywhere as readonly OptionName[]).includes(option)
}

/** `MODEL [TEXT]` → at least 1, at most 2. */
export function countOfWords({ words = [] }: CommandDefinition): { readonly least: number; readonly most: number } {
  return { least: words.filter((word) => !word.startsWith('[')).length, most: words.length }
}
