import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { OpenApiDocument } from '../contract/schema/index.js'
import { programDirectory } from './discovery.js'

/** Beside the built program; from sources, where `make generate` writes them. */
const folders = [join(programDirectory, 'openapi'), join(programDirectory, '..', '..', 'openapi', 'dist')]

/** The documents as the build wrote them, with a placeholder for the gateway's address. */
export const contractFolder = join(programDirectory, 'openapi')

/** The reference page, beside the built program; from sources, what was built last. */
export const referenceFolder = builtFolder('reference')

/** Other texts that the gateway serves of its contract, likewise. */
export const publishedFolder = builtFolder('published')

/** The web console, likewise. */
export const consoleFolder = builtFolder('console')

function builtFolder(name: string): string {
  return [join(programDirectory, name), join(programDirectory, '..', '..', 'dist', name)].find(existsSync) ?? ''
}

/** The bundled documents of the contract, by name. Each is read at its first use: serving needs none of them. */
export class Documents {
  readonly names: readonly string[]
  readonly #folder: string
  readonly #read = new Map<string, OpenApiDocument>()

  constructor() {
    const folder = folders.find((candidate) => existsSync(join(candidate, 'gateway.json')))
    if (folder === undefined) throw new Error('the contract is missing: run `make build`')
    this.#folder = folder
    this.names = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => basename(name, '.json'))
  }

  has(name: string): boolean {
    return this.names.includes(name)
  }

  get(name: string): OpenApiDocument | undefined {
    if (!this.has(name)) return undefined
    const known = this.#read.get(name)
    if (known !== undefined) return known
    // Our own file; it is checked against the OpenAPI rules when it is made.
    const document = JSON.parse(readFileSync(join(this.#folder, `${name}.json`), 'utf8')) as OpenApiDocument
    this.#read.set(name, document)
    return document
  }
}
