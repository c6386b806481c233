// Handshakes with very many headers, and with names that objects of JavaScript know: refused or ignored, and the listener goes on.
import { connect } from 'node:net'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { token } from './gateway.js'
import { RealtimeUpstream } from './realtime-fixture.js'

let upstream: RealtimeUpstream
let gateway: Program
beforeAll(async () => {
  upstream = await new RealtimeUpstream().start()
  gateway = await builtGateway(upstream.address, {
    tokens: [
      { name: 'test', key: token },
      { name: 'few', key: 'sk-few', max_concurrent: 1 },
      { name: 'other', key: 'sk-other', models: ['elsewhere'] },
    ],
    server: { port: 0, cors_origins: ['https://page.example'] },
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  upstream.reset()
})

const paths = ['/v1/realtime?model=m-openai', '/v1/responses']

function handshake(path: string, lines: readonly string[], key = token): string {
  const own = [
    `GET ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${key}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  return [...own, ...lines, '', ''].join('\r\n')
}

/** The head of the reply; what came of it where the connection closes before. */
function headOf(text: string): Promise<string> {
  const { hostname, port } = new URL(gateway.address)
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      if (received.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      resolve(received.split('\r\n\r\n')[0] ?? '')
    })
  })
}

async function expectServing(path: string): Promise<void> {
  expect((await fetch(`${gateway.address}/healthz`)).status).toBe(200)
  expect(await headOf(handshake(path, []))).toMatch(/^HTTP\/1\.1 101 /)
}

describe.each(paths)('%s', (path) => {
  test.each([
    ['2,000 headers', Array.from({ length: 2000 }, (_, index) => `X-H${index}: 1`)],
    ['2,000 headers of two bytes', Array.from({ length: 2000 }, () => 'a:')],
    ['2,000 headers of one name', Array.from({ length: 2000 }, () => 'Sec-WebSocket-Extensions: x')],
    ['2,000 protocols on lines of their own', Array.from({ length: 2000 }, (_, index) => `Sec-WebSocket-Protocol: p${index}`)],
    ['20,000 headers', Array.from({ length: 20_000 }, (_, index) => `X-H${index}: 1`)],
  ])('%s: 431, and the next one is served', async (_, lines) => {
    expect(await headOf(handshake(path, lines))).toMatch(/^HTTP\/1\.1 431 /)
    expect(upstream.handshakes).toEqual([])
    await expectServing(path)
  })

  test.each([
    '__proto__',
    'constructor',
    'prototype',
    'toString, valueOf, hasOwnProperty',
    'constructor, __proto__; toString=1',
    '__proto__; __proto__=1; __proto__=2',
    'permessage-deflate; __proto__=1',
    'permessage-deflate; constructor; hasOwnProperty="x"',
    'permessage-deflate; server_max_window_bits=__proto__',
    'permessage-deflate; client_max_window_bits',
    'x;'.repeat(1000) + 'x',
    'x,'.repeat(1000) + 'x',
    ',',
    ';=',
    '"',
    'a="b',
    'permessage-deflate; server_max_window_bits="8',
  ])('the extensions %s: 101 without any, or 400, and the next one is served', async (extensions) => {
    const head = await headOf(handshake(path, [`Sec-WebSocket-Extensions: ${extensions}`]))
    expect(head).toMatch(/^HTTP\/1\.1 (?:101|400) /)
    expect(head).not.toMatch(/^sec-websocket-extensions/im)
    await expectServing(path)
  })

  test.each(['__proto__', 'constructor', 'hasOwnProperty, toString', '__proto__, constructor'])(
    'the protocols %s are names like others',
    async (protocols) => {
      expect(await headOf(handshake(path, [`Sec-WebSocket-Protocol: ${protocols}`]))).toMatch(
        new RegExp(`^HTTP/1\\.1 101 [^]*^sec-websocket-protocol: ${protocols.split(',')[0]}\r?$`, 'im'),
      )
    },
  )

  test.each(['__proto__: 1', 'constructor: 1', 'hasOwnProperty: 1', 'toString: x', 'Origin: __proto__', 'Origin: constructor'])(
    'the header %s changes nothing for others',
    async (line) => {
      expect(await headOf(handshake(path, [line]))).toMatch(line.startsWith('Origin') ? /^HTTP\/1\.1 403 / : /^HTTP\/1\.1 101 /)
      await expectServing(path)
    },
  )
})

test.each([
  '/',
  '/v1',
  '/v1/models',
  '/v1/chat/completions',
  '/v1/realtime/',
  '/v1/Realtime',
  '/v1/responses/x',
  '/__proto__',
  '/constructor',
])('an upgrade at %s is a 404, without a token a 401, and no provider hears of it', async (path) => {
  expect(await headOf(handshake(path, []))).toMatch(/^HTTP\/1\.1 404 /)
  expect(await headOf(handshake(path, [], 'sk-wrong'))).toMatch(/^HTTP\/1\.1 401 /)
  expect(upstream.handshakes).toEqual([])
})

test('each refusal has its status, before a provider hears of it', async () => {
  const [realtime = ''] = paths
  for (const [status, text] of [
    [401, handshake(realtime, [], 'sk-wrong')],
    [401, handshake(realtime, []).replace(/Authorization: .*\r\n/, 'Cookie: token=sk-test\r\n')],
    [400, handshake(realtime, ['Authorization: Bearer sk-test'])],
    [403, handshake(realtime, ['Origin: https://page.example.evil.test'])],
    [404, handshake('/v1/realtime?model=nothing', [])],
    [404, handshake(realtime, [], 'sk-other')],
    [400, handshake(realtime, ['Content-Length: 1'])],
    [400, handshake(realtime, []).replace('Version: 13', 'Version: 12')],
    [400, handshake(realtime, []).replace(/Key: .*/, 'Key: short')],
  ] as const)
    expect([text, (await headOf(text)).slice(9, 12)]).toEqual([text, String(status)])
  expect(upstream.handshakes).toEqual([])
})
