import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RunningGateway } from '../../src/server/start.js'
import { signedHeaders } from '../../src/webhooks/signature.js'
import { FakeUpstream, gatewayFor, kinds, token } from './gateway.js'
import { goodReply } from './two-providers.js'
import { until } from './waiting.js'

const secret = `whsec_${Buffer.from('k'.repeat(32)).toString('base64')}`
const price = { input_per_million_usd: '0', output_per_million_usd: '100' }

interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

let received: Received[]
let listener: Server
let upstream: FakeUpstream
let gateway: RunningGateway
let lines: string

beforeEach(async () => {
  received = []
  lines = ''
  listener = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  upstream = await new FakeUpstream().start()
  upstream.reply = (_call, response) => {
    const usage = { prompt_tokens: 4, completion_tokens: 10, total_tokens: 14 }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...goodReply, usage }))
  }
  gateway = await gatewayFor(
    upstream,
    {
      tokens: [{ name: 'test', key: token, budget_per_day_usd: '0.004' }],
      models: kinds.map((kind) => ({ name: `m-${kind}`, targets: [{ provider: kind, model: 'x' }], price, max_output_tokens: 10 })),
      webhooks: [{ url: `http://127.0.0.1:${port}/hook?who=ops`, secret }],
    },
    { write: (bytes) => (lines += bytes.toString()) },
  )
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
  listener.closeAllConnections()
  await new Promise((resolve) => listener.close(resolve))
})

test('50, 80 and 100 per cent of a budget are told once each, signed', async () => {
  for (let count = 0; count < 5; count++) {
    const reply = await fetch(`${gateway.address}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ model: 'm-openai', messages: [{ role: 'user', content: 'hi' }] }),
    })
    expect(reply.status).toBe(count < 4 ? 200 : 429)
  }
  await until('all are told', () => received.length === 3, 5000)
  const events = received.map(({ body }) => JSON.parse(body) as { type: string; data: { threshold_percent: number; spent_usd: string } })
  expect(events.map(({ data }) => data.threshold_percent).sort()).toEqual([100, 50, 80])
  expect(events.find(({ data }) => data.threshold_percent === 50)).toEqual({
    type: 'budget.threshold_reached',
    timestamp: expect.stringMatching(/^\d{4}-/),
    data: {
      of: 'token',
      name: 'test',
      period: 'day',
      threshold_percent: 50,
      limit_usd: '0.004',
      spent_usd: '0.002',
      resets_at: expect.stringMatching(/T00:00:00\.000Z$/),
    },
  })
  for (const { headers, body } of received) {
    const message = { id: String(headers['webhook-id']), timestamp: Number(headers['webhook-timestamp']), body }
    expect(headers).toMatchObject(signedHeaders(message, secret))
    expect(Math.abs(message.timestamp - Date.now() / 1000)).toBeLessThan(60)
  }
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  expect(lines).not.toContain(secret)
})
