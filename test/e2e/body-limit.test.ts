// A body of exactly limits.body_bytes passes, one byte more does not. Memory: the bytes and their text, each once.
import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { impactOf } from './flood.js'
import { FakeUpstream, token } from './gateway.js'
import { answerWell } from './two-providers.js'
import { until } from './waiting.js'

const MiB = 1024 * 1024
const bodyBytes = 32 * MiB
/** Of a process that has had no large body before: what is on its way through its sockets, and young objects. */
const otherMiB = 16

let upstream: FakeUpstream
let gateway: Program
beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await builtGateway(upstream.address)
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  upstream.reply = answerWell
})

function padded(bytes: number, letter: string): Buffer {
  const body = (content: string): string => JSON.stringify({ model: 'm-openai', messages: [{ role: 'user', content }] })
  const left = bytes - Buffer.byteLength(body(''))
  const size = Buffer.byteLength(letter)
  return Buffer.from(body('x'.repeat(left % size) + letter.repeat(Math.floor(left / size))))
}

type Way = 'length' | 'chunked' | 'gzip'

function ask(body: Buffer, way: Way): Promise<number> {
  const sent = way === 'gzip' ? gzipSync(body, { level: 1 }) : body
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    ...(way === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': sent.length }),
    ...(way === 'gzip' ? { 'content-encoding': 'gzip' } : {}),
  }
  return new Promise((resolve, reject) => {
    const asked = request(`${gateway.address}/v1/chat/completions`, { method: 'POST', headers }, (reply) => {
      resolve(reply.statusCode ?? 0)
      reply.resume()
    })
    let answered = false
    asked.once('response', () => (answered = true))
    // A refused body is not read to its end.
    asked.on('error', (error) => {
      if (!answered) reject(error)
    })
    asked.end(sent)
  })
}

describe.each([
  ['plain letters', 'a', 3],
  ['letters of two bytes', 'ж', 3],
  ['letters of three bytes', '漢', 3],
  // Each character of such a text takes two bytes: bytes and text alone are three times the size.
  ['plain letters and a few others', `ж${'a'.repeat(1022)}`, 4],
])('of %s', (_letters, letter, mostTimes) => {
  test.each<[Way]>([['length'], ['chunked'], ['gzip']])('%s', async (way) => {
    const body = padded(bodyBytes, letter)
    expect(body.length).toBe(bodyBytes)
    await ask(padded(1000, letter), way)
    upstream.calls.length = 0
    const noticed = await impactOf(gateway, async () => {
      expect(await ask(body, way)).toBe(200)
    })
    expect(upstream.calls[0]?.body.length).toBe(bodyBytes - 'm-openai'.length + 'x'.length)
    expect(noticed.grownMiB).toBeLessThanOrEqual((mostTimes * bodyBytes) / MiB + otherMiB)
    upstream.calls.length = 0
    expect(await ask(padded(bodyBytes + 1, letter), way)).toBe(413)
    expect(upstream.calls).toEqual([])
    await until('its memory is given back', async () => (await ask(padded(1000, letter), way)) === 200)
  })
})
