// Tables in scripts, which the compiler does not check, have a row for each dialect of clients.
import { pathToFileURL } from 'node:url'
import { chatDialects } from '../../src/exchange/dialect-name.js'
import { firstRequest, snippet } from '../../src/snippets/index.js'
import { documentOf } from '../contract/documents.js'

interface Endpoint {
  readonly document: string
  readonly event?: string
}

const scripts = (path: string): Promise<unknown> => import(pathToFileURL(`scripts/${path}`).href)
const { endpoints } = (await scripts('contract/endpoints.mjs')) as { readonly endpoints: Readonly<Record<string, Endpoint>> }
const { pairs } = (await scripts('sdk-coverage/pairs.mjs')) as { readonly pairs: Readonly<Record<string, unknown>> }
const shown = JSON.stringify(documentOf('gateway'))

test.each(chatDialects)('%s', (dialect) => {
  const program = snippet(dialect, 'python', firstRequest(dialect, 'fast', 'When is high tide?', true), 'http://127.0.0.1:8787')
  expect({
    // scripts/contract/endpoints.mjs: schemas for recorded traffic
    traffic: Object.values(endpoints).some(({ document, event }) => document === dialect && event !== undefined),
    // scripts/sdk-coverage/pairs.mjs: types of its official library
    library: Object.hasOwn(pairs, dialect),
    // scripts/contract/code-samples.mjs: programs on the reference page
    samples: shown.includes(JSON.stringify(program.trimEnd()).slice(1, -1)),
  }).toEqual({ traffic: true, library: true, samples: true })
})
