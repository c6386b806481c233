import { explainConfiguration } from '../config/index.js'
import type { Command } from './command.js'
import { loadOptions } from './configuration.js'
import { alignedText } from './platform/table.js'

/** Every value that counts, secrets masked, and where it is from. */
export const showConfiguration: Command = (options) => {
  const { file, values } = explainConfiguration(loadOptions(options, true))
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ file: file ?? null, values })}\n`)
    return Promise.resolve(0)
  }
  const rows = values.map(({ key, value, from }) => [key, typeof value === 'string' ? value : JSON.stringify(value), from])
  process.stdout.write(alignedText({ columns: ['key', 'value', 'from'], rows }))
  return Promise.resolve(0)
}
