import { readFileSync } from 'node:fs'
import { compileOperations } from './compile.js'
import type { Operation } from './operation.js'
import type { OpenApiDocument } from './schema/index.js'

/**
 * The operations of the gateway's own contract. The build puts a module in the place of this one in which openapi-backend and Ajv
 * have done their work already (`scripts/build/validators.mjs`); from sources they do it here, by the same functions.
 */
export function ownOperations(): Promise<readonly Operation[]> {
  const text = readFileSync(new URL('../../openapi/dist/gateway.json', import.meta.url), 'utf8')
  return compileOperations(JSON.parse(text) as OpenApiDocument)
}
