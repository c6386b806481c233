import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { RunningGateway } from '../../src/server/start.js'
import { configurationFrom } from './configuration.js'
import { startWithStore } from './gateway.js'

const folder = mkdtempSync(join(tmpdir(), 'anywire-console-'))
const script = 'console.log(1)'
let gateway: RunningGateway
let below: RunningGateway

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html lang="en"><script src="/console/assets/app-1.js"></script></html>')
  writeFileSync(join(folder, 'home.html'), '<!doctype html><html lang="en">home</html>')
  writeFileSync(join(folder, 'assets', 'app-1.js'), script)
  writeFileSync(join(folder, 'assets', 'app-1.js.br'), brotliCompressSync(script))
  writeFileSync(join(folder, 'assets', 'app-1.js.gz'), gzipSync(script))
  gateway = await start({ port: 0 })
  below = await start({ port: 0, base_path: '/gateway' })
})

afterAll(async () => {
  await gateway.stop()
  await below.stop()
  rmSync(folder, { recursive: true })
})

function start(server: object, consoleFolder = folder): Promise<RunningGateway> {
  const settings = { server, database: 'memory', timeouts: { drain_delay_ms: 1 } }
  return startWithStore(configurationFrom(settings), { write: () => true }, { consoleFolder })
}

const get = (path: string, accept = 'text/html,*/*;q=0.8', headers: Record<string, string> = {}): Promise<Response> =>
  fetch(gateway.address + path, { headers: { accept, ...headers } })

test.each(['/console', '/console/', '/console/playground', '/console/requests/req_1', '/console/models/gpt-4.1'])(
  'a browser gets the console for %s',
  async (path) => {
    const reply = await get(path)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('cache-control')).toBe('no-cache')
    expect(await reply.text()).toContain('assets/app-1.js')
  },
)

test('a path without an ending is a page, whatever the client accepts', async () => {
  expect((await get('/console/playground', '*/*')).status).toBe(200)
})

test('a file that is missing is no page, even for a browser that opens it', async () => {
  expect((await get('/console/assets/app-0.js')).status).toBe(404)
})

test('files with hashed names may be kept for ever', async () => {
  const reply = await get('/console/assets/app-1.js', '*/*')
  expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(reply.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await reply.text()).toBe(script)
})

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', null],
])('a file for accept-encoding: %s has the encoding %s', async (accepted, encoding) => {
  const reply = await get('/console/assets/app-1.js', '*/*', { 'accept-encoding': accepted })
  expect(reply.headers.get('content-encoding')).toBe(encoding)
  expect(reply.headers.get('vary')).toBe('accept-encoding')
  expect(await reply.text()).toBe(script)
})

test.each(['/console/assets/app-2.js', '/console/assets/..%2findex.html', '/console/favicon.png', '/console/assets/app-1.js.br'])(
  'there is no file %s',
  async (path) => {
    expect((await get(path, '*/*')).status).toBe(404)
  },
)

test('the home page is for browsers, and other clients get what they always got', async () => {
  const page = await get('/')
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await page.text()).toContain('home')
  const answer = await get('/', '*/*')
  expect(await answer.json()).toEqual({ status: 'ok' })
  for (const reply of [page, answer]) expect(reply.headers.get('vary')).toMatch(/\baccept\b/)
})

test.each([
  ['/', undefined],
  ['/', '*/*'],
  ['/console/playground', undefined],
  ['/console/assets/app-1.js', undefined],
] as const)('%s, accepted: %s, has the headers that forbid scripts and frames of others', async (path, accept) => {
  const { headers } = await get(path, accept)
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'self'; script-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
  )
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('permissions-policy')).toContain('camera=()')
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

test('below a base path the addresses in the pages begin with it', async () => {
  const reply = await fetch(`${below.address}/console/playground`, { headers: { accept: 'text/html' } })
  expect(await reply.text()).toBe(
    '<!doctype html><html data-base-path="/gateway" lang="en"><script src="/gateway/console/assets/app-1.js"></script></html>',
  )
  expect((await fetch(`${below.address}/console/assets/app-1.js`)).status).toBe(200)
})

test('a build without the console says so', async () => {
  const without = await start({ port: 0 }, join(folder, 'nowhere'))
  try {
    const reply = await fetch(`${without.address}/console/playground`, { headers: { accept: 'text/html' } })
    expect(reply.status).toBe(503)
    expect(await reply.text()).toContain('make build')
    expect((await fetch(without.address, { headers: { accept: 'text/html' } })).headers.get('content-type')).toBe('application/json')
  } finally {
    await without.stop()
  }
})

test.each([
  ['evil.test', 421],
  ['localhost.evil.test', 421],
  ['127.0.0.1.evil.test', 421],
  ['127.0.0.1', 200],
  ['localhost:8787', 200],
  ['[::1]:8787', 200],
])('the console at the host %s answers %i', async (host, status) => {
  expect(await statusAt('/console/playground', { host })).toBe(status)
})

test('an own cookie at another host is refused below /api, and ignored by the model endpoints', async () => {
  const headers = { host: 'evil.test', cookie: 'anywire_session=x' }
  expect(await statusAt('/api/admin/tokens', headers)).toBe(421)
  expect(await statusAt('/v1/models', headers)).toBe(401)
})

/** fetch sets the host itself. */
function statusAt(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(gateway.address + path, { headers: { accept: 'text/html', ...headers } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}
