// Builds dist/published/: the texts that the gateway serves beside the documents themselves, with a placeholder for its address.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse, stringify } from 'yaml'
import { asyncApi } from './asyncapi.mjs'
import { openApi32 } from './openapi-3.2.mjs'

/** The placeholder of the gateway's address. */
export const marker = 'https://gateway.invalid'

export function writePublished(root, dist) {
  for (const [path, text] of publishedTexts(root)) {
    const file = join(dist, 'published', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** Path in dist/published/ → text. */
export function publishedTexts(root) {
  const documents = documentsIn(join(root, 'openapi', 'dist'))
  return new Map([...editions(documents), ...inBothForms('asyncapi', sockets(root, documents))])
}

/** Its schemas come from the documents of one style each: the joined one has no messages of WebSockets. */
function sockets(root, documents) {
  const source = parse(readFileSync(join(root, 'openapi', 'asyncapi', 'sockets.yaml'), 'utf8'))
  return asyncApi(source, new Map([...documents].filter(([name]) => name !== 'gateway' && name !== 'client')))
}

function documentsIn(folder) {
  return new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
  )
}

/** The client profile has no edition: it is OpenAPI 3.0 for the generators that know no other. */
function editions(documents) {
  return [...documents]
    .filter(([name]) => name !== 'client')
    .flatMap(([name, document]) => inBothForms(`openapi-3.2/${name}`, atMarker(openApi32(document))))
}

const atMarker = (document) => ({ ...document, servers: [{ url: marker }] })

function inBothForms(path, document) {
  return [
    [`${path}.json`, JSON.stringify(document)],
    [`${path}.yaml`, stringify(document, { aliasDuplicateObjects: false })],
  ]
}
