import { commandsOf, type CommandDefinition } from './command-table.js'
import { commands } from './commands.js'
import { described, everywhere, type OptionName } from './options.js'

/** The help of a command, of a group of commands, or of all. */
export async function helpFor(words: string): Promise<string> {
  const definition = commands[words]
  if (definition !== undefined) return commandHelp(words, definition)
  const group = commandsOf(commands, words)
  return group.length === 0 ? generalHelp() : groupHelp(words, group)
}

async function commandHelp(name: string, definition: CommandDefinition): Promise<string> {
  const { summary, words = [], options: own = [], example } = definition
  const usage = ['anywire', name, ...words, '[options]'].join(' ')
  return `${usage}: ${summary}

Options
${optionLines([...own, ...everywhere], await valuesOf(definition))}

Example
  ${example}
`
}

function groupHelp(group: string, names: readonly string[]): string {
  return `anywire ${group} COMMAND

Commands
${commandLines(names)}

Example
  ${commands[names[0] ?? '']?.example ?? ''}

anywire ${group} COMMAND --help has the options of one.
`
}

function generalHelp(): string {
  return `anywire: the model gateway. Any wire style in, any provider out.

Usage
  anywire [COMMAND] [options]; without a command it serves, as start does

Commands
${commandLines(Object.keys(commands))}

Options of all commands
${optionLines([...everywhere, 'version', 'check-config'])}

Configuration
  --config FILE, else the file that ANYWIRE_CONFIG names, else ./anywire.yaml, else none: then every provider whose usual
  key variable is set (OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY …), every local server on its usual port
  (Ollama, LM Studio, llama.cpp, vLLM), and else the built-in local model.
  ANYWIRE_PORT and ANYWIRE_SECRET_KEY override the file.
  Commands that manage find the running gateway by the configuration, and where none runs, open its database themselves.
  They take ANYWIRE_ADMIN_KEY (else admin.key); models and try take ANYWIRE_TOKEN (else the first token of the file).

Exit codes
  0 done, 1 failed, 2 wrong usage, 78 bad configuration

Example
  OPENAI_API_KEY=sk-… anywire start --port 8787

anywire COMMAND --help has the options and an example of one.
`
}

function commandLines(names: readonly string[]): string {
  return lines(names.map((name) => [[name, ...(commands[name]?.words ?? [])].join(' '), commands[name]?.summary ?? '']))
}

async function valuesOf({ values = {} }: CommandDefinition): Promise<ReadonlyMap<string, string>> {
  const loaded = Object.entries(values).map(async ([name, load]) => [name, (await load()).join(', ')] as const)
  return new Map(await Promise.all(loaded))
}

/** `values`: texts in place of the usual ones. */
function optionLines(names: readonly OptionName[], values: ReadonlyMap<string, string> = new Map()): string {
  return lines(
    names.map((name) => {
      const [left, text] = described(name)
      return [left, values.get(name) ?? text]
    }),
  )
}

function lines(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(...pairs.map(([left]) => left.length))
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}
