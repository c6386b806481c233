import { Ajv2020, type Options } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/**
 * The validator for OpenAPI 3.1 schemas. Not strict, since documents carry OpenAPI's own keywords. Only the first problem is
 * looked for: the caller gets one sentence, and hostile input cannot make the list of errors long.
 */
export function createAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, validateFormats: true, discriminator: true, verbose: true, addUsedSchema: false, ...options })
  addFormats.default(ajv)
  // Base64 may be many megabytes long and is read by its consumer; a pattern over it would hold the event loop.
  ajv.addFormat('byte', true)
  ajv.addFormat('binary', true)
  return ajv
}
