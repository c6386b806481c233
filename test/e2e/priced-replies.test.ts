// What each part of a price makes of what providers report, through the whole gateway; and who pays where the reply does not come to its end.
import type { ServerResponse } from 'node:http'
import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'
import { chunk, goodReply } from './two-providers.js'
import { sleep, until } from './waiting.js'

const price = {
  input_per_million_usd: '1',
  cached_input_per_million_usd: '0.1',
  cache_write_per_million_usd: '1.25',
  cache_write_1h_per_million_usd: '2',
  audio_input_per_million_usd: '20',
  output_per_million_usd: '10',
  reasoning_per_million_usd: '11',
  audio_output_per_million_usd: '40',
  image_output_per_million_usd: '30',
  image_usd: '0.5',
  images: [{ size: '1024x1024', quality: 'high', usd: '0.25' }],
  audio_input_per_hour_usd: '0.36',
  characters_per_million_usd: '15',
  search_usd: '0.01',
  above: [{ input_tokens: 1000, input_per_million_usd: '2', output_per_million_usd: '15' }],
  service_tiers: { flex: { input_per_million_usd: '0.5', output_per_million_usd: '5' }, fast: { output_per_million_usd: '60' } },
}

let upstream: FakeUpstream
let gateway: RunningGateway
let admin: AdminClient

beforeEach(async () => {
  upstream = await new FakeUpstream().start()
  const target = (provider: string) => ({ name: `m-${provider}`, targets: [{ provider, model: 'up-model' }], price })
  gateway = await gatewayFor(upstream, {
    admin: { key: 'adm-case' },
    models: ['openai', 'responses', 'anthropic', 'gemini', 'cohere'].map(target),
    tokens: [{ name: 'test', key: token, budget_usd: '2' }],
    timeouts: { reply_ms: 400, stream_idle_ms: 400, drain_delay_ms: 1 },
  })
  admin = new AdminClient(gateway.address)
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
})

const json = (body: object, status = 200) => {
  upstream.reply = (_call, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const post = (path: string, body: object | FormData, signal?: AbortSignal) =>
  fetch(gateway.address + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'anthropic-version': '2023-06-01',
      ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  })

async function record(): Promise<Readonly<Record<string, unknown>>> {
  const [only, ...others] = await admin.recordsWhen(1)
  expect(others).toEqual([])
  return only ?? {}
}

const user = { role: 'user', content: 'x'.repeat(400) }
const message = {
  id: 'm',
  type: 'message',
  role: 'assistant',
  model: 'up',
  content: [{ type: 'text', text: 'Hi.' }],
  stop_reason: 'end_turn',
}
const candidate = { content: { role: 'model', parts: [{ text: 'Hi.' }] }, finishReason: 'STOP', index: 0 }
const response = {
  ...{ id: 'resp_1', object: 'response', created_at: 1, model: 'up', status: 'completed', error: null, incomplete_details: null },
  output: [
    { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x' } },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Hi.', annotations: [] }],
    },
  ],
}

