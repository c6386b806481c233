import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { requireGoodPassword } from '../../access/accounts/password-rules.js'
import { ConfigurationError, loadConfiguration } from '../../config/index.js'
import { configurationSchema } from '../../config/schema.js'
import { CommandError } from '../command-error.js'
import type { Command, CommandOptions } from '../command.js'
import { remark } from '../complaint.js'
import { addToEnvFile } from '../env-file.js'
import { ask, usualAnswers, type Answers } from './answers.js'
import { adminKeyVariable, databaseVariable, firstConfiguration, secretKeyVariable } from './first-configuration.js'
import { findProviders } from './find-providers.js'

/** Writes a configuration to begin with, an example of its variables, the schema for editors, and the secrets that it needs. */
export const init: Command = async (options) => {
  const path = resolve(options.config ?? 'anywire.yaml')
  const folder = dirname(path)
  const files = [path, join(folder, '.env.example'), join(folder, 'anywire.schema.json')] as const
  const taken = files.find((file) => existsSync(file))
  if (taken !== undefined && options.force !== true) throw new CommandError(`${taken} exists already`, 'overwrite it with --force')
  const account = firstAccount(options)
  const { found, offered, named } = await findProviders(folder)
  const usual: Answers = { ...usualAnswers, providers: found }
  const answers = options.yes === true ? usual : await ask(found, offered)
  const { yaml, variables } = firstConfiguration(answers, answers.providers.flatMap(named))
  const example = variables.map(({ name, text }) => `# ${text}\n${name}=\n`).join('\n')
  const contents = [yaml, example, `${JSON.stringify(configurationSchema(), null, 2)}\n`]
  for (const [index, file] of files.entries()) writeFileSync(file, contents[index] ?? '')
  const environment = join(folder, '.env')
  addToEnvFile(environment, secretsFor(answers))
  if (account !== undefined) {
    const { makeFirstAccount } = await import('../platform/account.js')
    await makeFirstAccount({ ...options, config: path }, account.name, account.password)
    remark(options, `The console's account is ${account.name}.`)
  }
  const written = [...files, environment]
  const next = `anywire start${options.config === undefined ? '' : ` --config ${options.config}`}`
  if (options.json) process.stdout.write(`${JSON.stringify({ files: written, providers: answers.providers, next })}\n`)
  else process.stdout.write(`${written.map((file) => basename(file)).join('\n')}\n`)
  const missing = problemOf(path)
  if (missing !== undefined) remark(options, `Still missing: ${missing}`)
  remark(options, `Next: ${next}`)
  return 0
}

/** The password is checked before anything is written. */
function firstAccount(options: CommandOptions): { readonly name: string; readonly password: string } | undefined {
  const { 'admin-password-file': file, 'admin-name': name = 'admin' } = options
  if (file === undefined) return undefined
  if (!existsSync(file)) throw new CommandError(`there is no file ${file}`)
  const password = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  requireGoodPassword(password, name, '/password')
  return { name, password }
}

function secretsFor({ database }: Answers): readonly (readonly [string, string])[] {
  return [
    [secretKeyVariable, randomBytes(32).toString('hex')],
    [adminKeyVariable, randomBytes(24).toString('base64url')],
    ...(database.startsWith('postgres') ? [[databaseVariable, database] as const] : []),
  ]
}

/** What a start would still refuse, such as the variable of a provider's key that is not set. */
function problemOf(path: string): string | undefined {
  try {
    loadConfiguration({ env: process.env, cwd: dirname(path), file: path, checkOnly: true })
    return undefined
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message
    throw error
  }
}
