import { get } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor } from './gateway.js'

const upstream = new FakeUpstream()
let gateway: RunningGateway
beforeAll(async () => {
  await upstream.start()
  gateway = await gatewayFor(upstream)
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

interface Served {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

function read(path: string, headers: Record<string, string> = {}): Promise<Served> {
  return new Promise((resolve, reject) => {
    get(gateway.address + path, { headers }, (reply) => {
      const pieces: Buffer[] = []
      reply.on('data', (piece: Buffer) => pieces.push(piece))
      reply.on('end', () => {
        resolve({ status: reply.statusCode, headers: reply.headers, body: Buffer.concat(pieces) })
      })
    }).on('error', reject)
  })
}

const paths = ['/openapi.json?profile=validation', '/openapi.yaml?profile=validation']

test.each(paths)('%s: is compressed for those who take it', async (path) => {
  const plain = await read(path)
  const gzip = await read(path, { 'accept-encoding': 'gzip' })
  const br = await read(path, { 'accept-encoding': 'gzip, br' })
  expect([plain, gzip, br].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br'])
  expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
  expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true)
  expect(br.body.length * 8).toBeLessThan(plain.body.length)
  for (const { headers } of [gzip, br])
    expect(headers).toMatchObject({ vary: 'accept-encoding', 'access-control-allow-origin': '*', etag: plain.headers.etag })
})

test.each(paths)('%s: has a tag, which is another one at another address', async (path) => {
  const { headers } = await read(path)
  const etag = String(headers.etag)
  const again = await read(path, { 'if-none-match': `"other", ${etag}` })
  expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag])
  expect((await read(path, { 'if-none-match': etag, host: 'elsewhere.example' })).status).toBe(200)
})

test.each(paths)('%s: HEAD has the headers alone', async (path) => {
  const { headers } = await read(path)
  const head = await fetch(gateway.address + path, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
  expect([head.status, head.headers.get('etag'), head.headers.get('content-length')]).toEqual([
    200,
    headers.etag,
    headers['content-length'],
  ])
  expect(await head.text()).toBe('')
})

test('an address that nobody used before does not keep the process busy', async () => {
  const path = '/openapi.json?profile=validation'
  const encodings: unknown[] = []
  for (const host of ['a.example', 'b.example', 'c.example'])
    encodings.push((await read(path, { host, 'accept-encoding': 'gzip' })).headers['content-encoding'])
  expect(encodings.slice(1)).toContain(undefined)
})
