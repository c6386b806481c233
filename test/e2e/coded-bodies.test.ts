import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { RunningGateway } from '../../src/server/start.js'
import { onReferenceMachine } from '../machine.js'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream, gatewayFor, rawExchange, token } from './gateway.js'
import { answerWell } from './two-providers.js'

const bodyBytes = 20_000
const MiB = 1024 * 1024
let upstream: FakeUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream, { limits: { body_bytes: bodyBytes }, timeouts: { body_idle_ms: 1000 } })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  upstream.calls.length = 0
  upstream.reply = answerWell
})

const codings: readonly [name: string, header: string, code: (plain: Buffer) => Buffer][] = [
  ['gzip', 'gzip', (plain) => gzipSync(plain)],
  ['deflate', 'Deflate', (plain) => deflateSync(plain)],
  ['deflate without its wrapper', 'deflate', (plain) => deflateRawSync(plain)],
  // Ten times faster to make than with the highest quality.
  ['br', 'br', (plain) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
  ['zstd', 'ZSTD', (plain) => zstdCompressSync(plain)],
]

const padded = (bytes: number): Buffer => {
  const body = (content: string): string => JSON.stringify({ model: 'm-openai', messages: [{ role: 'user', content }] })
  return Buffer.from(body('é'.padEnd(bytes - Buffer.byteLength(body('')) - 1, 'x')))
}
const ask = (body: Buffer, encoding?: string, address = gateway.address, key = token): Promise<Response> =>
  fetch(`${address}/v1/chat/completions`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    },
  })
const errorOf = async (reply: Response): Promise<unknown> => [
  reply.status,
  ((await reply.json()) as { error: { message: string } }).error.message,
]

/** Sends the body in chunks of one request, each a write of its own. */
function askInPieces(pieces: readonly Buffer[], encoding: string): Promise<string> {
  const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece.toString('latin1')}\r\n`).join('')
  return rawExchange(
    gateway.address,
    Buffer.from(
      `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
        `Content-Encoding: ${encoding}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunks}0\r\n\r\n`,
      'latin1',
    ),
  )
}

