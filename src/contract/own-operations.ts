import { readFileSync } from 'node:fs'
import { compileOperations } from './compile.js'
import type { Operation } from './operation.js'
import type { OpenApiDocument } from './schema/index.js'

/**
 * The operations of the gateway's own contract. The build replaces this module by one with the operations described and the schemas
 * compiled (`scripts/build/validators.mjs`); when the sources run, the same functions do that here.
 */
export function ownOperations(): Promise<readonly Operation[]> {
  const text = readFileSync(new URL('../../openapi/dist/gateway.json', import.meta.url), 'utf8')
  return compileOperations(JSON.parse(text) as OpenApiDocument)
}
