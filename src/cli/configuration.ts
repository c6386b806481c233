import { loadConfiguration, type Configuration, type LoadOptions } from '../config/index.js'
import type { CommandOptions } from './command.js'
import { defined } from '../json/object.js'

/** The configuration from the command line, the environment and the file. */
export function configurationFor(options: CommandOptions, checkOnly = false): Configuration {
  return loadConfiguration(loadOptions(options, checkOnly))
}

export function loadOptions({ port, config }: CommandOptions, checkOnly: boolean): LoadOptions {
  return defined({
    env: port === undefined ? process.env : { ...process.env, ANYWIRE_PORT: port },
    cwd: process.cwd(),
    checkOnly,
    file: config,
  })
}
