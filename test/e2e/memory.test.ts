import { jest } from '@jest/globals'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { readStream } from './client-styles.js'
import { FakeUpstream, token } from './gateway.js'
import { answerWell, chunk, goodEnd, streamWell } from './two-providers.js'
import { sleep, until } from './waiting.js'

jest.setTimeout(60_000)

const MiB = 1024 * 1024
let upstream: FakeUpstream
let gateway: Program
const sockets: Socket[] = []

beforeEach(async () => {
  upstream = await new FakeUpstream().start()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await gateway.stop()
  await upstream.stop()
})

const question = (stream: boolean): string => JSON.stringify({ model: 'm-openai', stream, messages: [{ role: 'user', content: 'hi' }] })
const ask = (stream: boolean): Promise<Response> =>
  fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: question(stream),
  })

/** On a connection of its own, which is closed after so many milliseconds if the answer has not come by then. */
function askAndLeave(stream: boolean, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const asking = request(`${gateway.address}/v1/chat/completions`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    })
    const timer = setTimeout(() => asking.destroy(), milliseconds)
    asking.on('response', (reply) => reply.resume().on('error', () => undefined))
    asking.on('error', () => undefined)
    asking.on('close', () => {
      clearTimeout(timer)
      resolve()
    })
    asking.end(question(stream))
  })
}

/** A client that asks and reads nothing. */
async function unread(stream: boolean): Promise<Socket> {
  const { port } = new URL(gateway.address)
  const socket = connect(Number(port), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.pause()
  await new Promise((resolve) => socket.once('connect', resolve))
  const body = question(stream)
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  return socket
}

async function warm(): Promise<number> {
  for (let count = 0; count < 200; count++) {
    upstream.reply = count % 2 === 0 ? answerWell : streamWell
    await (await ask(count % 2 === 1)).text()
  }
  upstream.calls.length = 0
  return gateway.memory()
}

test('50 clients that do not read stop their providers, and are cut after client_stall_ms', async () => {
  gateway = await builtGateway(upstream.address, { timeouts: { client_stall_ms: 2500 } })
  const before = await warm()
  const frame = chunk('x'.repeat(16_000))
  let written = 0
  upstream.reply = (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let left = 64 * MiB
    const write = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= frame.length
        written += frame.length
        if (!response.write(frame)) {
          response.once('drain', write)
          return
        }
      }
    }
    write()
  }
  const startedAt = performance.now()
  for (let count = 0; count < 50; count++) await unread(true)
  await until('all streams run', () => upstream.calls.length === 50, 5000)
  await sleep(1000)
  const grown = gateway.memory() - before
  expect(grown).toBeLessThan(64 * MiB)
  const soFar = written
  await sleep(500)
  expect(written).toBe(soFar)
  // Others are served meanwhile.
  const { reply } = upstream
  upstream.reply = answerWell
  expect((await ask(false)).status).toBe(200)
  upstream.reply = reply
  await until('all providers are hung up on', () => upstream.calls.filter(({ aborted }) => aborted).length === 50, 8000)
  expect(performance.now() - startedAt).toBeGreaterThan(2400)
})

