// Builds dist/published/: the texts that the gateway serves beside the documents themselves, with a placeholder for its address.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse, stringify } from 'yaml'
import { documentsOfVersion, releasedVersions } from '../contract/released.mjs'
import { clientProfileOf } from '../contract/client-profile/of-style.mjs'
import { asyncApi } from './asyncapi.mjs'
import { brunoCollection } from './bruno.mjs'
import { changelogFeed } from './changelog.mjs'
import { llmsText } from './llms.mjs'
import { marker } from './marker.mjs'
import { openApi32 } from './openapi-3.2.mjs'
import { postmanCollection } from './postman.mjs'

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
  const gateway = documents.get('gateway')
  const served = [...documents].filter(([name, document]) => isOfClients(name, document))
  const released = new Map(releasedVersions().map((version) => [version, documentsOfVersion(version)]))
  return new Map([
    ...editions(documents),
    ...clientProfiles(documents.get('client'), served),
    ...inBothForms('asyncapi', sockets(root, served)),
    ...releasedTexts(released),
    ['changelog.atom', changelogFeed(read(root, 'CHANGELOG.md'), new Map([...released].map(([version, of]) => [version, [...of.keys()]])))],
    ['postman.json', JSON.stringify(postmanCollection(gateway))],
    ['bruno.json', JSON.stringify(brunoCollection(gateway))],
    ['llms.txt', llmsText(read(root, 'page/llms.txt'), gateway, served)],
  ])
}

const read = (root, path) => readFileSync(join(root, 'openapi', path), 'utf8')

/** The documents of one style each that clients use. */
const isOfClients = (name, document) => name !== 'gateway' && name !== 'client' && document['x-upstream-only'] !== true

function releasedTexts(released) {
  return [...released].flatMap(([version, documents]) =>
    [...documents].map(([name, document]) => [`released/${version}/${name}.json`, JSON.stringify(atMarker(document))]),
  )
}

/** Its schemas come from the documents of one style each: the joined one has no messages of WebSockets. */
function sockets(root, served) {
  return asyncApi(parse(read(root, 'asyncapi/sockets.yaml')), new Map(served))
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

/** Of each style whose operations a client has. */
function clientProfiles(profile, served) {
  return served
    .map(([name, document]) => [name, clientProfileOf(profile, document)])
    .filter(([, { paths }]) => Object.keys(paths).length > 0)
    .flatMap(([name, document]) => inBothForms(`client/${name}`, atMarker(document)))
}

const atMarker = (document) => ({ ...document, servers: [{ url: marker }] })

function inBothForms(path, document) {
  return [
    [`${path}.json`, JSON.stringify(document)],
    [`${path}.yaml`, stringify(document, { aliasDuplicateObjects: false })],
  ]
}
