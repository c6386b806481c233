// No nasty provider leaves more than 32 MiB behind, with the limits that are usual.
import { jest } from '@jest/globals'
import type { Socket } from 'node:net'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { token } from './gateway.js'
import { head, json, jsonType, nasty, nastyStreams, whole } from './nasty.js'
import { chunk, RawProvider } from './two-providers.js'
import { sleep, until } from './waiting.js'

jest.setTimeout(120_000)

const MiB = 1024 * 1024
let provider: RawProvider
let gateway: Program

beforeAll(async () => {
  provider = await new RawProvider().start()
  gateway = await builtGateway(provider.address, { timeouts: { first_byte_ms: 3000, stream_idle_ms: 3000, reply_ms: 5000 } })
  // All that a healthy provider needs is there already.
  for (let round = 0; round < 30; round++) await Promise.all(Array.from({ length: 10 }, () => ask(round % 2 === 0, good)))
})
afterAll(async () => {
  await gateway.stop()
  await provider.stop()
})

type Misbehave = (socket: Socket) => void

const good: Misbehave = (socket) => socket.write(whole(json, jsonType))

async function ask(stream: boolean, misbehave: Misbehave): Promise<number> {
  provider.reply = misbehave
  const reply = await fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ model: 'm-openai', stream, messages: [{ role: 'user', content: 'hi' }] }),
  })
  await reply.arrayBuffer().catch(() => undefined)
  return reply.status
}

const afterContent =
  (misbehave: Misbehave): Misbehave =>
  (socket) => {
    socket.write(`${head('content-type: text/event-stream')}${chunk('a')}`)
    setTimeout(() => {
      misbehave(socket)
    }, 20)
  }
const garbage: Misbehave = (socket) => {
  const write = (): void => {
    while (!socket.destroyed && socket.write('a'.repeat(65_536)));
    if (!socket.destroyed) socket.once('drain', write)
  }
  write()
}

const kinds: readonly (readonly [string, boolean, Misbehave])[] = [
  ...nasty.flatMap(([name, misbehave]) => [false, true].map((stream) => [name, stream, misbehave] as const)),
  ...nastyStreams.map(([name, misbehave]) => [name, true, misbehave] as const),
  ['a frame without end after the first content', true, afterContent(garbage)],
]

test.each(kinds)('%s, stream %s', async (_name, stream, misbehave) => {
  const before = gateway.memory()
  for (let count = 0; count < 3; count++) await ask(stream, misbehave)
  for (const socket of provider.sockets) socket.destroy()
  let left = 0
  await until(
    'its memory is given back',
    async () => {
      // What is garbage goes when others are served.
      for (let count = 0; count < 20; count++) await ask(count % 2 === 0, good)
      await sleep(100)
      left = (gateway.memory() - before) / MiB
      return left <= 32
    },
    20_000,
  ).catch(() => undefined)
  expect(Math.round(left)).toBeLessThanOrEqual(32)
})
