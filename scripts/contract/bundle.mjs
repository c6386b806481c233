// Bundles documents: all files of one joined into one object, which a validator, a server or a client generator can load alone.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addCodeSamples } from './code-samples.mjs'
import { atPointer, contractFolder, documentNames, documentPath, readDocument, root } from './documents.mjs'

export function bundleDocuments(names, folder) {
  return Object.fromEntries(names.map((name) => [name, bundleFile(documentPath(name), join(folder, `${name}.json`))]))
}

/**
 * gateway.yaml names the path items of all served documents. While a document is being written a path item may be missing:
 * it is left out with a warning, or refused when `strict`.
 */
export function bundleGateway(folder, { strict }) {
  const gateway = readDocument('gateway')
  const missing = []
  const known = new Map(documentNames().map((name) => [name, readDocument(name)]))
  const place = (reference) => {
    const [file, pointer] = reference.split('#')
    const name = file.replace(/^\.\//, '').replace(/\.yaml$/, '')
    return known.has(name) && atPointer(known.get(name), pointer) !== undefined
  }
  const keep = (group) => {
    for (const [name, value] of Object.entries(group ?? {}))
      if (value.$ref && !place(value.$ref)) {
        missing.push(value.$ref)
        delete group[name]
      }
  }
  keep(gateway.paths)
  keep(gateway.components?.securitySchemes)
  for (const reference of missing) console.log(`gateway.yaml: ${reference} does not exist yet`)
  if (strict && missing.length > 0) throw new Error('gateway.yaml names path items that do not exist')
  for (const [name, document] of known)
    for (const path of Object.keys(document?.paths ?? {}))
      if (document['x-upstream-only'] !== true && !gateway.paths[path]) console.log(`gateway.yaml: ${path} of ${name}.yaml is not joined`)

  mkdirSync(folder, { recursive: true })
  const copy = join(folder, 'gateway.yaml')
  const text = JSON.stringify(gateway).replaceAll('"$ref":"./', `"$ref":"${contractFolder}/`)
  writeFileSync(copy, text)
  return withoutDanglingReferences(withPartsInPlace(bundleFile(copy, join(folder, 'bundled.json'))))
}

/**
 * The same document with shared bodies, replies, parameters and examples inlined where they are used, so that operations have references to
 * schemas only.
 */
function withPartsInPlace(document) {
  const shared = /^#\/components\/(requestBodies|responses|parameters|headers|examples)\//
  const place = (value) => {
    if (Array.isArray(value)) return value.map(place)
    if (value === null || typeof value !== 'object') return value
    if (typeof value.$ref === 'string' && shared.test(value.$ref)) return place(atPointer(document, value.$ref))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, place(member)]))
  }
  const { schemas, securitySchemes } = document.components
  return { ...document, paths: place(document.paths), components: { securitySchemes, schemas } }
}

/** Bundling does not follow references inside extensions (`x-…`), which a validator would then fail to resolve. */
function withoutDanglingReferences(document) {
  const visit = (value) => {
    if (value === null || typeof value !== 'object') return
    if (typeof value.$ref === 'string' && value.$ref.startsWith('#') && atPointer(document, value.$ref) === undefined)
      throw new Error(`gateway.json: ${value.$ref} does not exist there; an extension can only name a schema, not refer to it`)
    for (const member of Object.values(value)) visit(member)
  }
  visit(document.paths)
  visit(document.components)
  return document
}

function bundleFile(path, output) {
  const redocly = join(root, 'node_modules', '.bin', 'redocly')
  const run = spawnSync(redocly, ['bundle', path, '--output', output, '--ext', 'json'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  if (run.status !== 0) throw new Error(`redocly bundle ${path} failed:\n${run.stdout}${run.stderr}`)
  return addCodeSamples(JSON.parse(readFileSync(output, 'utf8')))
}