test('1,000 clients leave at random moments: no descriptor stays, nothing is in the log', async () => {
  gateway = await builtGateway(upstream.address, { tokens: [{ name: 'test', key: token, max_concurrent: 1000 }] })
  await warm()
  const before = gateway.descriptors()
  upstream.reply = (call, response) => {
    if (!call.body.includes('"stream":true')) {
      setTimeout(() => {
        answerWell(call, response)
      }, 10)
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let number = 0
    const drip = setInterval(() => {
      if (number++ < 10) response.write(chunk('a'))
      else response.end(goodEnd)
    }, 3)
    response.on('close', () => {
      clearInterval(drip)
    })
  }
  let left = 1000
  const worker = async (): Promise<void> => {
    while (left-- > 0) await askAndLeave(left % 3 > 0, (left * 7919) % 45)
  }
  await Promise.all(Array.from({ length: 40 }, worker))
  await until('all descriptors are closed', () => gateway.descriptors() <= before + 5, 4000)
  expect(gateway.output()).not.toMatch(/"level":"error"|Unhandled|\bat /)
  upstream.reply = answerWell
  expect((await ask(false)).status).toBe(200)
})

test('a client that reads slowly gets all of it', async () => {
  gateway = await builtGateway(upstream.address, { timeouts: { client_stall_ms: 1000 } })
  const frame = chunk('y'.repeat(16_000))
  const count = 400
  upstream.reply = (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let left = count
    const write = (): void => {
      while (left > 0)
        if ((left--, !response.write(frame))) {
          response.once('drain', write)
          return
        }
      response.end(goodEnd)
    }
    write()
  }
  const socket = await unread(true)
  let received = 0
  socket.on('data', (bytes) => {
    received += bytes.length
    socket.pause()
    setTimeout(() => socket.resume(), 5)
  })
  socket.resume()
  await until('all arrives', () => received >= count * frame.length, 30_000)
})

test('a whole reply that nobody reads is cut too', async () => {
  gateway = await builtGateway(upstream.address, { timeouts: { client_stall_ms: 500 } })
  upstream.reply = (_call, response) => {
    const reply = {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'x',
      choices: [{ index: 0, message: { role: 'assistant', content: 'z'.repeat(20 * MiB) }, finish_reason: 'stop' }],
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  }
  const before = gateway.descriptors()
  const socket = await unread(false)
  await until('the provider is asked', () => upstream.calls.length === 1, 5000)
  // The provider's connection may be kept.
  await until("the client's connection is gone", () => gateway.descriptors() <= before + 1, 4000)
  socket.destroy()
})

test('a gzip bomb and a body without end stay within 32 MiB', async () => {
  gateway = await builtGateway(upstream.address, { limits: { upstream_body_bytes: 4 * MiB, sse_frame_bytes: 4 * MiB } })
  const before = await warm()
  const bomb = gzipSync(Buffer.alloc(200 * MiB))
  let highest = 0
  const watch = setInterval(() => (highest = Math.max(highest, gateway.memory())), 20)
  for (const type of ['application/json', 'text/event-stream']) {
    upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(bomb)
    expect((await ask(type !== 'application/json')).status).toBe(502)
    upstream.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': type })
      const write = (): void => {
        while (!response.destroyed && response.write('a'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', write)
      }
      write()
    }
    expect((await ask(type !== 'application/json')).status).toBe(502)
  }
  clearInterval(watch)
  expect((highest - before) / MiB).toBeLessThan(32)
  upstream.reply = answerWell
  expect((await ask(false)).status).toBe(200)
})

test('eight uploads of 25 MiB at a time take no more than 96 MiB', async () => {
  gateway = await builtGateway(upstream.address)
  const before = await warm()
  upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"heard"}')
  const sound = new Blob([Buffer.alloc(25 * MiB - 1024, 7)])
  let highest = before
  const watch = setInterval(() => (highest = Math.max(highest, gateway.memory())), 10)
  const upload = async (): Promise<unknown> => {
    const form = new FormData()
    form.set('model', 'm-openai')
    form.set('file', sound, 'sound.wav')
    const reply = await fetch(`${gateway.address}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    return [reply.status, await reply.json()]
  }
  const replies = await Promise.all(Array.from({ length: 8 }, upload))
  clearInterval(watch)
  expect(replies).toEqual(replies.map(() => [200, { text: 'heard' }]))
  expect((highest - before) / MiB).toBeLessThan(96)
})

test('events of 64 KiB, 1 MiB and 8 MiB pass, in big and in small pieces; 17 MiB fail', async () => {
  gateway = await builtGateway(upstream.address)
  const event = (bytes: number): string => chunk('i'.repeat(bytes - chunk('').length))
  for (const [bytes, pieceBytes] of [
    [64 * 1024, 1 << 20],
    [MiB, 1024],
    [8 * MiB, 1 << 20],
    [8 * MiB, 2048],
  ] as const) {
    const frame = Buffer.from(event(bytes))
    upstream.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (let from = 0; from < frame.length; from += pieceBytes) response.write(frame.subarray(from, from + pieceBytes))
      response.end(goodEnd)
    }
    const startedAt = performance.now()
    const text = await (await ask(true)).text()
    expect([bytes, text === event(bytes) + goodEnd]).toEqual([bytes, true])
    expect(performance.now() - startedAt).toBeLessThan(5000)
  }
  upstream.reply = (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk('a'))
    setTimeout(() => response.end(event(17 * MiB) + goodEnd), 50)
  }
  expect(readStream('chat-completions', await (await ask(true)).text())).toMatchObject({
    text: 'a',
    finished: false,
    error: { code: 'upstream_invalid' },
  })
})

test('each event leaves within 20 ms of its coming, 20 streams at 20 a second', async () => {
  gateway = await builtGateway(upstream.address)
  await warm()
  const sentAt = new Map<string, number>()
  const took: number[] = []
  let stream = 0
  upstream.reply = (_call, response) => {
    const name = stream++
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let number = 0
    const drip = setInterval(() => {
      const key = `${name}-${number++}`
      sentAt.set(key, performance.now())
      response.write(chunk(`<${key}>`))
      if (number < 40) return
      clearInterval(drip)
      response.end(goodEnd)
    }, 50)
  }
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const reply = await ask(true)
      let text = ''
      for await (const bytes of reply.body ?? []) {
        const now = performance.now()
        text += Buffer.from(bytes).toString()
        for (const [, key] of text.matchAll(/<(\d+-\d+)>/g)) took.push(now - (sentAt.get(key ?? '') ?? NaN))
        text = text.slice(text.lastIndexOf('>') + 1)
      }
    }),
  )
  took.sort((one, other) => one - other)
  expect(took).toHaveLength(800)
  // The upstream, the clients and the machine's other work are in these times too.
  expect(took[Math.floor(took.length * 0.99)]).toBeLessThan(20)
})
