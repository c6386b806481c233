import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from '../e2e/admin.js'
import { ConsoleClient } from '../e2e/console-client.js'
import { FakeUpstream, gatewayFor, token } from '../e2e/gateway.js'

interface Scheme {
  readonly type: 'http' | 'apiKey'
  readonly in?: 'header' | 'query' | 'cookie'
  readonly name?: string
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly security?: readonly Readonly<Record<string, unknown>>[] }>>>>
  readonly components: { readonly securitySchemes: Readonly<Record<string, Scheme>> }
}

const text = readFileSync(fileURLToPath(new URL('../../openapi/dist/gateway.json', import.meta.url)), 'utf8')
const document = JSON.parse(text) as Document
const schemes = document.components.securitySchemes
const methods = new Set(['get', 'post', 'put', 'patch', 'delete'])
const adminKey = 'adm-case-of-the-contract'

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method, { security = [] }]) => methods.has(method) && security.length > 0)
    .map(([method, { security = [] }]) => ({ path, method, accepted: security.flatMap((requirement) => Object.keys(requirement)) })),
)

let upstream: FakeUpstream
let gateway: RunningGateway
let cookie: string
beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream, { admin: { key: adminKey } })
  cookie = await signedIn(gateway.address)
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

/** The session cookie of a user who was invited. */
async function signedIn(address: string): Promise<string> {
  const admin = new AdminClient(address, adminKey)
  await admin.send('POST', '/api/admin/users', { name: 'ada', role: 'owner' })
  const { body } = await admin.send('POST', '/api/admin/users/ada/invite', {})
  const browser = new ConsoleClient(address)
  await browser.post('/api/console/set-up', { code: body['code'], password: 'four words of a sentence' })
  return browser.cookie ?? ''
}

/** The status where the credential stands in the place of this scheme. */
async function statusWith(method: string, path: string, { type, in: place, name = '' }: Scheme): Promise<number> {
  const key = path.startsWith('/api/admin') ? adminKey : token
  const url = new URL(gateway.address + path.replace(/\{[^}]+\}/g, 'none'))
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (type === 'http') headers['authorization'] = `Bearer ${key}`
  else if (place === 'header') headers[name] = key
  else if (place === 'cookie') headers['cookie'] = cookie
  else url.searchParams.set(name, key)
  const reply = await fetch(url, { method: method.toUpperCase(), headers, ...(method === 'get' ? {} : { body: '{' }) })
  await reply.arrayBuffer()
  return reply.status
}

test('there are operations of each kind', () => {
  expect(operations.length).toBeGreaterThan(50)
  expect(new Set(operations.flatMap(({ accepted }) => accepted))).toEqual(new Set(Object.keys(schemes)))
})

test.each(operations)('$method $path reads its token in the places that it names, and in no other', async ({ path, method, accepted }) => {
  const isAdmin = accepted.includes('adminKey')
  // Both are bearers: of the key of the administrators, and of a token.
  const others = Object.entries(schemes).filter(([name]) => name !== (isAdmin ? 'bearer' : 'adminKey'))
  const read: string[] = []
  for (const [name, scheme] of others) if ((await statusWith(method, path, scheme)) !== 401) read.push(name)
  expect(read.sort()).toEqual([...accepted].sort())
})
