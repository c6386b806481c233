import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Socket } from 'node:net'
import type { RunningGateway } from '../../src/server/start.js'
import { wholes } from './answers.js'
import { question, readStream, styles } from './client-styles.js'
import { FakeUpstream, gatewayFor, kinds } from './gateway.js'
import { chat, chunk, errorOf, goodEnd, RawProvider } from './two-providers.js'
import { goodStreams } from './upstream-streams.js'
import { head, json, jsonType, nasty, nastyStreams, stream, whole } from './nasty.js'

let provider: RawProvider
let upstream: FakeUpstream
let gateway: RunningGateway

const limits = { upstream_body_bytes: 1_000_000, sse_frame_bytes: 500_000 }

beforeAll(async () => {
  provider = await new RawProvider().start()
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream, {
    providers: [
      { name: 'raw', kind: 'openai', base_url: `${provider.address}/v1`, api_key: 'k' },
      ...kinds.map((kind) => ({
        name: kind,
        kind: kind === 'responses' ? 'openai' : kind,
        base_url: `${upstream.address}/v1`,
        api_key: 'up-key',
        ...(kind === 'responses' ? { chat_api: 'responses' } : {}),
      })),
    ],
    models: [
      { name: 'raw', targets: [{ provider: 'raw', model: 'x' }] },
      ...kinds.map((kind) => ({ name: `m-${kind}`, targets: [{ provider: kind, model: 'up-model' }] })),
    ],
    limits,
  })
})
afterAll(async () => {
  await gateway.stop()
  await provider.stop()
  await upstream.stop()
})

async function serves(): Promise<void> {
  provider.reply = (socket) => socket.write(whole(json, jsonType))
  expect((await chat(gateway, 'raw')).status).toBe(200)
}

describe('a nasty provider is a 502, and the next request is served', () => {
  test.each(nasty)('%s', async (_, misbehave) => {
    for (const streamed of [false, true]) {
      provider.reply = misbehave
      const reply = await chat(gateway, 'raw', { stream: streamed })
      expect([streamed, reply.status, (await errorOf(reply)).code]).toEqual([streamed, 502, 'upstream_invalid'])
      expect(reply.headers.get('x-b')).toBeNull()
      await serves()
    }
  })
  test.each(nastyStreams)('streamed: %s', async (_, misbehave) => {
    provider.reply = misbehave
    const reply = await chat(gateway, 'raw', { stream: true })
    expect([reply.status, (await errorOf(reply)).code]).toEqual([502, expect.stringMatching(/^upstream_/)])
    await serves()
  })
  test.each(nastyStreams)('after the first content: %s ends as broken', async (_, misbehave) => {
    provider.reply = (socket) => {
      const good = socket.write.bind(socket)
      good(`${head('content-type: text/event-stream')}${chunk('a')}`)
      const body = (piece: Buffer | string) => withoutHead(piece)
      const wrapped = {
        get destroyed() {
          return socket.destroyed
        },
        once: socket.once.bind(socket),
        write: (piece: Buffer | string) => body(piece) === undefined || good(body(piece) ?? ''),
        end: (piece: Buffer | string) => socket.end(body(piece) ?? ''),
      } as unknown as Socket
      // After what the gateway has read and passed on.
      setTimeout(() => misbehave(wrapped), 30)
    }
    const reply = await chat(gateway, 'raw', { stream: true })
    // The compressed bomb is no bomb in the middle of a stream that is not compressed: it is only garbage that never ends a frame.
    if (_ === 'a gzip bomb') {
      setTimeout(() => {
        for (const socket of provider.sockets) socket.destroy()
      }, 60)
    }
    const read = readStream('chat-completions', await reply.text())
    expect([read.finished, read.error === undefined]).toEqual([false, false])
    await serves()
  })
})

function withoutHead(piece: Buffer | string): Buffer | undefined {
  const bytes = Buffer.from(piece)
  if (!bytes.subarray(0, 5).equals(Buffer.from('HTTP/'))) return bytes
  const end = bytes.indexOf('\r\n\r\n')
  return end + 4 === bytes.length ? undefined : bytes.subarray(end + 4)
}

