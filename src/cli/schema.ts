import { configurationSchema } from '../config/schema.js'
import type { Command } from './command.js'

/** The JSON Schema of anywire.yaml, for editors. */
export const schema: Command = () => {
  process.stdout.write(`${JSON.stringify(configurationSchema(), null, 2)}\n`)
  return Promise.resolve(0)
}