describe.each(codings)('%s', (_, header, code) => {
  test('the same JSON plain and coded is the same to the provider and to the client', async () => {
    const plain = padded(bodyBytes)
    const replies = [await ask(plain), await ask(code(plain), header)]
    expect(await Promise.all(replies.map(async (reply) => [reply.status, await reply.text()]))).toEqual([
      [200, expect.stringContaining('"ok"')],
      [200, expect.stringContaining('"ok"')],
    ])
    const [one, other] = upstream.calls
    expect(other?.body).toEqual(one?.body)
    expect(other?.request.headers['content-encoding']).toBeUndefined()
    expect(other?.request.headers['content-length']).toBe(one?.request.headers['content-length'])
  })
  test('one decoded byte more than the limit is a 413', async () => {
    expect((await ask(code(padded(bodyBytes + 1)), header)).status).toBe(413)
    expect(upstream.calls).toEqual([])
  })
  test('a piece of one byte at a time', async () => {
    const coded = code(padded(300))
    expect(
      await askInPieces(
        Array.from(coded, (byte) => Buffer.of(byte)),
        header,
      ),
    ).toMatch(/^HTTP\/1.1 200 /)
  })
  test('a body that is cut, damaged or goes on is a 400', async () => {
    const coded = code(padded(300))
    for (const cut of [1, coded.length >> 1, coded.length - 1])
      expect(await errorOf(await ask(coded.subarray(0, cut), header))).toEqual([
        400,
        expect.stringMatching(/is not valid \w+: it is malformed or ends early/),
      ])
    expect((await ask(padded(300), header)).status).toBe(400)
    const more = Buffer.from('{"model":"other"}')
    expect((await ask(Buffer.concat([coded, more]), header)).status).toBe(400)
    expect(await askInPieces([coded, more], header)).toMatch(/^HTTP\/1.1 400 /)
    expect(upstream.calls).toEqual([])
  })
  test('an empty body is a 400, one that does not come a 408', async () => {
    expect(await askInPieces([], header)).toMatch(/^HTTP\/1.1 400 /)
    const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`
    expect(await rawExchange(gateway.address, `${head}Content-Encoding: ${header}\r\nContent-Length: 100\r\n\r\n`, 3000)).toMatch(
      /^HTTP\/1.1 408 /,
    )
  })
})

test('coded bytes that become nothing are limited too', async () => {
  const empty = gzipSync('')
  const endless = Buffer.concat(Array.from({ length: bodyBytes / empty.length + 1 }, () => empty))
  expect((await ask(endless, 'gzip')).status).toBe(413)
  expect(await askInPieces([endless], 'gzip')).toMatch(/^HTTP\/1.1 413 /)
})

test.each([
  ['what is decoded', 'gzip', gzipSync(Buffer.alloc(MiB - 1, ' ')).subarray(0, -8), 1],
  ['a decoder', 'br', brotliCompressSync(Buffer.alloc(100_000, ' ')).subarray(0, -4), 2],
])('%s counts against the memory for bodies before the body is complete', async (_name, encoding, begun, fit) => {
  const small = await gatewayFor(upstream, {
    limits: { body_bytes: MiB, memory_bytes: 8 * MiB },
    timeouts: { drain_delay_ms: 1, drain_ms: 200 },
  })
  const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Encoding: ${encoding}\r\n`
  const request = Buffer.concat([Buffer.from(`${head}Content-Length: ${begun.length + 8}\r\n\r\n`), begun])
  // One token may use a quarter of it for bodies that came compressed.
  const replies = await Promise.all(Array.from({ length: 5 }, () => rawExchange(small.address, request, 1000)))
  await small.stop()
  expect(replies.map((reply) => reply.slice(0, 12)).sort()).toEqual(
    Array.from({ length: 5 }, (_, index) => (index < fit ? '' : 'HTTP/1.1 503')),
  )
})

test('identity is none', async () => {
  expect((await ask(padded(300), 'identity')).status).toBe(200)
})

test.each(['gzip, gzip', 'gzip,br', 'identity, gzip', 'compress', 'x-gzip', 'rot13', '__proto__'])('%s is a 415', async (encoding) => {
  expect(await errorOf(await ask(gzipSync(gzipSync(padded(300))), encoding))).toEqual([
    415,
    'The content encoding must be one of gzip, deflate, br, zstd, or none.',
  ])
  expect(upstream.calls).toEqual([])
})

test('a form with a coding is a 415', async () => {
  const reply = await fetch(`${gateway.address}/v1/audio/transcriptions`, {
    method: 'POST',
    body: gzipSync('--x--'),
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-encoding': 'gzip', authorization: `Bearer ${token}` },
  })
  expect(await errorOf(reply)).toEqual([415, 'Send the form without Content-Encoding.'])
})

describe('bombs of 128 MiB at the built program', () => {
  let program: Program
  beforeAll(async () => {
    program = await builtGateway(upstream.address)
    for (let count = 0; count < 50; count++) await (await ask(padded(300), undefined, program.address)).text()
  })
  afterAll(() => program.stop())

  test.each(codings)('%s', async (_, header, code) => {
    const bomb = code(Buffer.alloc(128 * MiB, 'a'))
    const before = program.memory()
    const busyBefore = program.processorMilliseconds()
    let highest = before
    const watch = setInterval(() => (highest = Math.max(highest, program.memory())), 5)
    const reply = await ask(bomb, header, program.address)
    clearInterval(watch)
    expect(reply.status).toBe(413)
    const grown = (highest - before) / MiB
    const busy = onReferenceMachine(program.processorMilliseconds() - busyBefore)
    expect(grown).toBeLessThan(48)
    expect(busy).toBeLessThanOrEqual(200)
  })
})

test('60 bodies of four tokens that become 33 MB each raise the memory by no more than 256 MiB', async () => {
  const keys = ['sk-one', 'sk-two', 'sk-three', 'sk-four']
  const program = await builtGateway(upstream.address, { tokens: keys.map((key) => ({ name: key, key })) })
  const large = gzipSync(padded(33e6))
  for (const key of keys) await (await ask(padded(300), undefined, program.address, key)).text()
  const before = program.memory()
  let highest = before
  const watch = setInterval(() => (highest = Math.max(highest, program.memory())), 5)
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => (await ask(large, 'gzip', program.address, keys[index % 4])).status),
  )
  clearInterval(watch)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  expect((highest - before) / MiB).toBeLessThan(256)
  await program.stop()
}, 60_000)

test('60 bodies at once that become 33 MB each: what is decoded, and its text, count as memory, and another token is served', async () => {
  const other = 'sk-other'
  const program = await builtGateway(upstream.address, {
    tokens: [
      { name: 'test', key: token },
      { name: 'other', key: other },
    ],
  })
  const large = gzipSync(padded(33e6))
  const another = gzipSync(padded(2e6))
  await (await ask(padded(300), undefined, program.address)).text()
  const before = program.memory()
  let highest = before
  const watch = setInterval(() => (highest = Math.max(highest, program.memory())), 5)
  const bombs = Promise.all(Array.from({ length: 60 }, async () => (await ask(large, 'gzip', program.address)).status))
  const served: number[] = []
  for (let count = 0; count < 5; count++) served.push((await ask(another, 'gzip', program.address, other)).status)
  expect(new Set(await bombs)).toEqual(new Set([200, 503]))
  clearInterval(watch)
  expect(served).toEqual([200, 200, 200, 200, 200])
  expect((highest - before) / MiB).toBeLessThan(244)
  await program.stop()
}, 60_000)
