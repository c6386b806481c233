import { parseArgs, type ParseArgsConfig } from 'node:util'
import { ConfigurationError, configurationExitCode } from '../config/index.js'
import { nearest } from '../config/problem.js'
import type { Command, CommandOptions } from './command.js'
import { help } from './help.js'
import { UsageError } from './usage-error.js'
import { version } from './version.js'
import { defined } from '../json/object.js'

/** Modules are loaded when a command is called: `--check-config` needs nothing of the server. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start.js')).start,
  discover: async () => (await import('./discover.js')).discover,
  mock: async () => (await import('./mock.js')).mock,
  'contract-test': async () => (await import('./contract-test.js')).contractTest,
  schema: async () => (await import('./schema.js')).schema,
  providers: async () => (await import('./providers.js')).providers,
  reconcile: async () => (await import('./reconcile.js')).reconcile,
  backup: async () => (await import('./backup.js')).backup,
  token: async () => (await import('./platform/token.js')).token,
  usage: async () => (await import('./platform/usage.js')).usage,
  requests: async () => (await import('./platform/requests.js')).requests,
  models: async () => (await import('./platform/models.js')).models,
  try: async () => (await import('./platform/try.js')).tryModel,
}

/** The number of arguments of a command; other commands take none. */
const argumentsOf: Readonly<Record<string, number>> = { 'contract-test': 1, reconcile: 1, backup: 1, token: 2, try: 2 }

const options = {
  config: { type: 'string', short: 'c' },
  port: { type: 'string', short: 'p' },
  json: { type: 'boolean' },
  style: { type: 'string' },
  token: { type: 'string' },
  model: { type: 'string' },
  provider: { type: 'string' },
  url: { type: 'string' },
  csv: { type: 'boolean' },
  expires: { type: 'string' },
  models: { type: 'string' },
  budget: { type: 'string' },
  rpm: { type: 'string' },
  tpm: { type: 'string' },
  grace: { type: 'string' },
  since: { type: 'string' },
  by: { type: 'string' },
  failed: { type: 'boolean' },
  follow: { type: 'boolean' },
  'check-config': { type: 'boolean' },
  version: { type: 'boolean', short: 'v' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsConfig['options']

/** Exit codes: 0 success, 1 failure, 2 wrong usage, 78 bad configuration. */
export async function run(words: readonly string[]): Promise<void> {
  const code = await execute(words)
  if (code !== undefined) process.exitCode = code
}

async function execute(words: readonly string[]): Promise<number | undefined> {
  let parsed
  try {
    parsed = parseArgs({ args: [...words], options, allowPositionals: true })
  } catch (error) {
    return complain(error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'The command line cannot be read.', 2)
  }
  const { values, positionals } = parsed
  if (values.help === true) return print(help)
  if (values.version === true) return print(`${version}\n`)
  const [name = 'start', ...rest] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    const meant = nearest(name, Object.keys(commands))
    return complain(`There is no command ${JSON.stringify(name)}${meant === undefined ? '; see --help.' : `; did you mean ${meant}?`}`, 2)
  }
  if (rest.length > (argumentsOf[name] ?? 0)) return complain(`${name} takes no ${JSON.stringify(rest.at(-1))}; see --help.`, 2)
  const chosen: CommandOptions = defined({
    ...values,
    json: values.json === true,
    words: rest,
  })
  try {
    if (values['check-config'] === true) return await (await import('./check-config.js')).checkConfiguration(chosen)
    return await (
      await command()
    )(chosen)
  } catch (error) {
    if (error instanceof UsageError) return complain(`${error.message}; see --help.`, 2)
    if (error instanceof ConfigurationError) return complain(error.message, configurationExitCode)
    return complain(
      `${name === 'start' ? 'anywire cannot start' : `${name} failed`}: ${error instanceof Error ? error.message : String(error)}`,
      1,
    )
  }
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

function complain(message: string, code: number): number {
  process.stderr.write(`${message.replaceAll(/\s+/g, ' ').trim()}\n`)
  return code
}
