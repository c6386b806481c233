import { Ajv, type CodeOptions, type ValidateFunction } from 'ajv'
import { formats } from './formats.js'
import { configurationSchema } from './schema.js'

/** Compiles the schema of anywire.yaml. `code`: for the build, which writes the result into the program. */
export function compileShape(code: CodeOptions = {}): { readonly ajv: Ajv; readonly validate: ValidateFunction } {
  const ajv = new Ajv({ discriminator: true, useDefaults: true, strict: false, allErrors: false, messages: false, code })
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format)
  return { ajv, validate: ajv.compile(configurationSchema()) }
}
