import { configurationFor } from './configuration.js'
import type { Command } from './command.js'

/** Says that the configuration is good; a bad one is thrown. */
export const checkConfiguration: Command = (options) => {
  const configuration = configurationFor(options, true)
  for (const warning of configuration.warnings) process.stdout.write(`${warning}\n`)
  process.stdout.write(`${configuration.file ?? 'The configuration without a file'} is good.\n`)
  return Promise.resolve(0)
}
