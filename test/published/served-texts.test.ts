// What the gateway publishes beside its OpenAPI documents: each has the address that was asked, a tag, and is open to every page.
import { parse } from 'yaml'
import { startGateway } from '../contract/gateway.js'
import type { Program } from '../program.js'

let gateway: Program
beforeAll(async () => {
  gateway = await startGateway('http://127.0.0.1:9')
}, 60_000)
afterAll(async () => {
  await gateway.stop()
})

const get = (path: string, init?: RequestInit): Promise<Response> => fetch(gateway.address + path, init)

const texts: readonly (readonly [string, string])[] = [
  ['/openapi.json?version=3.2', 'application/json'],
  ['/openapi/messages.yaml?version=3.2', 'application/yaml; charset=utf-8'],
  ['/openapi/0.1.0/messages.json', 'application/json'],
  ['/openapi/changelog.atom', 'application/atom+xml; charset=utf-8'],
  ['/openapi/postman.json', 'application/json'],
  ['/openapi/bruno.json', 'application/json'],
  ['/asyncapi.json', 'application/json'],
  ['/asyncapi.yaml', 'application/yaml; charset=utf-8'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
]

test.each(texts)('%s is open to every page, has a tag, and is packed', async (path, type) => {
  const reply = await get(path, { headers: { 'accept-encoding': 'br' } })
  const text = await reply.text()
  const etag = reply.headers.get('etag') ?? ''
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': type,
    'content-encoding': 'br',
    'access-control-allow-origin': '*',
    vary: 'accept-encoding',
  })
  expect(reply.headers.has('access-control-allow-credentials')).toBe(false)
  expect(text).not.toContain('gateway.invalid')
  expect(text).toContain(new URL(gateway.address).host)
  const again = await get(path, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const head = await get(path, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
})

test.each(texts)('%s takes no other method', async (path) => {
  const reply = await get(path, { method: 'POST', body: '{}' })
  expect([401, 404, 405]).toContain(reply.status)
})

test.each([
  ['/openapi/9.9.9/messages.json', 404],
  ['/openapi/0.1.0/ghost.json', 404],
  ['/openapi/ghost.atom', 404],
  ['/openapi/0.1.0/..%2f..%2fpostman.json', 401],
])('there is no %s', async (path, status) => {
  expect((await get(path)).status).toBe(status)
})

test('every link of llms.txt leads somewhere', async () => {
  const text = await (await get('/llms.txt')).text()
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(100)
  const pages = [...new Set(links.map((link) => link.replace(/#.*$/, '')))]
  const statuses = await Promise.all(pages.map(async (page) => [page, (await fetch(page, { method: 'HEAD' })).status] as const))
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([])
})

test('the feed has an entry for each version, and its links lead to the documents', async () => {
  const text = await (await get('/openapi/changelog.atom')).text()
  expect(text).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/)
  expect(text.match(/<updated>/g)?.length).toBe((text.match(/<entry>/g)?.length ?? 0) + 1)
  expect(text).toContain('&lt;li&gt;')
  const documents = [...text.matchAll(/rel="related".*href="([^"]+)"/g)].map(([, link = '']) => link)
  expect(documents.length).toBeGreaterThan(5)
  for (const document of documents) expect(parse(await (await fetch(document)).text())).toHaveProperty('openapi')
})
