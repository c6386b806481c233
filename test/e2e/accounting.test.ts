import type { ServerResponse } from 'node:http'
import { parseMoney, formatMoney } from '../../src/accounting/money.js'
import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, gatewayFor, kinds, token, type UpstreamRequest } from './gateway.js'
import { chat, chunk, goodEnd, goodReply, refuseWith, reset } from './two-providers.js'
import { until } from './waiting.js'

// A millionth of a dollar for each token read, ten for each token written.
const price = { input_per_million_usd: '1', output_per_million_usd: '10' }
const eventStream = { 'content-type': 'text/event-stream' }
const models = kinds.map((kind) => ({ name: `m-${kind}`, targets: [{ provider: kind, model: 'up-model' }], price }))

let upstream: FakeUpstream
let gateway: RunningGateway
let admin: AdminClient

beforeEach(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream, { admin: { key: 'adm-case' }, models, timeouts: { reply_ms: 300, hold_ms: 0, drain_delay_ms: 1 } })
  admin = new AdminClient(gateway.address)
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
})

function ask(body: object, options: { path?: string; signal?: AbortSignal } = {}): Promise<Response> {
  return fetch(gateway.address + (options.path ?? '/v1/chat/completions'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: 'm-openai', max_tokens: 9, messages: [{ role: 'user', content: 'x'.repeat(401) }], ...body }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
}

/** The record of the one request of a test. */
async function record(): Promise<Readonly<Record<string, unknown>>> {
  const [only, ...others] = await admin.recordsWhen(1)
  expect(others).toEqual([])
  return only ?? {}
}

const send = (usage: object | undefined) => (_call: UpstreamRequest, response: ServerResponse) =>
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ ...goodReply, ...(usage === undefined ? {} : { usage }) }))

test('bytes of audio are no tokens', async () => {
  upstream.reply = (_call, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(Buffer.alloc(4000))
  }
  const reply = await fetch(`${gateway.address}/v1/audio/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ model: 'm-openai', input: 'Hello.', voice: 'alloy' }),
  })
  expect((await reply.arrayBuffer()).byteLength).toBe(4000)
  expect(await record()).toMatchObject({ style: 'speech', output_tokens: 0 })
})

test('requests for a conversation are some of the responses style', async () => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const made = await fetch(`${gateway.address}/v1/conversations`, { method: 'POST', headers, body: '{}' })
  const { id } = (await made.json()) as { id: string }
  await fetch(`${gateway.address}/v1/conversations/${id}`, { headers })
  const records = await admin.recordsWhen(2)
  expect(records.map(({ style }) => style)).toEqual(['responses', 'responses'])
})

describe('a whole reply', () => {
  test('is booked as its provider reports it', async () => {
    upstream.reply = send({ prompt_tokens: 7, completion_tokens: 3, total_tokens: 10, prompt_tokens_details: { cached_tokens: 2 } })
    const reply = await ask({})
    expect(await record()).toMatchObject({
      request_id: reply.headers.get('x-request-id'),
      token: 'test',
      style: 'chat-completions',
      model: 'm-openai',
      provider: 'openai',
      upstream_model: 'up-model',
      status: 200,
      outcome: 'ok',
      input_tokens: 7,
      output_tokens: 3,
      cached_input_tokens: 2,
      usage_source: 'provider',
      cost_usd: '0.000037',
      cost_source: 'price',
      attempts: [{ provider: 'openai', model: 'up-model', status: 200, duration_ms: expect.any(Number), cost_usd: '0.000037' }],
    })
  })

  test('costs what its provider states, to the last digit', async () => {
    upstream.reply = (_call, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(
          JSON.stringify({ ...goodReply, usage: { prompt_tokens: 7, completion_tokens: 3 } }).replace(
            '"prompt',
            '"cost":0.000123456789012345678901,"prompt',
          ),
        )
    await ask({})
    expect(await record()).toMatchObject({ input_tokens: 7, cost_usd: '0.000123456789012345678901', cost_source: 'provider' })
  })

  test('with an explicit 0 is booked as 0', async () => {
    upstream.reply = send({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 })
    await ask({})
    expect(await record()).toMatchObject({ input_tokens: 0, output_tokens: 0, usage_source: 'provider', cost_usd: '0' })
  })

  test('without usage is estimated', async () => {
    upstream.reply = send(undefined)
    await ask({})
    expect(await record()).toMatchObject({ input_tokens: 101, output_tokens: 1, usage_source: 'estimated', cost_usd: '0.000111' })
  })
})

describe('who leaves', () => {
  async function leave(body: object, reply: (call: UpstreamRequest, response: ServerResponse) => void, path?: string): Promise<void> {
    const controller = new AbortController()
    upstream.reply = reply
    const answered = ask(body, { signal: controller.signal, ...(path === undefined ? {} : { path }) })
    await until('the provider is asked', () => upstream.calls.length === 1)
    if (body === streamed || 'stream' in body) {
      const reader = (await answered).body?.getReader()
      await reader?.read()
    }
    controller.abort()
    await answered.catch(() => undefined)
  }
  const streamed = { stream: true }

  test('before anything came pays for what was read', async () => {
    await leave({}, () => undefined)
    expect(await record()).toMatchObject({
      status: 499,
      outcome: 'client_aborted',
      input_tokens: 101,
      output_tokens: 0,
      usage_source: 'estimated',
    })
  })

  test('after ten frames pays for them too', async () => {
    await leave(streamed, (_call, response) => response.writeHead(200, eventStream).write(chunk('12345').repeat(10)))
    expect(await record()).toMatchObject({
      outcome: 'client_aborted',
      input_tokens: 101,
      output_tokens: 13,
      usage_source: 'estimated',
      cost_usd: '0.000231',
    })
  })

  test('after the usage pays what was reported', async () => {
    const usage = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'up', choices: [], usage: { prompt_tokens: 5, completion_tokens: 6, total_tokens: 11 } })}\n\n`
    await leave(streamed, (_call, response) => response.writeHead(200, eventStream).write(chunk('12345') + chunk('', 'stop') + usage))
    expect(await record()).toMatchObject({ input_tokens: 5, output_tokens: 6, usage_source: 'provider', cost_usd: '0.000065' })
  })

  test('a messages stream pays for the input that its start reported', async () => {
    const events = [
      {
        type: 'message_start',
        message: { id: 'm', type: 'message', role: 'assistant', model: 'up', content: [], usage: { input_tokens: 55, output_tokens: 1 } },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '12345678' } },
    ]
    const frames = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
    await leave(
      { ...streamed, model: 'm-anthropic' },
      (_call, response) => response.writeHead(200, eventStream).write(frames),
      '/v1/messages',
    )
    expect(await record()).toMatchObject({
      style: 'messages',
      input_tokens: 55,
      output_tokens: 2,
      usage_source: 'estimated',
      cost_usd: '0.000075',
    })
  })
})

