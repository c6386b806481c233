import { commandsOf, firstWords, type CommandTable } from './command-table.js'
import type { Command } from './command.js'
import { everywhere, options } from './options.js'
import { UsageError } from './usage-error.js'

/** The shells' own scripts, from the tables of commands and options. */
export function completionOf(commands: CommandTable): Command {
  return ({ words: [shell = ''], json }) => {
    const write = Object.hasOwn(writers, shell) ? writers[shell] : undefined
    if (write === undefined) throw new UsageError(`completion takes bash, zsh or fish, not ${JSON.stringify(shell)}`)
    const script = write(commands)
    process.stdout.write(json ? `${JSON.stringify({ shell, script })}\n` : script)
    return Promise.resolve(0)
  }
}

const writers: Readonly<Record<string, (commands: CommandTable) => string>> = { bash, zsh, fish }

function bash(commands: CommandTable): string {
  return `_anywire() {
  local current=\${COMP_WORDS[COMP_CWORD]} words=
  if [[ \${COMP_WORDS[COMP_CWORD - 1]} == @(${withFiles().join('|')}) ]]; then
    COMPREPLY=($(compgen -f -- "$current"))
    return
  fi
  if ((COMP_CWORD == 1)); then words=${inQuotes(firstWords(commands))}
  elif ((COMP_CWORD == 2)); then
    case \${COMP_WORDS[1]} in
${groups(commands)
  .map((group) => `      ${group}) words=${inQuotes(verbsOf(commands, group))} ;;`)
  .join('\n')}
    esac
  fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${Object.keys(commands)
  .map(
    (name) =>
      `    ${name.includes(' ') ? inQuotes([name]) : `${inQuotes([`${name} `])}*`}) words+=${inQuotes(['', ...optionsOf(commands, name)])} ;;`,
  )
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _anywire anywire
`
}

function zsh(commands: CommandTable): string {
  return `#compdef anywire
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`
}

function fish(commands: CommandTable): string {
  const first = Object.keys(commands).filter((name) => !name.includes(' '))
  const lines = [
    'complete -c anywire -f',
    ...first.map((name) => `complete -c anywire -n __fish_use_subcommand -a ${name} -d ${literal(commands[name]?.summary ?? '')}`),
    ...groups(commands).flatMap((group) => [
      `complete -c anywire -n __fish_use_subcommand -a ${group}`,
      ...commandsOf(commands, group).map(
        (name) =>
          `complete -c anywire -n '__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${verbsOf(commands, group).join(' ')}' -a ${name.slice(group.length + 1)} -d ${literal(commands[name]?.summary ?? '')}`,
      ),
    ]),
    ...Object.entries(options).map(
      ([name, option]) =>
        `complete -c anywire -l ${name}${'value' in option ? ' -r' : ''}${withFiles().includes(`--${name}`) ? ' -F' : ''} -d ${literal(option.text)}`,
    ),
  ]
  return `${lines.join('\n')}\n`
}

function groups(commands: CommandTable): readonly string[] {
  return firstWords(commands).filter((word) => commandsOf(commands, word).length > 0)
}

function verbsOf(commands: CommandTable, group: string): readonly string[] {
  return commandsOf(commands, group).map((name) => name.slice(group.length + 1))
}

function optionsOf(commands: CommandTable, name: string): readonly string[] {
  return [...(commands[name]?.options ?? []), ...everywhere].map((option) => `--${option}`)
}

/** Options whose value is a file. */
function withFiles(): readonly string[] {
  return Object.entries(options).flatMap(([name, option]) => ('value' in option && option.value === 'FILE' ? [`--${name}`] : []))
}

function inQuotes(words: readonly string[]): string {
  return `'${words.join(' ')}'`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", String.raw`\'`)}'`
}
