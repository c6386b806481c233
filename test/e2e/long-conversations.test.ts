import { WebSocket } from 'ws'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream, token } from './gateway.js'
import { slowestAnswer } from '../probe.js'
import { answerWell } from './two-providers.js'

let upstream: FakeUpstream
let gateway: Program
beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
  gateway = await builtGateway(upstream.address)
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

interface Told {
  readonly type: string
  readonly status?: number
  readonly response?: { readonly id: string }
  readonly error?: { readonly code: string; readonly param: string; readonly message: string }
}

/** Sends one request for a response and gives its last event. */
async function ask(socket: WebSocket, request: object): Promise<Told> {
  const last = new Promise<Told>((resolve) => {
    const onMessage = (data: Buffer): void => {
      const told = JSON.parse(data.toString()) as Told
      if (told.type !== 'error' && told.type !== 'response.completed') return
      socket.off('message', onMessage)
      resolve(told)
    }
    socket.on('message', onMessage)
  })
  socket.send(JSON.stringify({ type: 'response.create', model: 'm-openai', ...request }))
  return last
}

async function connected(): Promise<WebSocket> {
  const socket = new WebSocket(`${gateway.address.replace('http', 'ws')}/v1/responses`, { headers: { authorization: `Bearer ${token}` } })
  await new Promise((resolve) => socket.once('open', resolve))
  return socket
}

describe.each([
  ['kept by the gateway', {}],
  ['kept by the connection', { store: false }],
])('turns made for nothing, %s', (_, store) => {
  test('chain no further than one body may have; a small follow-up does not delay others', async () => {
    const socket = await connected()
    let previous: object = {}
    const big = { ...store, generate: false, input: 'a'.repeat(4_000_000) }
    for (let turn = 0; turn < 8; turn++) {
      const told = await ask(socket, { ...big, ...previous })
      expect(told.type).toBe('response.completed')
      previous = { previous_response_id: told.response?.id }
    }
    expect(await ask(socket, { ...big, ...previous })).toMatchObject({
      type: 'error',
      status: 413,
      error: { param: 'previous_response_id', message: expect.stringContaining('larger than 33554432 bytes') },
    })
    const worst = await slowestAnswer(gateway.address, () => ask(socket, { ...store, ...previous, input: 'and now?' }))
    expect(worst).toBeLessThan(150)
    socket.close()
  }, 60_000)
})
