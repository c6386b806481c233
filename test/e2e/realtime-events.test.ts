import { jest } from '@jest/globals'
import { WebSocket } from 'ws'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { lowestImpact, impactOf } from './flood.js'
import { token } from './gateway.js'
import { Heard, RealtimeUpstream } from './realtime-fixture.js'
import { sleep } from './waiting.js'

jest.setTimeout(60_000)

let upstream: RealtimeUpstream
let gateway: Program
beforeAll(async () => {
  upstream = await new RealtimeUpstream().start()
  gateway = await builtGateway(upstream.address, {
    providers: [
      { name: 'openai', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: 'up-key' },
      { name: 'gemini', kind: 'gemini', base_url: upstream.address, api_key: 'up-key' },
    ],
    models: [
      { name: 'm-openai', targets: [{ provider: 'openai', model: 'x' }] },
      { name: 'm-gemini', targets: [{ provider: 'gemini', model: 'x' }] },
    ],
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  upstream.reset()
})

async function session(model: string): Promise<Heard> {
  const client = new WebSocket(`${gateway.address.replace('http', 'ws')}/v1/realtime?model=${model}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const heard = new Heard(client)
  await new Promise((resolve) => client.once('open', resolve))
  return heard
}

const event = (rest: string): string => `{"type":"response.create",${rest}}`
const many: readonly (readonly [string, string, RegExp])[] = [
  ['lists inside one another, short', event(`"a":${'['.repeat(100)}${']'.repeat(100)}`), /nests deeper than 64 levels, at \/a\/0/],
  ['lists inside one another', event(`"a":${'['.repeat(6_000_000)}`), /nests deeper than 64 levels, at \/a\/0/],
  ['empty objects', event(`"a":[${'{},'.repeat(4_000_000)}0]`), /holds more than 500000 values .*, at \/a\/\d+/],
  [
    'distinct keys',
    event(Array.from({ length: 600_000 }, (_, index) => `"k${index}":0`).join(',')),
    /holds more than 100000 members of objects, at \/k\d+/,
  ],
]

describe.each(['m-openai', 'm-gemini'])('%s', (model) => {
  test.each(many)('an event of %s is an error event and delays no one', async (_name, text, message) => {
    const client = await session(model)
    const noticed = await lowestImpact(() =>
      impactOf(gateway, async () => {
        const heard = client.messages.length
        client.socket.send(text)
        await client.until(({ messages }) => messages.length > heard, 10_000)
      }),
    )
    expect(noticed).toMatchObject({ alive: true, failed: 0 })
    expect(noticed.worst).toBeLessThanOrEqual(150)
    expect(client.events.at(-1)).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } })
    expect(client.events.at(-1).error.message).toMatch(message)
    // The session goes on, and the provider has seen nothing of it.
    const provider = await upstream.session()
    expect(client.closed).toBeUndefined()
    if (model === 'm-openai') {
      client.socket.send('{"type":"input_audio_buffer.commit"}')
      await provider.count(1)
      expect(provider.messages.map(({ text }) => text)).toEqual(['{"type":"input_audio_buffer.commit"}'])
    }
    client.socket.terminate()
  })
})

test('refused events of a client that does not read their errors do not accumulate', async () => {
  const client = await session('m-openai')
  client.socket.pause()
  const bad = event(`"${'k'.repeat(150)}":${'['.repeat(100)}${']'.repeat(100)}`)
  const noticed = await impactOf(gateway, async () => {
    for (let round = 0; round < 9; round++) {
      for (let count = 0; count < 1000; count++) client.socket.send(bad)
      await sleep(50)
    }
    await sleep(300)
  })
  expect(noticed).toMatchObject({ alive: true, failed: 0 })
  expect(noticed.grownMiB).toBeLessThanOrEqual(48)
  client.socket.terminate()
})

test.each([
  ['lists inside one another', `{"type":"error","a":${'['.repeat(6_000_000)}`],
  ['values', `{"type":"response.done","error":[${'{},'.repeat(4_000_000)}0]}`],
])('a provider’s event of too many %s ends the session', async (_name, text) => {
  const noticed = await lowestImpact(() =>
    impactOf(gateway, async () => {
      upstream.reset()
      const client = await session('m-openai')
      const provider = await upstream.session()
      provider.socket.send(text)
      await client.until(({ closed }) => closed !== undefined, 10_000)
      expect([client.closed?.code, client.events.at(-1)?.error.code]).toEqual([1011, 'upstream_invalid'])
    }),
  )
  expect(noticed).toMatchObject({ alive: true, failed: 0 })
  expect(noticed.worst).toBeLessThanOrEqual(150)
})
