// Above `in_flight`: what a request costs that is refused, and what health checks notice of it.
import { connect } from 'node:net'
import type { Program } from '../program.js'
import { Probe } from '../probe.js'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream, token } from './gateway.js'
import { answerWell } from './two-providers.js'
import { until } from './waiting.js'

const inFlight = 50

let upstream: FakeUpstream
let gateway: Program
let waiting: (() => void)[]

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await builtGateway(upstream.address, {
    limits: { in_flight: inFlight },
    tokens: [{ name: 'test', key: token, max_concurrent: 1000 }],
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  waiting = []
  upstream.calls.length = 0
  upstream.reply = (call, response) =>
    waiting.push(() => {
      answerWell(call, response)
    })
})

const question = '{"model":"m-openai","messages":[{"role":"user","content":"hi"}]}'
const ask = (): Promise<Response> =>
  fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: question,
  })

/** As many requests as may run, and the way to end them. */
async function fill(): Promise<() => Promise<void>> {
  const running = Array.from({ length: inFlight }, ask)
  await until('all run', () => waiting.length === inFlight, 10_000)
  return async () => {
    for (const answer of waiting.splice(0)) answer()
    for (const reply of await Promise.all(running)) expect([reply.status, (await reply.text()).length > 0]).toEqual([200, true])
  }
}

/** Sends a head that promises a body of 30 MB, and a byte of it. Resolves with the reply and its time, when it has come. */
function askUnread(style: string, expect100: boolean): Promise<{ reply: string; milliseconds: number }> {
  const { hostname, port } = new URL(gateway.address)
  return new Promise((resolve) => {
    let reply = ''
    let sentAt = 0
    let milliseconds = Infinity
    const socket = connect(Number(port), hostname, () => {
      sentAt = performance.now()
      socket.write(
        `POST ${style} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nanthropic-version: 2023-06-01\r\nContent-Type: application/json\r\n${expect100 ? 'Expect: 100-continue\r\n' : ''}Content-Length: 31457280\r\n\r\n${expect100 ? '' : '{'}`,
      )
    })
    socket.on('data', (bytes) => {
      if (reply === '') milliseconds = performance.now() - sentAt
      reply += bytes.toString('latin1')
      if (reply.endsWith('}')) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      resolve({ reply, milliseconds })
    })
  })
}

test.each([
  ['/v1/chat/completions', 503],
  ['/v1/messages', 529],
  ['/v1/responses', 503],
  ['/v1beta/models/m-openai:generateContent', 503],
  ['/v1/embeddings', 503],
])('%s: %d within 50 ms, without its body, and the connection closes', async (path, status) => {
  const end = await fill()
  const times: number[] = []
  // Some of them show what it takes; the machine may delay the others.
  for (let count = 0; count < 20; count++) {
    const { reply, milliseconds } = await askUnread(path, count % 2 === 1)
    times.push(milliseconds)
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(reply).toMatch(/^retry-after: [1-9]\d*\r$/im)
    expect(reply).toMatch(/^connection: close\r$/im)
    expect(reply).toMatch(/overloaded|UNAVAILABLE/)
  }
  expect(times.sort((one, other) => one - other)[4]).toBeLessThanOrEqual(50)
  expect(upstream.calls).toHaveLength(inFlight)
  await end()
})

test.each(['/healthz', '/readyz'])(
  'at twice the limit %s answers within 100 ms',
  async (path) => {
    let best = Infinity
    for (let run = 0; run < 3 && best > 100; run++) {
      const end = await fill()
      const probe = await Probe.start(gateway.address, path)
      // As many again, at any time, are refused.
      let refused = 0
      await Promise.all(
        Array.from({ length: inFlight }, async () => {
          for (let count = 0; count < 20; count++) {
            const reply = await ask()
            if (reply.status === 503) refused++
            await reply.arrayBuffer()
          }
        }),
      )
      const { p99, failed } = await probe.stop()
      expect([refused, failed]).toEqual([inFlight * 20, 0])
      best = Math.min(best, p99)
      await end()
    }
    expect(best).toBeLessThanOrEqual(100)
  },
  60_000,
)

test('replies close their connections from 80 per cent of the limit on', async () => {
  const replies: Promise<Response>[] = []
  for (let count = 1; count <= inFlight; count++) {
    replies.push(ask())
    await until('it runs', () => waiting.length === count)
  }
  for (const answer of waiting.splice(0)) answer()
  const closes = (await Promise.all(replies)).map((reply) => reply.headers.get('connection') === 'close')
  expect(closes.lastIndexOf(false)).toBe(inFlight * 0.8 - 1)
  expect(closes.indexOf(true)).toBe(inFlight * 0.8)
})
