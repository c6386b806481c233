// Bodies in chunks of one byte: six bytes on the wire, and a call of several functions, for each.
import { connect } from 'node:net'
import type { Program } from '../program.js'
import { longestTurn, watchingTurns } from '../turns.js'
import { builtGateway } from './built-gateway.js'
import { impactOf } from './flood.js'
import { token } from './gateway.js'
import { head, json, jsonType, stream, whole } from './nasty.js'
import { RawProvider } from './two-providers.js'

/** Milliseconds of a processor in one turn of the event loop. */
const [mostWanted, mostTaken] = [50, 100]

let provider: RawProvider
let gateway: Program
beforeAll(async () => {
  provider = await new RawProvider().start()
  gateway = await builtGateway(provider.address, {}, watchingTurns)
})
afterAll(async () => {
  await gateway.stop()
  await provider.stop()
})

/** Each byte is a chunk of its own. */
function inTinyChunks(body: Buffer): Buffer {
  const chunks = Buffer.alloc(body.length * 6, '1\r\n \r\n')
  for (const [index, byte] of body.entries()) chunks[index * 6 + 3] = byte
  return Buffer.concat([chunks, Buffer.from('0\r\n\r\n')])
}

/** Sends a request with this chunked body; resolves with the beginning of the answer. */
function ask(chunks: Buffer): Promise<string> {
  const { hostname, port } = new URL(gateway.address)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.once('data', (answer: Buffer) => {
      resolve(answer.toString('latin1'))
      socket.destroy()
    })
    socket.once('close', () => {
      resolve('closed')
    })
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    socket.write(chunks)
  })
}

const question = (content: string, streamed = false): string =>
  JSON.stringify({ model: 'm-openai', stream: streamed, messages: [{ role: 'user', content }] })

test('a request of 4 MB in chunks of one byte', async () => {
  provider.reply = (socket) => socket.write(whole(json, jsonType))
  const chunks = inTinyChunks(Buffer.from(question('a'.repeat(4e6))))
  const taken = await longestTurn(gateway, mostWanted, async () => {
    expect(await ask(chunks)).toMatch(/^HTTP\/1.1 200 /)
  })
  expect(taken).toBeLessThan(mostTaken)
})

test('trailers beyond the limit of a head end the connection', async () => {
  const lines = Buffer.from(`0\r\n${'x-a: 1\r\n'.repeat(1e6)}\r\n`)
  const before = gateway.memory()
  const taken = await longestTurn(gateway, mostWanted, async () => {
    expect(await ask(Buffer.concat([inTinyChunks(Buffer.from(question('hi'))).subarray(0, -5), lines]))).toMatch(/^HTTP\/1.1 4|^closed/)
  })
  expect(taken).toBeLessThan(mostTaken)
  expect(gateway.memory() - before).toBeLessThan(32 * 1024 * 1024)
})

const padded = json.replace('{', `{"padding":"${'a'.repeat(1_000_000)}",`)

test.each([
  ['a reply', false, jsonType, padded],
  ['a stream', true, 'content-type: text/event-stream', `: ${'a'.repeat(1_000_000)}\n\n${stream}`],
])('%s of 1 MB of a provider in chunks of one byte', async (_name, streamed, type, body) => {
  const chunks = inTinyChunks(Buffer.from(body))
  provider.reply = (socket) => {
    socket.write(head(`${type}\r\ntransfer-encoding: chunked`))
    socket.write(chunks)
  }
  const answered = async (): Promise<void> => {
    const reply = await fetch(`${gateway.address}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: question('hi', streamed),
    })
    expect([reply.status, (await reply.text()).includes(streamed ? 'good' : 'ok')]).toEqual([200, true])
  }
  expect(await longestTurn(gateway, mostWanted, answered)).toBeLessThan(mostTaken)
  const { grownMiB } = await impactOf(gateway, () => Promise.all([answered(), answered(), answered(), answered()]))
  expect(grownMiB).toBeLessThanOrEqual(32)
})
