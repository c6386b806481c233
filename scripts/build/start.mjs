import { readFile } from 'node:fs/promises'

/**
 * `import` of node:http reads all that it exports, and one of these, WebSocket, is a getter that loads Node's own copy of undici: 20 ms of
 * the start for nothing. `require` reads only what is asked for.
 */
export const http = {
  name: 'http',
  setup(build) {
    build.onResolve({ filter: /^(?:node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'http', namespace: 'required' } : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({ contents: `module.exports = require('node:${path}')` }))
  },
}

/** What is imported of undici at the start, without its fetch, caches and mocks; `import('undici')` has all. */
const undici = `
const Dispatcher = require('undici/lib/dispatcher/dispatcher')
const Client = require('undici/lib/dispatcher/client')
const Pool = require('undici/lib/dispatcher/pool')
const buildConnector = require('undici/lib/core/connect')
const errors = require('undici/lib/core/errors')
module.exports = { Dispatcher, Client, Pool, buildConnector, errors }
`

export const partsOfUndici = {
  name: 'parts-of-undici',
  setup(build) {
    build.onResolve({ filter: /^undici$/ }, ({ kind }) => (kind === 'import-statement' ? { path: 'undici', namespace: 'parts' } : undefined))
    build.onLoad({ filter: /.*/, namespace: 'parts' }, () => ({ contents: undici, resolveDir: import.meta.dirname }))
  },
}

/** Media types that the gateway sends or accepts: Koa's look-up tables of all 2,500 took 10 ms of the start. */
const usualTypes =
  /^(?:text\/(?:html|plain|css|csv|javascript|event-stream|yaml)|application\/(?:json|javascript|yaml|x-ndjson|octet-stream|problem\+json|x-www-form-urlencoded)|image\/(?:svg\+xml|png|jpeg|webp|gif)|font\/woff2|multipart\/form-data)$/

export const usualMediaTypes = {
  name: 'usual-media-types',
  setup(build) {
    build.onLoad({ filter: /[/\\]mime-db[/\\]db\.json$/ }, async ({ path }) => {
      const types = Object.entries(JSON.parse(await readFile(path, 'utf8'))).filter(([type]) => usualTypes.test(type))
      return { contents: JSON.stringify(Object.fromEntries(types)), loader: 'json' }
    })
  },
}