const ends: [string, (call: UpstreamRequest, response: ServerResponse) => void, object, object][] = [
  ['a refusal costs nothing', refuseWith(400), {}, { status: 400, cost_usd: '0', usage_source: 'none' }],
  [
    'an overloaded provider costs nothing',
    refuseWith(503),
    {},
    { status: 503, outcome: 'upstream_error', cost_usd: '0', usage_source: 'none' },
  ],
  ['a broken connection costs nothing', reset, {}, { status: 502, outcome: 'upstream_error', cost_usd: '0', usage_source: 'none' }],
  [
    'a time limit pays for what was read',
    () => undefined,
    {},
    { status: 504, outcome: 'timeout', input_tokens: 101, output_tokens: 0, usage_source: 'estimated' },
  ],
  [
    'a stream that is cut pays for what came',
    (_call, response) => {
      response.writeHead(200, eventStream).write(chunk('12345'), () => response.socket?.resetAndDestroy())
    },
    { stream: true },
    { status: 200, outcome: 'truncated', input_tokens: 101, output_tokens: 2, usage_source: 'estimated' },
  ],
  [
    'a request that is no request',
    refuseWith(500),
    { messages: 5 },
    { status: 400, outcome: 'rejected', provider: null, attempts: [], cost_usd: '0' },
  ],
  ['an unknown model', refuseWith(500), { model: 'nope' }, { status: 404, model: 'nope', cost_usd: '0' }],
]
test.each(ends)('%s', async (_name, reply, body, expected) => {
  upstream.reply = reply
  await (await ask(body)).text().catch(() => undefined)
  expect(await record()).toMatchObject(expected)
})

test('300 requests of all kinds leave 300 records, with the ids that the clients read, and their sum is what is spent', async () => {
  let count = 0
  upstream.reply = (call, response) => {
    const streams = call.body.includes('"stream":true')
    switch (count++ % 5) {
      case 0:
        reset(call, response)
        break
      case 1:
        refuseWith(429)(call, response)
        break
      default:
        if (streams) response.writeHead(200, eventStream).end(chunk('good') + goodEnd)
        else send({ prompt_tokens: count, completion_tokens: count * 3, total_tokens: count * 4 })(call, response)
    }
  }
  const ids: (string | null)[] = []
  for (let round = 0; round < 30; round++) {
    const replies = await Promise.all([
      ...[{}, { stream: true }, { model: 'nope' }, { messages: 5 }, { model: 'm-responses' }].map((body) => ask(body)),
      ...['/v1/nothing', '/v1/models', '/v1/embeddings'].map((path) => ask({}, { path })),
      chat(gateway, 'm-openai'),
      chat(gateway, 'm-openai'),
    ])
    for (const reply of replies) {
      ids.push(reply.headers.get('x-request-id'))
      await reply.text().catch(() => undefined)
    }
  }
  const records = await admin.recordsWhen(300)
  expect(records.map((one) => one['request_id']).sort()).toEqual([...ids].sort())
  const sum = records.reduce((total, one) => total + parseMoney(String(one['cost_usd'])), 0n)
  expect(await admin.get('/api/admin/tokens/test')).toMatchObject({ spent_usd: formatMoney(sum), reserved_usd: '0', in_flight: 0 })
  expect(sum > 0n).toBe(true)
})
