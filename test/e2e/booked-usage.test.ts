// Usage is booked as the provider reports it, at the price of the target that served, to the last digit.
import type { ServerResponse } from 'node:http'
import { parseObject } from '../../src/json/object.js'
import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, gatewayFor, token, type UpstreamRequest } from './gateway.js'
import { chunk, goodEnd, goodReply, refuseWith } from './two-providers.js'

/** Dollars a million tokens, read and written, in billionths: their cost is exact in units of 10⁻¹⁵ dollars. */
const prices = { dear: [3_141_592_653n, 27_182_818_281n], cheap: [123_456_789n, 700_000_001n] } as const
const eventStream = { 'content-type': 'text/event-stream' }

const decimal = (amount: bigint, digits: number): string => {
  const text = amount.toString().padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, '')
}
const priceOf = ([input, output]: readonly [bigint, bigint]) => ({
  input_per_million_usd: decimal(input, 9),
  output_per_million_usd: decimal(output, 9),
})
const costOf = ([input, output]: readonly [bigint, bigint], read: number, written: number): bigint =>
  BigInt(read) * input + BigInt(written) * output

let upstream: FakeUpstream
let gateway: RunningGateway
let admin: AdminClient
beforeEach(async () => {
  upstream = await new FakeUpstream().start()
  const [dear, cheap] = (['dear', 'cheap'] as const).map((model) => ({ provider: 'openai', model, price: priceOf(prices[model]) }))
  gateway = await gatewayFor(upstream, {
    admin: { key: 'adm-case' },
    models: [
      { name: 'both', targets: [dear, cheap] },
      { name: 'dear', targets: [dear] },
      { name: 'cheap', targets: [cheap] },
      { name: 'of-responses', targets: [{ provider: 'responses', model: 'x', price: priceOf(prices.cheap) }] },
      { name: 'of-messages', targets: [{ provider: 'anthropic', model: 'x', price: priceOf(prices.cheap) }] },
    ],
    retries: { attempts: 2 },
    breaker: { consecutive_failures: 1_000_000, open_ms: 1 },
  })
  admin = new AdminClient(gateway.address)
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
})

function ask(model: string, more: object = {}, path = '/v1/chat/completions'): Promise<Response> {
  return fetch(gateway.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model, max_tokens: 9, messages: [{ role: 'user', content: 'hi' }], ...more }),
  })
}

async function onlyRecord(): Promise<Readonly<Record<string, unknown>>> {
  const [record, ...others] = await admin.recordsWhen(1)
  expect(others).toEqual([])
  return record ?? {}
}

const usageOf = (read: number, written: number) => ({ prompt_tokens: read, completion_tokens: written, total_tokens: read + written })
const usageChunk = (read: number, written: number): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'up', choices: [], usage: usageOf(read, written) })}\n\n`

const events =
  (...list: readonly { readonly type: string; readonly [member: string]: unknown }[]) =>
  (_call: UpstreamRequest, response: ServerResponse): void => {
    response.writeHead(200, eventStream).end(list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
  }

const response = (status: string, more: object) => ({
  ...{ id: 'resp_1', object: 'response', created_at: 1, model: 'up', status, error: null, incomplete_details: null, output: [] },
  ...{ usage: { input_tokens: 50, output_tokens: 60, total_tokens: 110 }, ...more },
})
const begun = { type: 'response.created', response: { ...response('in_progress', {}), usage: null } }
const message = { id: 'm', type: 'message', role: 'assistant', model: 'up', content: [], usage: { input_tokens: 50, output_tokens: 0 } }

test.each<[string, string, (call: UpstreamRequest, response: ServerResponse) => void]>([
  [
    'the last report of a stream wins over those before',
    'cheap',
    (_call, response) =>
      response.writeHead(200, eventStream).end(chunk('good') + usageChunk(1, 2) + usageChunk(900, 1) + usageChunk(50, 60) + goodEnd),
  ],
  [
    'so it does in a messages stream',
    'of-messages',
    events(
      { type: 'message_start', message },
      { type: 'message_delta', delta: {}, usage: { output_tokens: 7 } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 60 } },
      { type: 'message_stop' },
    ),
  ],
  [
    'the end of an incomplete response counts',
    'of-responses',
    events(begun, {
      type: 'response.incomplete',
      response: response('incomplete', { incomplete_details: { reason: 'max_output_tokens' } }),
    }),
  ],
  [
    'the end of a failed response counts',
    'of-responses',
    events(begun, { type: 'response.failed', response: response('failed', { error: { code: 'server_error', message: 'no' } }) }),
  ],
])('%s', async (_name, model, reply) => {
  upstream.reply = reply
  await (await ask(model, { stream: true })).text()
  expect(await onlyRecord()).toMatchObject({
    input_tokens: 50,
    output_tokens: 60,
    usage_source: 'provider',
    cost_usd: decimal(costOf(prices.cheap, 50, 60), 15),
  })
})

test('an explicit 0 in a stream is 0, and not estimated', async () => {
  upstream.reply = (_call, response) => response.writeHead(200, eventStream).end(chunk('good') + usageChunk(0, 0) + goodEnd)
  await (await ask('cheap', { stream: true })).text()
  expect(await onlyRecord()).toMatchObject({ input_tokens: 0, output_tokens: 0, usage_source: 'provider', cost_usd: '0' })
})

test('of a thousand requests each costs what its target costs, in its record, in the reply and in the sum, within a second', async () => {
  let served = 0
  upstream.reply = (call, response) => {
    const model = parseObject(call.body.toString())?.['model']
    if (model === 'dear' && call.body.includes('refuse')) {
      refuseWith(503)(call, response)
      return
    }
    const [read, written] = [(served * 7919) % 100_003, (served * 104_729) % 10_007]
    served++
    if (call.body.includes('"stream":true')) response.writeHead(200, eventStream).end(chunk('good') + usageChunk(read, written) + goodEnd)
    else
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...goodReply, usage: usageOf(read, written) }))
  }
  for (let round = 0; round < 50; round++)
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const refused = index % 4 === 0 ? { messages: [{ role: 'user', content: 'refuse' }] } : {}
        const reply = await ask(index % 2 === 0 ? 'both' : 'cheap', { ...refused, ...(index % 3 === 0 ? { stream: true } : {}) })
        expect(reply.status).toBe(200)
        await reply.text()
      }),
    )
  const endedAt = performance.now()
  const records = await admin.recordsWhen(1000)
  expect(performance.now() - endedAt).toBeLessThan(1000)
  expect(records).toHaveLength(1000)
  let sum = 0n
  for (const { upstream_model: model, input_tokens: read, output_tokens: written, cost_usd: cost } of records) {
    const exact = costOf(model === 'dear' ? prices.dear : prices.cheap, Number(read), Number(written))
    expect(cost).toBe(decimal(exact, 15))
    sum += exact
  }
  const models = records.map(({ upstream_model: model }) => model)
  expect([models.filter((model) => model === 'dear').length, models.filter((model) => model === 'cheap').length]).toEqual([250, 750])
  expect(await admin.get('/api/admin/tokens/test')).toMatchObject({ spent_usd: decimal(sum, 15), reserved_usd: '0' })
  expect(await admin.get('/api/admin/usage?by=token')).toMatchObject({ data: [{ requests: 1000, cost_usd: decimal(sum, 15) }] })
}, 60_000)
