// The files of the contract and how to read them: one hand-written document for each wire style, joined by gateway.yaml.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
export const contractFolder = join(root, 'openapi')

/** Names of the documents that exist, without `gateway`, which only joins them. */
export function documentNames() {
  return readdirSync(contractFolder)
    .filter((file) => file.endsWith('.yaml') && file !== 'gateway.yaml')
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort()
}

export function documentPath(name) {
  return join(contractFolder, `${name}.yaml`)
}

export function hasGateway() {
  return existsSync(documentPath('gateway'))
}

export function readDocument(name) {
  return parse(readFileSync(documentPath(name), 'utf8'))
}

/** The value at a `#/a/b` pointer of a document, or undefined. */
export function atPointer(document, pointer) {
  return pointer
    .replace(/^#?\//, '')
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((value, step) => value?.[step], document)
}
