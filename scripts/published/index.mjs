// Builds dist/published/: the texts that the gateway serves beside the documents themselves, with a placeholder for its address.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
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
  return new Map(editions(documents))
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
