import { configurationFor } from './configuration.js'
import type { Command } from './command.js'

/** Prints that the configuration is valid; an invalid one is thrown as an error. */
export const checkConfiguration: Command = (options) => {
  const configuration = configurationFor(options, true)
  for (const warning of configuration.warnings) process.stdout.write(`${warning}\n`)
  process.stdout.write(`${configuration.file ?? 'The configuration without a file'} is good.\n`)
  return Promise.resolve(0)
}
