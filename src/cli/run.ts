import { parseArgs } from 'node:util'
import { ConfigurationError, configurationExitCode } from '../config/index.js'
import { nearest } from '../config/problem.js'
import { defined } from '../json/object.js'
import { CommandError } from './command-error.js'
import type { CommandOptions } from './command.js'
import { commandsOf, countOfWords, firstWords, takes, type CommandDefinition } from './command-table.js'
import { commands } from './commands.js'
import { complaintText, configurationComplaint, type Complaint } from './complaint.js'
import { helpFor } from './help.js'
import { isOption, options, written } from './options.js'
import { UsageError } from './usage-error.js'
import { version } from './version.js'

/** Exit codes: 0 success, 1 failure, 2 wrong usage, 78 bad configuration. */
export async function run(words: readonly string[]): Promise<void> {
  const code = await execute(words)
  if (code !== undefined) process.exitCode = code
}

interface Called {
  readonly name: string
  readonly definition: CommandDefinition
  readonly words: readonly string[]
}

async function execute(words: readonly string[]): Promise<number | undefined> {
  let name: string | undefined
  try {
    const { values, positionals } = parsed(words)
    if (values['no-color'] === true) process.env['NO_COLOR'] = '1'
    if (values.version === true) return print(`${version}\n`)
    if (values.help === true || positionals[0] === 'help') return print(await helpFor(helpWanted(positionals)))
    const called = find(values['check-config'] === true ? ['check', ...positionals.filter((word) => word !== 'start')] : positionals)
    name = called.name
    const chosen: CommandOptions = defined({ ...values, command: name, json: values.json === true, words: called.words })
    refuseForeignOptions(called, Object.keys(values))
    return await (
      await called.definition.load()
    )(chosen)
  } catch (error) {
    return fail(error, name)
  }
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
    const [, unknown] = /^Unknown option '--([^']{1,100})'/.exec(message) ?? []
    if (unknown === undefined) throw new UsageError(message)
    const meant = nearest(unknown, Object.keys(options))
    throw new UsageError(`Unknown option '--${unknown}'`, meant === undefined ? undefined : `did you mean --${meant}?`)
  }
}

function helpWanted(positionals: readonly string[]): string {
  const [first = '', second = ''] = positionals.filter((word) => word !== 'help')
  return commands[`${first} ${second}`] === undefined ? first : `${first} ${second}`
}

function find(positionals: readonly string[]): Called {
  const [first = 'start', ...rest] = positionals
  const group = commandsOf(commands, first)
  if (group.length === 0) return called(first, Object.hasOwn(commands, first) ? commands[first] : undefined, rest)
  const [verb, ...words] = rest
  const name = `${first} ${verb ?? 'list'}`
  const definition = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (definition !== undefined) return called(name, definition, words)
  const verbs = group.map((one) => one.slice(first.length + 1))
  const meant = verb === undefined ? undefined : nearest(verb, verbs)
  const taken = `${first} takes ${verbs.length === 1 ? '' : `${verbs.slice(0, -1).join(', ')} or `}${verbs.at(-1) ?? ''}`
  throw new UsageError(
    verb === undefined ? taken : `${taken}, not ${JSON.stringify(verb)}`,
    meant === undefined ? `see anywire ${first} --help` : `did you mean ${meant}?`,
  )
}

function called(name: string, definition: CommandDefinition | undefined, words: readonly string[]): Called {
  if (definition === undefined) {
    const meant = nearest(name, firstWords(commands))
    throw new UsageError(`There is no command ${JSON.stringify(name)}`, meant === undefined ? undefined : `did you mean ${meant}?`)
  }
  const { least, most } = countOfWords(definition)
  const fix = `see anywire ${name} --help`
  if (words.length < least) throw new UsageError(`${name} takes ${(definition.words ?? []).join(' ')}`, fix)
  if (words.length > most) throw new UsageError(`${name} takes no ${JSON.stringify(words.at(-1))}`, fix)
  return { name, definition, words }
}

function refuseForeignOptions({ name, definition }: Called, given: readonly string[]): void {
  const foreign = given.filter(isOption).find((option) => option !== 'check-config' && !takes(definition, option))
  if (foreign !== undefined) throw new UsageError(`${name} takes no ${written(foreign)}`, `see anywire ${name} --help`)
}

function fail(error: unknown, name: string | undefined): number {
  if (error instanceof UsageError) return complain({ what: error.message, fix: error.fix ?? 'see --help' }, 2)
  if (error instanceof ConfigurationError) return complain(configurationComplaint(error.message), configurationExitCode)
  const where = name === undefined || name === 'start' ? 'anywire cannot start' : `${name} failed`
  const what = error instanceof Error ? error.message : String(error)
  const fix = fixOf(error)
  return complain(fix === undefined ? { where, what } : { where, what, fix }, error instanceof CommandError ? error.exitCode : 1)
}

function fixOf(error: unknown): string | undefined {
  if (error instanceof CommandError) return error.fix
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EADDRINUSE' ? 'stop what listens there, or name another port with --port' : undefined
}

function complain(complaint: Complaint, code: number): number {
  process.stderr.write(complaintText(complaint, process.stderr.isTTY))
  return code
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}
