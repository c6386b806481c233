// The memory of providers' replies and events: what there is none for ends the request, which is recorded and charged as one that was cut.
import type { ServerResponse } from 'node:http'
import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'
import { chunk, goodEnd, goodReply } from './two-providers.js'

const price = { input_per_million_usd: '1', output_per_million_usd: '10' }
/** More than the half of the memory that one token may take. */
const tooMuch = 'x'.repeat(5_000_000)
const large = 'x'.repeat(1_500_000)

let upstream: FakeUpstream
let gateway: RunningGateway
let admin: AdminClient

beforeEach(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream, {
    admin: { key: 'adm-case' },
    models: [{ name: 'm', targets: [{ provider: 'openai', model: 'up-model' }], price }],
    limits: { body_bytes: 400_000, memory_bytes: 8_000_000 },
    retries: { attempts: 3 },
  })
  admin = new AdminClient(gateway.address)
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
})

async function ask(stream: boolean, path = '/v1/chat/completions'): Promise<{ readonly status: number; readonly text: string }> {
  const reply = await fetch(gateway.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: 'm', stream, max_tokens: 9, messages: [{ role: 'user', content: 'x'.repeat(401) }] }),
  })
  return { status: reply.status, text: await reply.text() }
}

const streamOf =
  (...events: string[]) =>
  (_call: unknown, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of events) response.write(event)
    response.end(goodEnd)
  }

const whole = (_call: unknown, response: ServerResponse): void => {
  const [choice] = goodReply.choices
  const reply = { ...goodReply, choices: [{ ...choice, message: { ...choice?.message, content: tooMuch } }] }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
}

const cut = { provider: 'openai', input_tokens: 101, usage_source: 'estimated', attempts: [{ provider: 'openai', status: 200 }] }

// With the status for a gateway without memory.
describe.each([
  ['/v1/chat/completions', 503],
  ['/v1/messages', 529],
])('%s', (path, overloaded) => {
  test.each([
    ['a whole reply', false, whole],
    ['the first event of a stream', true, streamOf(chunk(tooMuch))],
    ['a whole reply in place of a stream', true, whole],
  ])('%s for which there is no memory is refused; its attempt is recorded and charged, and not repeated', async (_name, stream, reply) => {
    upstream.reply = reply
    expect((await ask(stream, path)).status).toBe(overloaded)
    expect(upstream.calls).toHaveLength(1)
    expect(await admin.recordsWhen(1)).toMatchObject([{ ...cut, status: overloaded, outcome: 'rejected', cost_usd: '0.000101' }])
  })

  test('a later event for which there is none breaks the stream off', async () => {
    upstream.reply = streamOf(chunk('good'), chunk(tooMuch))
    const { status, text } = await ask(true, path)
    expect([status, text.includes('good'), text.includes('overloaded')]).toEqual([200, true, true])
    expect(await admin.recordsWhen(1)).toMatchObject([{ ...cut, status: 200, outcome: 'interrupted' }])
  })

  test('large events, one after the other, take the memory of one', async () => {
    upstream.reply = streamOf(...Array.from({ length: 6 }, () => chunk(large)))
    const { status, text } = await ask(true, path)
    expect([status, text.length > 6 * large.length, text.includes('overloaded')]).toEqual([200, true, false])
  })

  test("a provider's error needs none beyond its beginning", async () => {
    upstream.reply = (_call, response) =>
      response.writeHead(400, { 'content-type': 'application/json' }).end(`{"error":{"message":"no"},"more":"${tooMuch}"}`)
    expect((await ask(false, path)).status).toBe(400)
    expect(await admin.recordsWhen(1)).toMatchObject([{ provider: 'openai', cost_usd: '0' }])
  })
})
