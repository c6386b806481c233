// Nothing is open by accident, whatever the path, the method or the credential.
import type { RunningGateway } from '../../src/server/start.js'
import { documentOf, operationsOf } from '../contract/documents.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, gatewayFor, rawExchange, token } from './gateway.js'

let upstream: FakeUpstream
let gateway: RunningGateway
let revoked: string
beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  const tokens = [
    { name: 'test', key: token },
    { name: 'old', key: 'sk-old', expires_at: '2020-01-01T00:00:00Z' },
  ]
  gateway = await gatewayFor(upstream, { tokens, admin: { key: 'adm-case' } })
  const admin = new AdminClient(gateway.address)
  revoked = String((await admin.send('POST', '/api/admin/tokens', { name: 'gone' })).body['key'])
  await admin.send('DELETE', '/api/admin/tokens/gone')
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const operations = operationsOf(documentOf('gateway'))
/** What somebody may ask who has no credential yet. */
const isOpen = (path: string, method: string): boolean =>
  operations.some(
    (one) =>
      one.path === path &&
      one.method === method &&
      (one.operation['security'] as object[]).every((scheme) => Object.keys(scheme).length === 0),
  )
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const unknown = ['/v1', '/v1/', '/v1/unknown', '/v1beta/unknown', '/v1beta', '/api', '/api/unknown', '/api/admin', '/api/admin/unknown']
const paths = [...new Set([...operations.map(({ path }) => path), ...unknown, '/metrics', '/v1/models/m:unknown'])].filter((path) =>
  /^\/(?:v\d|api|metrics)/.test(path),
)

test('the document has many paths', () => {
  expect(paths.length).toBeGreaterThan(80)
})

test.each(paths)('%s is 401 with no, an empty, a wrong, a revoked and an expired credential, whatever the method', async (path) => {
  const credentials = [undefined, '', 'Bearer ', 'Bearer wrong', `Bearer ${revoked}`, 'Bearer sk-old', `Basic ${token}`]
  const answers: [string, string | undefined, number][] = []
  for (const method of methods) {
    if (isOpen(path, method === 'HEAD' ? 'get' : method.toLowerCase())) continue
    for (const authorization of credentials) {
      const reply = await fetch(gateway.address + path.replace(/\{[^}]+\}/g, 'none'), {
        method,
        headers: authorization === undefined ? {} : { authorization },
      })
      await reply.arrayBuffer()
      answers.push([method, authorization, reply.status])
    }
  }
  expect(answers.filter(([, , status]) => status !== 401)).toEqual([])
  expect(upstream.calls).toEqual([])
})

const documented = operations.filter(({ path }) => /^\/(?:v\d|api)/.test(path) && !path.startsWith('/api/console'))

test.each([...new Set(documented.map(({ path }) => path))])(
  '%s with a token: every other method is 405 with those that there are',
  async (path) => {
    const known = documented.filter((one) => one.path === path).map(({ method }) => method.toUpperCase())
    const authorization = `Bearer ${path.startsWith('/api/admin') ? 'adm-case' : token}`
    const wrong = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !known.includes(method))
    const answers: [string, number, string | null][] = []
    for (const method of wrong) {
      const reply = await fetch(gateway.address + path.replace(/\{[^}]+\}/g, 'none'), { method, headers: { authorization } })
      await reply.arrayBuffer()
      answers.push([method, reply.status, reply.headers.get('allow')])
    }
    for (const [method, status, allow] of answers) {
      expect([method, status]).toEqual([method, 405])
      expect((allow ?? '').split(', ')).toEqual(expect.arrayContaining(known))
    }
    expect(upstream.calls).toEqual([])
  },
)