const chat = (more: object = {}) => ['/v1/chat/completions', { model: 'm-openai', messages: [user], ...more }] as const
const replies: readonly (readonly [string, readonly [string, object], object, string])[] = [
  [
    'cache writes of five minutes and of an hour',
    ['/v1/messages', { model: 'm-anthropic', max_tokens: 9, messages: [user] }],
    {
      ...message,
      usage: {
        ...{ input_tokens: 10, cache_read_input_tokens: 100, cache_creation_input_tokens: 30, output_tokens: 2 },
        cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 },
      },
    },
    '0.0000925',
  ],
  [
    'searches and the fast mode of Claude, asked in another style',
    chat({ model: 'm-anthropic' }),
    { ...message, usage: { input_tokens: 10, output_tokens: 2, server_tool_use: { web_search_requests: 3 }, speed: 'fast' } },
    '0.03013',
  ],
  [
    'the service tier of the reply, not of the request',
    chat({ service_tier: 'auto' }),
    { ...goodReply, service_tier: 'flex', usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } },
    '0.0001',
  ],
  ['a long prompt', chat(), { ...goodReply, usage: { prompt_tokens: 1001, completion_tokens: 10, total_tokens: 1011 } }, '0.002152'],
  [
    'sound and reasoning',
    chat(),
    {
      ...goodReply,
      usage: {
        ...{ prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 },
        prompt_tokens_details: { audio_tokens: 60, cached_tokens: 10 },
        completion_tokens_details: { reasoning_tokens: 20, audio_tokens: 25 },
      },
    },
    '0.002501',
  ],
  [
    'a search of the responses API',
    ['/v1/responses', { model: 'm-responses', input: 'Hi.', store: false }],
    { ...response, usage: { input_tokens: 10, output_tokens: 2, total_tokens: 12 } },
    '0.01003',
  ],
  [
    'Gemini’s pictures and searches, asked in another style',
    chat({ model: 'm-gemini' }),
    {
      candidates: [{ ...candidate, groundingMetadata: { webSearchQueries: ['a', 'b'] } }],
      usageMetadata: {
        ...{ promptTokenCount: 10, candidatesTokenCount: 100, totalTokenCount: 110 },
        candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 90 }],
      },
    },
    '0.02281',
  ],
  [
    'pictures by the size and quality of the reply',
    ['/v1/images/generations', { model: 'm-openai', prompt: 'A dot.', n: 2 }],
    { created: 1, data: [{ b64_json: 'AA==' }, { b64_json: 'AA==' }], size: '1024x1024', quality: 'high' },
    '0.5',
  ],
  [
    'pictures by the request',
    ['/v1/images/generations', { model: 'm-openai', prompt: 'A dot.', n: 3, size: '1024x1024', quality: 'high' }],
    { created: 1, data: [{ b64_json: 'AA==' }] },
    '0.25',
  ],
  [
    'an embedding',
    ['/v1/embeddings', { model: 'm-openai', input: 'x' }],
    { object: 'list', data: [{ object: 'embedding', index: 0, embedding: [1] }], usage: { prompt_tokens: 7, total_tokens: 7 } },
    '0.000007',
  ],
  [
    'search units of a reranking',
    ['/v2/rerank', { model: 'm-cohere', query: 'x', documents: ['a'] }],
    { id: 'r', results: [{ index: 0, relevance_score: 1 }], meta: { billed_units: { search_units: 2 } } },
    '0.02',
  ],
]

test.each(replies)('%s', async (_name, [path, body], reply, expected) => {
  json(reply)
  const answer = await post(path, body)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-anywire-cost-usd')).toBe(expected)
  expect(await record()).toMatchObject({ cost_usd: expected, cost_source: 'price', outcome: 'ok' })
})

test('spoken characters, which only the request tells', async () => {
  upstream.reply = (_call, reply) => reply.writeHead(200, { 'content-type': 'audio/mpeg' }).end('sound')
  await (await post('/v1/audio/speech', { model: 'm-openai', voice: 'alloy', input: '🙂 Grüße' })).arrayBuffer()
  expect(await record()).toMatchObject({ cost_usd: '0.000105', usage_source: 'none' })
})

test.each([
  ['its usage', { text: 'Hi.', usage: { type: 'duration', seconds: 90 } }],
  ['the detailed format', { text: 'Hi.', duration: 90, segments: [] }],
])('the length of audio, from %s', async (_name, reply) => {
  json(reply)
  const form = new FormData()
  form.set('model', 'm-openai')
  form.set('file', new Blob(['sound']), 'a.wav')
  expect((await post('/v1/audio/transcriptions', form)).status).toBe(200)
  expect(await record()).toMatchObject({ cost_usd: '0.009' })
})

