// The published contract: the documents with the right address, and the page that shows them without asking anybody else.
import { createServer, request as httpRequest } from 'node:http'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { parse } from 'yaml'
import { ReferencePage } from '../../src/server/reference/reference-page.js'
import { documentOf, operationsOf } from './documents.js'
import type { Program } from '../program.js'
import { startGateway } from './gateway.js'

let gateway: Program
const folder = fileURLToPath(new URL('../../dist/reference', import.meta.url))

beforeAll(async () => {
  gateway = await startGateway('http://127.0.0.1:9')
}, 180_000)

afterAll(async () => {
  await gateway.stop()
})

/** With a Host header of our own, which `fetch` does not allow. */
function read(path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(gateway.address + path, { headers }, (reply) => {
      let text = ''
      reply.on('data', (chunk: Buffer) => (text += chunk.toString()))
      reply.on('end', () => {
        resolve({ status: reply.statusCode ?? 0, text })
      })
    })
    asked.on('error', reject).end()
  })
}

const serverOf = (document: unknown) => (document as { servers: { url: string }[] }).servers.map(({ url }) => url)

test.each([
  [{}, undefined],
  [{ host: 'gateway.example' }, 'http://gateway.example'],
  [{ host: 'gateway.example:8443', 'x-forwarded-proto': 'https' }, 'https://gateway.example:8443'],
  [{ host: '[::1]:8787' }, 'http://[::1]:8787'],
])('the address that was asked stands in the document: %j', async (headers, url) => {
  const { text } = await read('/openapi.json', headers)
  expect(serverOf(JSON.parse(text))).toEqual([url ?? gateway.address])
  const { text: withSamples } = await read('/openapi.json?profile=validation', headers)
  expect(withSamples).toContain(`curl ${url ?? gateway.address}/v1/embeddings`)
  expect(withSamples).not.toContain('http://127.0.0.1:8787')
})

test.each([
  ['/openapi.json', '3.0.3'],
  ['/openapi.json?profile=client', '3.0.3'],
  ['/openapi.json?profile=validation', '3.1.0'],
  ['/openapi.yaml', '3.0.3'],
  ['/openapi.yaml?profile=validation', '3.1.0'],
  ['/openapi.json?version=3.0', '3.0.3'],
  ['/openapi.json?version=3.1', '3.1.0'],
  ['/openapi.json?version=3.2', '3.2.0'],
  ['/openapi.yaml?version=3.2&profile=validation', '3.2.0'],
  ['/openapi/messages.yaml?version=3.1', '3.1.0'],
  ['/openapi/messages.yaml?version=3.2', '3.2.0'],
  ['/openapi/messages.json', '3.1.0'],
  ['/openapi/messages.json?version=3.2', '3.2.0'],
  ['/openapi/messages.json?profile=client', '3.0.3'],
  ['/openapi/client.yaml?version=3.0', '3.0.3'],
])('%s is OpenAPI %s', async (path, version) => {
  const { text } = await read(path, {})
  expect(parse(text)).toMatchObject({ openapi: version, servers: [{ url: gateway.address }] })
})

test('a profile that does not exist is refused', async () => {
  expect(await read('/openapi.json?profile=ghost', {})).toMatchObject({ status: 400, text: expect.stringContaining('profile') as unknown })
})

test.each([
  '/openapi.json?profile=client&version=3.2',
  '/openapi.json?profile=validation&version=3.0',
  '/openapi/client.yaml?version=3.2',
  '/openapi/messages.yaml?version=3.0',
  '/openapi/ghost.yaml?version=3.2',
  '/openapi/ghost.json',
  '/openapi/client.json?version=3.2',
])('there is no %s', async (path) => {
  expect(await read(path, {})).toMatchObject({ status: 404, text: expect.stringContaining('There is no such document') as unknown })
})

test('a Host header that is no host is not repeated', async () => {
  const { text } = await read('/openapi.json', { host: 'gateway.example/<script>' })
  expect(text).not.toContain('<script>')
})

