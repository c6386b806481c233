// Random clients against the built program: pipelines, heads, bodies, frames. FUZZ_SEED repeats a run;
// FUZZ_SECONDS makes it longer.
import { jest } from '@jest/globals'
import { builtGateway } from '../e2e/built-gateway.js'
import { lowestImpact, impactOf, type Impact } from '../e2e/flood.js'
import { FakeUpstream, token } from '../e2e/gateway.js'
import { RealtimeUpstream } from '../e2e/realtime-fixture.js'
import { Probe } from '../probe.js'
import { answerWell, streamWell } from '../e2e/two-providers.js'
import { until } from '../e2e/waiting.js'
import { drawFrom, drawVisit } from './client-draws.js'
import { pay } from './pay.js'

const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000)
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 8)
const atOnce = 12

jest.setTimeout((seconds * 3 + 60) * 1000)

const providerMessages = [
  '{"type":"echo"}',
  '',
  '[',
  '{"type":"error","error":null}',
  '{"type":"response.done","response":{"usage":{"input_tokens":"x"}}}',
  `{"type":"response.done","error":${'['.repeat(300_000)}`,
  `{"type":"error","a":[${'{},'.repeat(100_000)}0]}`,
  'x'.repeat(300_000),
]

test(`random clients hold up nobody, grow nothing and end nothing (FUZZ_SEED=${seed})`, async () => {
  const upstream = await new FakeUpstream().start()
  upstream.reply = (call, response) => {
    if (call.body.includes('"stream":true')) streamWell(call, response)
    else answerWell(call, response)
  }
  const voices = await new RealtimeUpstream().start()
  voices.onSession = ({ socket }) => {
    socket.on('message', (data: Buffer) => {
      // The provider is of ill will too.
      socket.send(providerMessages[data.length % providerMessages.length] ?? '')
    })
  }
  const gateway = await builtGateway(upstream.address, {
    providers: [
      { name: 'openai', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: 'up-key' },
      { name: 'voices', kind: 'openai', base_url: `${voices.address}/v1`, api_key: 'up-key' },
    ],
    models: [
      { name: 'm-openai', targets: [{ provider: 'openai', model: 'x' }] },
      { name: 'm-voice', targets: [{ provider: 'voices', model: 'x' }] },
    ],
    admin: { key: 'adm-case' },
    server: { port: 0, cors_origins: ['https://page.example'] },
    timeouts: { header_ms: 1000, body_idle_ms: 500, client_stall_ms: 1000 },
  })
  const ask = async (): Promise<number> => {
    const reply = await fetch(`${gateway.address}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{"model":"m-openai","messages":[{"role":"user","content":"hi"}]}',
    })
    await reply.arrayBuffer()
    return reply.status
  }
  expect(await ask()).toBe(200)
  const descriptors = gateway.descriptors()
  // A twin that nobody visits is asked at the same time: what holds up both is the machine.
  const twin = await builtGateway(upstream.address)
  const visits = async (): Promise<Impact> => {
    const control = await Probe.start(twin.address)
    const noticed = await impactOf(gateway, async () => {
      const draw = drawFrom(seed)
      const end = performance.now() + seconds * 1000
      const worker = async (): Promise<void> => {
        while (performance.now() < end && gateway.alive) await pay(gateway.address, drawVisit(draw))
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
    })
    const { worst } = await control.stop()
    return { ...noticed, worst: Math.max(0, noticed.worst - worst) }
  }
  // The same visits each time: only what is slow three times over is slow.
  const noticed = await lowestImpact(visits)
  const { alive, worst, grownMiB } = noticed
  expect({ seed, alive, failed: noticed.failed }).toEqual({ seed, alive: true, failed: 0 })
  expect({ seed, faults: gateway.logLines().filter(({ level, stack }) => level === 'error' || stack !== undefined) }).toEqual({
    seed,
    faults: [],
  })
  expect({ seed, worst: worst <= 150 || worst }).toEqual({ seed, worst: true })
  expect({ seed, grownMiB: grownMiB <= 256 || grownMiB }).toEqual({ seed, grownMiB: true })
  await until('all connections are closed', () => gateway.descriptors() <= descriptors + 10, 5000)
  expect(await ask()).toBe(200)
  await gateway.stop()
  await twin.stop()
  await upstream.stop()
  await voices.stop()
})
