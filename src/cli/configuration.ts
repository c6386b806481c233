import { loadConfiguration, type Configuration } from '../config/index.js'
import type { CommandOptions } from './command.js'
import { defined } from '../json/object.js'

/** The configuration from the command line, the environment and the file. */
export function configurationFor(options: CommandOptions, checkOnly = false): Configuration {
  return loadConfiguration(
    defined({
      env: options.port === undefined ? process.env : { ...process.env, ANYWIRE_PORT: options.port },
      cwd: process.cwd(),
      checkOnly,
      file: options.config,
    }),
  )
}