const places: [string, string, (value: string) => string][] = [
  ['x-anywire-token', '/v1/chat/completions', (value) => `X-Anywire-Token: ${value}`],
  ['x-api-key', '/v1/messages', (value) => `X-Api-Key: ${value}`],
  ['x-goog-api-key', '/v1beta/models/m:generateContent', (value) => `X-Goog-Api-Key: ${value}`],
  ['Authorization', '/v1/responses', (value) => `Authorization: Bearer ${value}`],
  ['Authorization of the admin API', '/api/admin/tokens', (value) => `Authorization: Bearer ${value}`],
]
const hostile = [
  ...[`' OR 1=1 --`, `"; drop table tokens; --`, `${token}'`, `${token} ${token}`, `${token},${token}`, `["${token}"]`, '{"$ne":null}'],
  ...[
    'a'.repeat(513),
    'a'.repeat(600),
    '%00',
    `${token}%00`,
    `${token}\0`,
    `${token}\u00e9`,
    '\u00ff\u00fe',
    '=',
    '==',
    '../../etc/passwd',
    '${jndi:x}',
  ],
  ...['__proto__', 'constructor', 'null', 'undefined', 'NaN', '0', '*', '%', '_'],
]

test.each(places)(
  'no value in %s is a token but a token: 401 or 400, within 50 ms of processor time, and no provider is asked',
  async (_name, path, line) => {
    const times: number[] = []
    for (const value of hostile) {
      const before = process.cpuUsage()
      const reply = await rawExchange(
        gateway.address,
        Buffer.from(`POST ${path} HTTP/1.1\r\nHost: x\r\n${line(value)}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, 'latin1'),
        2000,
      )
      const { user, system } = process.cpuUsage(before)
      times.push((user + system) / 1000)
      expect([value, reply.slice(0, 12)]).toEqual([value, expect.stringMatching(/^HTTP\/1\.1 40[01]$/)])
    }
    expect(upstream.calls).toEqual([])
    // The garbage of this process, in which the gateway runs, may be collected in some of them.
    expect(times.sort((one, other) => one - other)[Math.floor(times.length / 2)]).toBeLessThan(50)
  },
)

/** Of `/v1/models`, which answers 200, and of paths with a model's name. */
const spellings = [
  ...['//v1/models', '/v1//models', '/v1/./models', '/./v1/models', '/v1/../v1/models', '/v1/x/../models', '/../v1/models', '/v1/models/.'],
  ...['/v1/models/..', '/v1/models/../models', '/v1/models/', '/v1/models//', '/v1\\models', '/\\v1/models', '/v1/models;x'],
  ...[
    '/v1/models;jsessionid=1',
    '/v1;x/models',
    '/;/v1/models',
    '/%761/models',
    '/v1/%6dodels',
    '/v1/model%73',
    '/v1%2fmodels',
    '/v1%2Fmodels',
  ],
  ...[
    '/%2fv1/models',
    '/v1/%2e/models',
    '/v1/%2e%2e/v1/models',
    '/%2e%2e/v1/models',
    '/v1/..%2fv1/models',
    '/v1%5cmodels',
    '/v1/models%00',
  ],
  ...[
    '/v1/models%20',
    '/v1/models%09',
    '/v1/models%0a',
    '/v1/models%3f',
    '/v1/models%23',
    '/v1/%256dodels',
    '/v1%252fmodels',
    '/v1/%25%36%64odels',
  ],
  ...['/V1/models', '/v1/Models', '/v1/MODELS', '/v1/models.json', '/v1/models/m%2f..%2f..', '/v1/models/..%2fm', '/v1/models/%2e%2e'],
  ...['/v1/models/m%252fx', '/v1/models/m%5cx', '/v1/models/m%00', '/v1/models/%ff', '/v1/models/%c0%ae', 'http://127.0.0.1/v1/models'],
]

const overrides = [
  'X-Original-URL: /v1/models',
  'X-Rewrite-URL: /v1/models',
  'X-HTTP-Method-Override: POST',
  'X-Forwarded-Prefix: /v1',
  'X-Forwarded-For: 127.0.0.1',
]

test.each(spellings)('%s reaches no handler: 404 with a token, 401 or 404 without', async (path) => {
  const ask = (headers: readonly string[]) =>
    rawExchange(
      gateway.address,
      ['GET ' + path + ' HTTP/1.1', 'Host: x', ...headers, ...overrides, 'Connection: close', '', ''].join('\r\n'),
      2000,
    )
  expect((await ask([`Authorization: Bearer ${token}`])).slice(0, 12)).toBe('HTTP/1.1 404')
  expect((await ask([])).slice(0, 12)).toMatch(/^HTTP\/1\.1 40[14]$/)
  expect(upstream.calls).toEqual([])
})