test('what is compressed in one of the usual ways is read; length and encoding are the gateway’s own', async () => {
  for (const [encoding, bytes] of [
    ['gzip', gzipSync(json)],
    ['br', brotliCompressSync(json)],
  ] as const) {
    provider.reply = (socket) =>
      socket.write(
        whole(
          bytes,
          `${jsonType}\r\ncontent-encoding: ${encoding}\r\nconnection: x-a, keep-alive\r\nx-a: 1\r\nkeep-alive: timeout=9\r\nset-cookie: a=b\r\nproxy-authenticate: Basic\r\ntrailer: x-t\r\nx-request-id: theirs\r\nserver: theirs\r\nx-ratelimit-remaining-requests: 5`,
        ),
      )
    const reply = await chat(gateway, 'raw')
    expect([reply.status, reply.headers.get('content-length'), reply.headers.get('content-encoding')]).toEqual([
      200,
      String(json.length),
      null,
    ])
    for (const name of ['x-a', 'set-cookie', 'proxy-authenticate', 'trailer', 'server'])
      expect([name, reply.headers.get(name)]).toEqual([name, null])
    expect(reply.headers.get('keep-alive')).not.toBe('timeout=9')
    expect(reply.headers.get('x-upstream-ratelimit-remaining-requests')).toBe('5')
    expect(reply.headers.get('x-request-id')).toMatch(/^req_/)
    expect(await reply.text()).toBe(json)
  }
  provider.reply = (socket) => socket.write(whole(gzipSync(stream), 'content-type: text/event-stream\r\ncontent-encoding: gzip'))
  const reply = await chat(gateway, 'raw', { stream: true })
  expect([reply.headers.get('content-encoding'), await reply.text()]).toEqual([null, stream])
})

describe('sizes of one event', () => {
  const size = (bytes: number): string => chunk('a'.repeat(bytes - chunk('').length))
  test('64 KiB and the limit pass, more is a failure', async () => {
    for (const bytes of [65_536, limits.sse_frame_bytes]) {
      provider.reply = (socket) => socket.end(head('content-type: text/event-stream') + size(bytes) + goodEnd)
      expect(await (await chat(gateway, 'raw', { stream: true })).text()).toBe(size(bytes) + goodEnd)
    }
    provider.reply = (socket) =>
      socket.end(head('content-type: text/event-stream') + chunk('a') + size(limits.sse_frame_bytes + 100_000) + goodEnd)
    const read = readStream('chat-completions', await (await chat(gateway, 'raw', { stream: true })).text())
    expect(read).toMatchObject({ text: 'a', finished: false, error: { code: 'upstream_invalid' } })
  })
})

describe('values of wrong types anywhere in a reply', () => {
  // Every value of a good stream and a good reply is replaced by others, one at a time.
  const odd = [null, 5, 'x', {}, [null]]
  const own = { 'chat-completions': 'openai', messages: 'anthropic', responses: 'responses', 'generate-content': 'gemini' }
  const pairs = styles.flatMap((style) => kinds.map((kind) => [style, kind] as const))

  test.each(pairs)('%s on %s, whole: an answer or an error of the style, never a 500', async (style, kind) => {
    for (const changed of changes(wholes[kind]({ text: 'fine', call: { name: 'look', input: { ort: 'x' } } }), odd)) {
      upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(changed))
      const { path, headers, body } = question(style, kind, false)
      const reply = await fetch(gateway.address + path, { method: 'POST', headers, body })
      const text = await reply.text()
      expect([JSON.stringify(changed), reply.status === 200 || reply.status >= 502 ? '' : `${reply.status} ${text}`]).toEqual([
        JSON.stringify(changed),
        '',
      ])
      expect(JSON.parse(text)).toBeTruthy()
    }
  })

  test.each(pairs)(
    '%s on %s, streamed: an answer or an error of the style, never a 500',
    async (style, kind) => {
      for (const frame of goodStreams[kind]) {
        const data = /data: (\{.*\})/.exec(frame)?.[1]
        if (data === undefined) continue
        for (const changed of changes(JSON.parse(data), odd)) {
          upstream.reply = (_call, response) => {
            response.writeHead(200, { 'content-type': 'text/event-stream' })
            response.end(frame.replace(data, () => JSON.stringify(changed)) + goodStreams[kind].join(''))
          }
          const { path, headers, body } = question(style, kind, true)
          const reply = await fetch(gateway.address + path, { method: 'POST', headers, body })
          const text = await reply.text()
          expect([
            JSON.stringify(changed),
            [200, 400, 404, 413, 429, 502, 503, 504, 529].includes(reply.status) ? '' : `${reply.status} ${text}`,
          ]).toEqual([JSON.stringify(changed), ''])
          // What a provider of the client's own style says wrongly, it hears as it is.
          if (reply.status !== 200 || own[style] === kind) continue
          const read = readStream(style, text)
          expect([JSON.stringify(changed), read.finished, read.error !== undefined]).toEqual([
            JSON.stringify(changed),
            !read.error,
            !read.finished,
          ])
        }
      }
    },
    30_000,
  )
})

/** The value with one of its members replaced, in every way; the first few of each list. */
function* changes(value: unknown, odd: readonly unknown[]): Generator {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    for (const other of odd) yield Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other }
    for (const changed of changes(member, odd)) yield Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed }
  }
}