test.each([
  'chat-completions',
  'messages',
  'responses',
  'generate-content',
  'media',
  'models',
  'platform',
  'realtime',
  'gateway',
  'client',
])('the document %s, the same as YAML and as JSON', async (name) => {
  const { status, text } = await read(`/openapi/${name}.yaml`, {})
  expect(status).toBe(200)
  expect(serverOf(parse(text))).toEqual([gateway.address])
  expect(JSON.parse((await read(`/openapi/${name}.json`, {})).text)).toEqual(parse(text))
})

test.each(['chat-completions', 'messages', 'responses', 'generate-content', 'media', 'models', 'platform', 'realtime'])(
  'the client profile of %s',
  async (name) => {
    const { status, text } = await read(`/openapi/${name}.yaml?profile=client`, {})
    expect([status, serverOf(parse(text))]).toEqual([200, [gateway.address]])
    expect(JSON.parse((await read(`/openapi/${name}.json?profile=client`, {})).text)).toEqual(parse(text))
    expect((await read(`/openapi/${name}.yaml?profile=client&version=3.1`, {})).status).toBe(404)
  },
)

test('the page loads its own scripts alone, and may load nothing else', async () => {
  const page = await fetch(`${gateway.address}/docs`)
  const text = await page.text()
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(text).not.toMatch(/https?:/)
  const scripts = [...text.matchAll(/<script src="([^"]+)"|data-renderer="([^"]+)"/g)].map(
    ([, source, renderer]) => source ?? renderer ?? '',
  )
  expect(scripts).toHaveLength(2)
  for (const source of scripts) {
    const script = await fetch(`${gateway.address}/${source}`)
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(script.headers.get('cache-control')).toContain('immutable')
  }
})

test('a script is packed for those who can unpack it', () => {
  const page = new ReferencePage(folder)
  const name = /start-\w+\.js/.exec(page.page()?.bytes.toString() ?? '')?.[0] ?? ''
  const plain = page.script(name)?.bytes
  const [gzip, br] = ['gzip', 'gzip, br'].map((encodings) => page.script(name, encodings))
  expect([gzip?.encoding, br?.encoding]).toEqual(['gzip', 'br'])
  expect(gunzipSync(gzip?.bytes ?? '')).toEqual(plain)
  expect(brotliDecompressSync(br?.bytes ?? '')).toEqual(plain)
})

test('the page and its scripts have a tag and may be read by pages of any origin', async () => {
  const name = /start-\w+\.js/.exec(new ReferencePage(folder).page()?.bytes.toString() ?? '')?.[0] ?? ''
  for (const path of ['/docs', `/docs/${name}`]) {
    const { headers } = await fetch(gateway.address + path)
    const etag = headers.get('etag') ?? ''
    expect([etag, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
      expect.stringMatching(/^W\/"[\w-]+"$/),
      '*',
      'accept-encoding',
    ])
    const again = await fetch(gateway.address + path, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    expect((await fetch(gateway.address + path, { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200)
  }
})

test.each(['index.html', '../main.js', 'ghost.js', 'start.js.gz'])('%s is no part of the page', async (name) => {
  expect((await read(`/docs/${name}`, {})).status).toBe(404)
})

test('every operation can be linked to: it has an id and one tag that the document describes', () => {
  const document = documentOf('gateway')
  const tags = (document['tags'] as { name: string }[]).map(({ name }) => name)
  const operations = operationsOf(document).map(({ operation }) => operation)
  expect(operations.length).toBeGreaterThan(40)
  expect(operations.filter(({ tags: own }) => !Array.isArray(own) || own.length !== 1 || !tags.includes(String(own[0])))).toEqual([])
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
})

test('the page asks for the contract at the place where a proxy may have put the gateway', async () => {
  // Below a prefix, all of its addresses are relative.
  const server = createServer((request, response) => {
    void fetch(gateway.address + (request.url ?? '').replace(/^\/prefix/, '')).then(async (reply) => {
      response.writeHead(reply.status).end(Buffer.from(await reply.arrayBuffer()))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prefix/docs`
  const text = await (await fetch(base)).text()
  const script = new URL(/data-renderer="([^"]+)"/.exec(text)?.[1] ?? '', base)
  expect((await fetch(script)).status).toBe(200)
  expect(readFileSync(fileURLToPath(new URL('../../openapi/page/start.js', import.meta.url)), 'utf8')).toContain("fetch('openapi.json?")
  server.close()
})