describe('numbers that are none', () => {
  test.each([
    ['negative', { prompt_tokens: -5, completion_tokens: -7 }],
    ['broken', { prompt_tokens: 1.5, completion_tokens: 0.5 }],
    ['beyond all counting', { prompt_tokens: 1e300, completion_tokens: 1e16 }],
  ])('%s are estimated', async (_name, usage) => {
    json({ ...goodReply, usage })
    expect((await post(...chat())).status).toBe(200)
    expect(await record()).toMatchObject({ usage_source: 'estimated', cost_usd: '0.0001' })
  })

  test.each([
    ['of a negative cost', { prompt_tokens: 0, completion_tokens: 0, cost: -3 }],
    ['of a cost beyond all money', { prompt_tokens: 0, completion_tokens: 0, cost: 1e60 }],
    ['of a cost in words', { prompt_tokens: 0, completion_tokens: 0, cost: 'nothing' }],
    ['of a list of costs', { prompt_tokens: 0, completion_tokens: 0, cost: { total_cost: [1] } }],
  ])('%s cost nothing', async (_name, usage) => {
    json({ ...goodReply, usage })
    expect((await post(...chat())).status).toBe(200)
    expect(await record()).toMatchObject({ cost_usd: '0' })
  })
})

describe('who pays where the reply does not come to its end', () => {
  async function leave(body: readonly [string, object], reply: (response: ServerResponse) => void): Promise<void> {
    const controller = new AbortController()
    upstream.reply = (_call, answer) => {
      reply(answer)
    }
    const answered = post(...body, controller.signal).then((answer) => answer.body?.getReader().read())
    await until('the provider is asked', () => upstream.calls.length === 1)
    await Promise.race([answered.catch(() => undefined), sleep(50)])
    controller.abort()
    await answered.catch(() => undefined)
  }

  test('a client that leaves while it is spoken to pays for all characters', async () => {
    await leave(['/v1/audio/speech', { model: 'm-openai', voice: 'alloy', input: 'Hello.' }], (answer) => {
      answer.writeHead(200, { 'content-type': 'audio/mpeg' }).write('sound')
    })
    expect(await record()).toMatchObject({ outcome: 'client_aborted', input_tokens: 2, usage_source: 'estimated', cost_usd: '0.000092' })
  })

  test('a stream that states its cost, and is left then, costs that', async () => {
    const usage = { prompt_tokens: 5, completion_tokens: 6, total_tokens: 11, cost: 0.25 }
    const last = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'up', choices: [], usage })}\n\n`
    await leave(chat({ stream: true }), (answer) => {
      answer.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk('12345') + chunk('', 'stop') + last)
    })
    expect(await record()).toMatchObject({ cost_usd: '0.25', cost_source: 'provider' })
  })

  test('the input that was reported at the start has its parts: what came from the cache and went into it', async () => {
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 20,
      cache_creation: { ephemeral_1h_input_tokens: 20 },
    }
    const events = [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '12345678' } },
    ]
    await leave(['/v1/messages', { model: 'm-anthropic', max_tokens: 9, stream: true, messages: [user] }], (answer) => {
      answer
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
    })
    expect(await record()).toMatchObject({ input_tokens: 130, output_tokens: 2, usage_source: 'estimated', cost_usd: '0.00008' })
  })

  test('pictures that take too long are paid for, as they may be made', async () => {
    upstream.reply = () => undefined
    expect((await post('/v1/images/generations', { model: 'm-openai', prompt: 'dot.', n: 2 })).status).toBe(504)
    expect(await record()).toMatchObject({ outcome: 'timeout', usage_source: 'estimated', cost_usd: '1.000001' })
  })

  test('pictures that are refused cost nothing', async () => {
    json({ error: { message: 'no' } }, 400)
    await post('/v1/images/generations', { model: 'm-openai', prompt: 'dot.', n: 2 })
    expect(await record()).toMatchObject({ cost_usd: '0', cost_source: 'none' })
  })

  test('pictures that the budget does not hold are not asked for', async () => {
    const reply = await post('/v1/images/generations', { model: 'm-openai', prompt: 'dot.', n: 4 })
    expect([reply.status, upstream.calls.length]).toEqual([429, 0])
    expect(await admin.get('/api/admin/tokens/test')).toMatchObject({ spent_usd: '0', reserved_usd: '0' })
  })
})
