import type { ServerResponse } from 'node:http'
import type { RunningGateway } from '../../src/server/start.js'
import { question, readStream, styles, type Style } from './client-styles.js'
import { FakeUpstream, gatewayFor, kinds, type Kind } from './gateway.js'
import { goodStreams, terminalFrame } from './upstream-streams.js'

let upstream: FakeUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream, { tokens: [{ name: 'test', key: 'sk-test', max_concurrent: 1000 }] })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

async function ask(
  style: Style,
  kind: Kind,
  answer: (response: ServerResponse) => void,
): Promise<{ status: number; headers: Headers; body: string }> {
  upstream.reply = (_call, response) => {
    answer(response)
  }
  const { path, headers, body } = question(style, kind, true)
  const reply = await fetch(gateway.address + path, { method: 'POST', headers, body })
  return { status: reply.status, headers: reply.headers, body: await reply.text() }
}

const eventStream = { 'content-type': 'text/event-stream' }
const pairs = styles.flatMap((style) => kinds.map((kind) => [style, kind] as const))

describe.each(pairs)('%s on %s', (style, kind) => {
  const frames = goodStreams[kind]

  test('a good stream has all of the answer, one success mark, the right headers, and an empty line after each frame', async () => {
    const reply = await ask(style, kind, (response) => {
      response.writeHead(200, eventStream)
      response.end(frames.join(''))
    })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(reply.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(reply.headers.get('x-accel-buffering')).toBe('no')
    expect(reply.headers.get('content-length')).toBeNull()
    expect(reply.body).toMatch(/\n\r?\n$/)
    const read = readStream(style, reply.body)
    expect(read).toMatchObject({ text: 'Grüße, 你好 🙂.', finished: true, error: undefined })
    expect(JSON.parse(read.arguments)).toEqual({ ort: '京都' })
  })

  test('however the bytes are cut, the client sees the same', async () => {
    const bytes = Buffer.from(frames.join(''))
    const whole = readStream(style, (await ask(style, kind, (response) => response.writeHead(200, eventStream).end(bytes))).body)
    for (const size of [1, 2, 3, 7, 64]) {
      const { body } = await ask(style, kind, (response) => {
        response.writeHead(200, eventStream)
        for (let from = 0; from < bytes.length; from += size) response.write(bytes.subarray(from, from + size))
        response.end()
      })
      const read = readStream(style, body)
      expect({ size, text: read.text, call: read.arguments, finished: read.finished }).toEqual({
        size,
        text: whole.text,
        call: whole.arguments,
        finished: true,
      })
      expect(body).not.toContain('\ufffd')
    }
  })

  test.each(['FIN', 'RST'])('a stream cut by %s after any frame never looks finished', async (how) => {
    for (let count = 0; count < terminalFrame[kind]; count++) {
      const reply = await ask(style, kind, (response) => {
        response.writeHead(200, eventStream)
        response.flushHeaders()
        for (const frame of frames.slice(0, count)) response.write(frame)
        // A cut frame after the whole ones.
        response.write((frames[count] ?? '').slice(0, 20), () => {
          setImmediate(() => (how === 'FIN' ? response.end() : response.socket?.resetAndDestroy()))
        })
      })
      if (reply.status !== 200) {
        expect(reply.status).toBe(502)
        continue
      }
      const read = readStream(style, reply.body)
      expect([count, read.finished, read.error === undefined]).toEqual([count, false, false])
      expect('Grüße, 你好 🙂.'.startsWith(read.text)).toBe(true)
      expect(read.events.at(-1)?.data).toContain('error')
    }
  })

  test('after the terminal mark a lost connection is no failure', async () => {
    const { body } = await ask(style, kind, (response) => {
      response.writeHead(200, eventStream)
      response.write(frames.slice(0, terminalFrame[kind] + 1).join(''), () => setImmediate(() => response.socket?.resetAndDestroy()))
    })
    expect(readStream(style, body)).toMatchObject({ text: 'Grüße, 你好 🙂.', finished: true, error: undefined })
  })

  test('comments of the provider are not passed on', async () => {
    const { body } = await ask(style, kind, (response) =>
      response.writeHead(200, eventStream).end(`: hello\n\n${frames.join(': inside\n\n')}`),
    )
    expect(body).not.toMatch(/^:/m)
    expect(readStream(style, body)).toMatchObject({ text: 'Grüße, 你好 🙂.', finished: true })
  })

  test.each([
    ['HTML with 200', 200, { 'content-type': 'text/html' }, '<html>no</html>', 502],
    ['an empty body', 200, eventStream, '', 502],
    ['garbage in a frame', 200, eventStream, 'data: {nonsense\n\n', 502],
    [
      'a refusal',
      400,
      { 'content-type': 'application/json' },
      '{"error":{"message":"bad question","type":"invalid_request_error"},"message":"bad question"}',
      400,
    ],
    ['too many', 429, { 'content-type': 'application/json', 'retry-after': '7' }, '{"error":{"message":"slow down"}}', 429],
    ['our key refused', 401, { 'content-type': 'application/json' }, '{"error":{"message":"who?"}}', 502],
    ['a redirect', 302, { location: 'http://127.0.0.1:1/' }, '', 502],
    ['compressed in an unknown way', 200, { ...eventStream, 'content-encoding': 'gzip, gzip' }, 'x', 502],
    ['not gzip at all', 200, { ...eventStream, 'content-encoding': 'gzip' }, 'x', 502],
  ])('%s before the first content is a status, never a stream', async (_, status, headers, body, expected) => {
    const reply = await ask(style, kind, (response) => response.writeHead(status, headers as Record<string, string>).end(body))
    expect(reply.status).toBe(expected)
    expect(reply.headers.get('content-type')).toContain('application/json')
    expect(JSON.parse(reply.body)).toBeTruthy()
    if (status === 429) expect(reply.headers.get('retry-after')).toBe('7')
    if (status === 401) expect(reply.headers.get('x-should-retry')).toBe('false')
  })
})
