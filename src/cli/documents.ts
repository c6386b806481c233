import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { OpenApiDocument } from '../contract/schema/index.js'
import { programDirectory } from './discovery.js'

/** Beside the built program; from sources, where `make generate` writes them. */
const folders = [join(programDirectory, 'openapi'), join(programDirectory, '..', '..', 'openapi', 'dist')]

/** The documents as the build wrote them, with a mark where the address comes. */
export const contractFolder = join(programDirectory, 'openapi')

/** The reference page, beside the built program; from sources, what was built last. */
export const referenceFolder =
  [join(programDirectory, 'reference'), join(programDirectory, '..', '..', 'dist', 'reference')].find(existsSync) ?? ''

/** The bundled contract, by document name. */
export function loadDocuments(): ReadonlyMap<string, OpenApiDocument> {
  const folder = folders.find((candidate) => existsSync(join(candidate, 'gateway.json')))
  if (folder === undefined) throw new Error('the contract is missing: run `make build`')
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  // Our own files, held against the OpenAPI rules when they are made.
  return new Map(names.map((name) => [basename(name, '.json'), JSON.parse(readFileSync(join(folder, name), 'utf8')) as OpenApiDocument]))
}
