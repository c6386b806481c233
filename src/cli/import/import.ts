import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { CommandError } from '../command-error.js'
import type { Command, CommandOptions } from '../command.js'
import { remark } from '../complaint.js'
import { addToEnvFile } from '../env-file.js'
import type { Draft } from './draft.js'
import { fromLiteLlm } from './litellm.js'
import { readNewApi } from './new-api-file.js'
import { fromNewApi } from './new-api.js'

export const importLiteLlm: Command = (options) => write(options, (path) => fromLiteLlm(readFileSync(path, 'utf8')))
export const importNewApi: Command = (options) => write(options, (path) => fromNewApi(readNewApi(path)))

/** Our configuration to standard output or `--output`, what has no counterpart to standard error. */
function write(options: CommandOptions, read: (path: string) => Draft): Promise<number> {
  const [path = ''] = options.words
  if (!existsSync(path)) throw new CommandError(`there is no file ${path}`)
  const draft = read(path)
  draft.settings['secret_key'] = draft.secret('ANYWIRE_SECRET_KEY', randomBytes(32).toString('hex'))
  const { output } = options
  const yaml = `# yaml-language-server: $schema=./anywire.schema.json\n${stringify(draft.configuration(), { lineWidth: 0 })}`
  if (output !== undefined) {
    if (existsSync(output) && options.force !== true)
      throw new CommandError(`${output} exists already`, 'overwrite it with --force, or name another file')
    writeFileSync(output, yaml)
    addToEnvFile(join(dirname(output), '.env'), draft.variables)
  }
  const variables = [...draft.variables.keys()]
  if (options.json) process.stdout.write(`${JSON.stringify({ configuration: draft.configuration(), variables, notes: draft.notes })}\n`)
  else if (output === undefined) process.stdout.write(yaml)
  for (const { at, what } of draft.notes) remark(options, `${at}: ${what}`)
  if (variables.length > 0)
    remark(
      options,
      output === undefined
        ? `To be set, or written to .env by --output: ${variables.join(', ')}`
        : `Written to .env: ${variables.join(', ')}`,
    )
  if (output !== undefined) remark(options, `Next: anywire check --live --config ${output}`)
  return Promise.resolve(0)
}
