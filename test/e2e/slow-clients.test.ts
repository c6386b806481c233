// Neither many slow connections nor twice the load that is allowed make the others wait.
import { connect, type Socket } from 'node:net'
import { Probe } from '../probe.js'
import type { Program } from '../program.js'
import { longestTurn, watchingTurns } from '../turns.js'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream, rawExchange, token } from './gateway.js'
import { answerWell } from './two-providers.js'
import { sleep, until } from './waiting.js'

/** Processor time of the event loop: others wait no longer than that, whatever else the machine does. */
const mostTurnMs = 150
/** Any measurement is as good as is wanted. */
const oneRun = 1e9

let upstream: FakeUpstream
let gateway: Program
const sockets: Socket[] = []
let drip: NodeJS.Timeout | undefined
beforeEach(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
})
afterEach(async () => {
  clearInterval(drip)
  for (const socket of sockets.splice(0)) socket.destroy()
  await gateway.stop()
  await upstream.stop()
})

function slow(text: string): Socket {
  const { hostname, port } = new URL(gateway.address)
  const socket = connect(Number(port), hostname, () => socket.write(text))
  socket.on('error', () => undefined)
  sockets.push(socket)
  return socket
}

async function ask(): Promise<number> {
  const reply = await fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ model: 'm-openai', messages: [{ role: 'user', content: 'hi' }] }),
  })
  await reply.arrayBuffer()
  return reply.status
}

const beginnings: readonly (readonly [string, string])[] = [
  ['heads', 'POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nX-A: '],
  [
    'bodies',
    `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"a":"`,
  ],
]

test.each(beginnings)(
  '500 connections whose %s come a byte at a time hold nobody up, and end at their limit',
  async (_name, beginning) => {
    gateway = await builtGateway(
      upstream.address,
      { tokens: [{ name: 'test', key: token, max_concurrent: 1000 }], timeouts: { header_ms: 3000, request_ms: 3500 } },
      watchingTurns,
    )
    expect(await ask()).toBe(200)
    for (let count = 0; count < 500; count++) slow(beginning)
    drip = setInterval(() => {
      for (const socket of sockets) if (!socket.destroyed) socket.write('a')
    }, 100)
    const probe = await Probe.start(gateway.address)
    const turn = await longestTurn(gateway, oneRun, async () => {
      for (let count = 0; count < 20; count++) {
        expect(await ask()).toBe(200)
        await sleep(50)
      }
      // Their limits pass at the same moment.
      await until('all are closed', () => sockets.every(({ destroyed }) => destroyed), 10_000)
      expect(await ask()).toBe(200)
    })
    expect((await probe.stop()).failed).toBe(0)
    expect(turn).toBeLessThanOrEqual(mostTurnMs)
  },
  30_000,
)

test('a head that does not end is refused when header_ms is over, a second later at most', async () => {
  gateway = await builtGateway(upstream.address, { timeouts: { header_ms: 1500 } })
  let soonest = Infinity
  // The best of three: the machine may be busy with other things.
  for (let run = 0; run < 3 && soonest > 2500; run++) {
    const beganAt = performance.now()
    expect(await rawExchange(gateway.address, 'GET /v1/models HTTP/1.1\r\nHost: x\r\nX-A: ', 20_000)).toMatch(/^HTTP\/1\.1 408 /)
    const took = performance.now() - beganAt
    expect(took).toBeGreaterThanOrEqual(1490)
    soonest = Math.min(soonest, took)
  }
  expect(soonest).toBeLessThanOrEqual(2500)
}, 60_000)

test('at twice as many requests as may run, health checks are answered, nobody is held up, and the surplus is refused', async () => {
  gateway = await builtGateway(
    upstream.address,
    { tokens: [{ name: 'test', key: token, max_concurrent: 1000 }], limits: { in_flight: 100 } },
    watchingTurns,
  )
  expect(await ask()).toBe(200)
  upstream.reply = (call, response) => {
    setTimeout(() => {
      answerWell(call, response)
    }, 200)
  }
  const statuses: number[] = []
  let goesOn = true
  const probe = await Probe.start(gateway.address)
  const turn = await longestTurn(gateway, oneRun, async () => {
    const loops = Array.from({ length: 200 }, async () => {
      while (goesOn) {
        statuses.push(await ask())
        await sleep(20)
      }
    })
    await sleep(3000)
    goesOn = false
    await Promise.all(loops)
  })
  expect((await probe.stop()).failed).toBe(0)
  expect(turn).toBeLessThanOrEqual(mostTurnMs)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
}, 30_000)
