import { jest } from '@jest/globals'
import { connect, type Socket } from 'node:net'
import type { ServerResponse } from 'node:http'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { question, type Style } from './client-styles.js'
import { FakeUpstream, kinds, type Kind } from './gateway.js'
import { goodStreams } from './upstream-streams.js'
import { sleep, until } from './waiting.js'

jest.setTimeout(60_000)

const MiB = 1024 * 1024
const clients = 50
const text = 'x'.repeat(16_000)

let upstream: FakeUpstream
let gateway: Program
const sockets: Socket[] = []

beforeEach(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await builtGateway(upstream.address, {
    providers: kinds.map((kind) => ({
      name: kind,
      kind: kind === 'responses' ? 'openai' : kind,
      base_url: `${upstream.address}${kind === 'openai' || kind === 'responses' ? '/v1' : ''}`,
      api_key: 'up-key',
      ...(kind === 'responses' ? { chat_api: 'responses' } : {}),
    })),
    models: kinds.map((kind) => ({ name: `m-${kind}`, targets: [{ provider: kind, model: 'x' }] })),
  })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await gateway.stop()
  await upstream.stop()
})

const event = (type: string, members: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`

/** The frame with text that comes again and again. */
const pieces: Readonly<Record<Kind, string>> = {
  openai: `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content: text } }] })}\n\n`,
  responses: event('response.output_text.delta', { output_index: 0, item_id: 'msg_1', content_index: 0, delta: text }),
  anthropic: event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  gemini: `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] })}\n\n`,
  cohere: event('content-delta', { index: 0, delta: { message: { content: { text } } } }),
}

/** As much as the gateway takes, up to 64 MiB. */
function pour(response: ServerResponse, piece: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let left = 64 * MiB
  const write = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= piece.length
      if (!response.write(piece)) {
        response.once('drain', write)
        return
      }
    }
  }
  write()
}

/** Memory after some streams that were read. */
async function warm(style: Style, kind: Kind): Promise<number> {
  const { path, headers, body } = question(style, kind, true)
  upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(goodStreams[kind].join(''))
  for (let count = 0; count < 200; count++) await (await fetch(gateway.address + path, { method: 'POST', headers, body })).text()
  upstream.calls.length = 0
  return gateway.memory()
}

async function unread(style: Style, kind: Kind): Promise<void> {
  const { path, headers, body } = question(style, kind, true)
  const socket = connect(Number(new URL(gateway.address).port), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.pause()
  await new Promise((resolve) => socket.once('connect', resolve))
  const lines = Object.entries({ ...headers, host: 'x', 'content-length': String(Buffer.byteLength(body)) })
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`)
}

// What sockets take in is several MiB a stream; keeping the text of it beside would be 350 MiB and more. The promise is 64 MiB.
test.each<[Style, Kind]>([
  ['chat-completions', 'responses'],
  ['chat-completions', 'gemini'],
  ['messages', 'cohere'],
  ['generate-content', 'anthropic'],
  ['responses', 'openai'],
  ['responses', 'anthropic'],
  ['responses', 'gemini'],
  ['messages', 'responses'],
])(`${clients} clients of %s that do not read a stream of %s: what passed is not kept`, async (style, kind) => {
  const before = await warm(style, kind)
  upstream.reply = (_call, response) => {
    pour(response, pieces[kind])
  }
  for (let count = 0; count < clients; count++) await unread(style, kind)
  await until('all streams run', () => upstream.calls.length === clients, 5000)
  await sleep(1500)
  expect(gateway.memory() - before).toBeLessThanOrEqual(64 * MiB)
})
