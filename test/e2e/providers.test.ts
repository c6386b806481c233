// Every kind of provider behind the gateway, each played by a server that refuses what the real one refuses.
import type { RunningGateway } from '../../src/server/start.js'
import { providerKinds } from '../../src/providers/kinds.js'
import { question, readStream, styles, type Style } from './client-styles.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'
import { answerStrictly } from './strict-provider-server.js'
import { strictProviders, type Body } from './strict-providers.js'

let upstream: FakeUpstream
let gateway: RunningGateway
let fault: string | undefined

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = (call, response) => {
    const name = (call.request.url ?? '').split('/')[1]
    const provider = strictProviders.find((candidate) => candidate.name === name)
    if (provider === undefined) response.writeHead(404).end()
    else fault = answerStrictly(provider, call, response)
  }
  gateway = await gatewayFor(upstream, {
    providers: [
      ...strictProviders.map(({ name, kind, settings, base }) => ({
        name,
        kind,
        base_url: `${upstream.address}/${name}${base}`,
        ...settings,
      })),
      { name: 'jina', kind: 'jina', base_url: `${upstream.address}/jina`, api_key: 'up-key' },
    ],
    models: [
      ...strictProviders.map(({ name, model }) => ({ name: `m-${name}`, targets: [{ provider: name, model }] })),
      { name: 'm-jina', targets: [{ provider: 'jina', model: 'jina-embeddings-v3' }] },
      {
        name: 'm-mixed',
        targets: [
          { provider: 'jina', model: 'jina-embeddings-v3' },
          { provider: 'mistral', model: 'up-model' },
        ],
      },
    ],
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  fault = undefined
  upstream.calls.length = 0
})

async function send(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const reply = await fetch(gateway.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

const sent = (): Body => JSON.parse(upstream.calls.at(-1)?.body.toString() ?? '{}') as Body

test('there is a strict one for every kind that has conversations', () => {
  const kinds = providerKinds.filter((kind) => !['local', 'jina', 'voyage'].includes(kind.kind)).map(({ kind }) => kind)
  expect([...new Set(strictProviders.map(({ kind }) => kind))].sort()).toEqual([...kinds].sort())
})

describe.each(strictProviders.map(({ name }) => name))('%s', (name) => {
  test.each(styles)('answers %s, whole and streamed', async (style: Style) => {
    const plain = question(style, name, false)
    const whole = await send(plain.path, plain.body, plain.headers)
    expect([whole.status, fault]).toEqual([200, undefined])
    expect(JSON.stringify(JSON.parse(whole.text))).toContain('Grüße, 你好 🙂.')
    const asked = question(style, name, true)
    const streamed = await send(asked.path, asked.body, asked.headers)
    expect([streamed.status, fault]).toEqual([200, undefined])
    const read = readStream(style, streamed.text)
    expect(read).toMatchObject({ text: 'Grüße, 你好 🙂.', finished: true, error: undefined })
    expect(JSON.parse(read.arguments)).toEqual({ ort: '京都' })
  })

  test('takes what any client of chat completions sends', async () => {
    const reply = await send('/v1/chat/completions', { model: `m-${name}`, ...richChat })
    expect([reply.status, fault]).toEqual([200, undefined])
  })
})

const look = { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }

/** All at once: what the official library and agents send, some of which each provider lacks. */
const richChat = {
  max_completion_tokens: 100,
  temperature: 0.5,
  seed: 7,
  n: 1,
  user: 'u',
  safety_identifier: 's',
  prompt_cache_key: 'k',
  service_tier: 'auto',
  store: false,
  verbosity: 'low',
  logprobs: false,
  logit_bias: { 50256: -100 },
  parallel_tool_calls: true,
  stop: ['END'],
  tools: [look],
  tool_choice: 'required',
  messages: [
    { role: 'developer', content: 'Be brief.' },
    { role: 'user', content: 'Look.' },
    {
      role: 'assistant',
      content: null,
      refusal: null,
      annotations: [],
      tool_calls: [{ id: 'call_mY2Vt1ZlYWJTZTE2bUVTQ', type: 'function', function: { name: 'look', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'call_mY2Vt1ZlYWJTZTE2bUVTQ', content: 'Rain' },
  ],
}

describe('relayed chat completions: what was left out is said', () => {
  test.each([
    ['mistral', ['/logit_bias', '/user', '/safety_identifier', '/verbosity']],
    ['groq', ['/logit_bias', '/verbosity', '/prompt_cache_key']],
    ['perplexity', ['/logit_bias', '/seed', '/user', '/safety_identifier', '/prompt_cache_key', '/verbosity']],
    ['cerebras', ['/verbosity', '/prompt_cache_key']],
    ['ollama', ['/tool_choice', '/logit_bias', '/user', '/safety_identifier', '/verbosity', '/prompt_cache_key']],
    ['lm-studio', ['/logit_bias', '/user', '/safety_identifier', '/verbosity', '/prompt_cache_key']],
  ])('%s', async (name, dropped) => {
    const { headers } = await send('/v1/chat/completions', { model: `m-${name}`, ...richChat })
    expect(headers.get('x-anywire-conversion')).toBe(`chat-completions>chat-completions; lossy; dropped=${dropped.join(',')}`)
  })

  test.each(['deepseek', 'xai', 'together', 'fireworks', 'vllm', 'openai-compatible', 'vertex-open'])(
    '%s takes all of it, some under another name',
    async (name) => {
      const { headers } = await send('/v1/chat/completions', { model: `m-${name}`, ...richChat })
      expect(headers.get('x-anywire-conversion')).toBe('chat-completions>chat-completions; exact')
    },
  )

  test.each(['openai', 'azure-openai', 'openrouter'])('%s gets the bytes with the model changed, and nothing is said', async (name) => {
    const { headers } = await send('/v1/chat/completions', { model: `m-${name}`, ...richChat })
    expect(headers.get('x-anywire-conversion')).toBeNull()
    expect(upstream.calls[0]?.body.toString()).toBe(JSON.stringify({ model: 'up-model', ...richChat }))
  })

  test('a body that fits passes byte for byte, with members that nobody knows', async () => {
    const body =
      '{ "model": "m-mistral", "messages": [{"role":"user","content":"Hi"}], "max_tokens": 5,\n "temperature": 0.50, "safe_prompt": true }'
    const { headers } = await send('/v1/chat/completions', body)
    expect(headers.get('x-anywire-conversion')).toBeNull()
    expect(upstream.calls[0]?.body.toString()).toBe(body.replace('m-mistral', 'up-model'))
  })

  test('strict mode refuses before anything is sent', async () => {
    const reply = await send('/v1/chat/completions', { model: 'm-mistral', ...richChat }, { 'x-anywire-strict': 'true' })
    expect([reply.status, upstream.calls.length]).toEqual([400, 0])
    expect(JSON.parse(reply.text)).toMatchObject({ error: { code: 'lossy_conversion', param: 'logit_bias' } })
  })
})

test("Mistral's ids are the same in call, result and every later turn; the seed and the choice have its names", async () => {
  await send('/v1/chat/completions', { model: 'm-mistral', ...richChat })
  const first = sent()
  await send('/v1/chat/completions', {
    model: 'm-mistral',
    ...richChat,
    messages: [...richChat.messages, { role: 'user', content: 'And now?' }],
  })
  const ids = (body: Body) =>
    (body['messages'] as { tool_calls?: { id: string }[]; tool_call_id?: string }[]).flatMap((message) => [
      ...(message.tool_calls ?? []).map(({ id }) => id),
      ...(message.tool_call_id === undefined ? [] : [message.tool_call_id]),
    ])
  expect(new Set([...ids(first), ...ids(sent())]).size).toBe(1)
  expect(first).toMatchObject({ random_seed: 7, tool_choice: 'any', max_tokens: 100 })
  expect(first).not.toHaveProperty('seed')
})

test.each(['mistral', 'openai-compatible', 'ollama'])(
  'a free-text tool at %s: it goes as a function and comes back as free text',
  async (name) => {
    upstream.calls.length = 0
    const body = {
      model: `m-${name}`,
      messages: [{ role: 'user', content: 'Look.' }],
      tools: [{ type: 'custom', custom: { name: 'look', description: 'Looks.' } }],
      stream: true,
    }
    const reply = await send('/v1/chat/completions', body)
    expect([reply.status, fault]).toEqual([200, undefined])
    expect(sent()['tools']).toMatchObject([{ type: 'function', function: { name: 'look' } }])
    expect(reply.text).toContain('"custom":{"name":"look"')
  },
)

describe('what changes the question is refused, and nothing is sent', () => {
  test.each([
    ['perplexity', { n: 2 }, 'n'],
    ['ollama', { n: 3 }, 'n'],
    ['mistral', { modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'wav' } }, 'modalities'],
    ['bedrock', { n: 2 }, 'n'],
  ])('%s and %j', async (name, members, param) => {
    const reply = await send('/v1/chat/completions', { model: `m-${name}`, messages: [{ role: 'user', content: 'Hi' }], ...members })
    expect([reply.status, upstream.calls.length]).toEqual([400, 0])
    expect(JSON.parse(reply.text)).toMatchObject({ error: { param } })
  })
})

describe("Anthropic's models elsewhere", () => {
  const ask = { max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }], new_member: { a: 1.0 } }

  test.each([
    ['vertex-claude', 'vertex-2023-10-16'],
    ['bedrock-claude', 'bedrock-2023-05-31'],
  ])('%s: beta features go into the body, other bytes as they are', async (name, version) => {
    const body = `{"model":"m-${name}","max_tokens":50,"messages":[{"role":"user","content":"Hi"}], "temperature": 0.70}`
    const reply = await send('/v1/messages', body, { 'anthropic-version': '2023-06-01', 'anthropic-beta': 'a-2025-01-01,b-2025-02-02' })
    expect([reply.status, fault]).toEqual([200, undefined])
    expect(upstream.calls[0]?.body.toString()).toBe(
      `{"max_tokens":50,"messages":[{"role":"user","content":"Hi"}], "temperature": 0.70,"anthropic_version":"${version}","anthropic_beta":["a-2025-01-01","b-2025-02-02"]}`,
    )
  })

  test('an exception in mid-stream is an error of the client', async () => {
    const strict = upstream.reply
    const { awsMessage, awsStream } = await import('./strict-provider-server.js')
    upstream.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' })
      const whole = awsStream('invoke')
      const exception = awsMessage(
        { ':message-type': 'exception', ':exception-type': 'throttlingException' },
        { message: 'Too many tokens.' },
      )
      response.end(Buffer.concat([whole.subarray(0, whole.readUInt32BE(0) + whole.readUInt32BE(whole.readUInt32BE(0))), exception]))
    }
    const { text } = await send(
      '/v1/messages',
      { model: 'm-bedrock-claude', stream: true, ...ask, new_member: undefined },
      { 'anthropic-version': '2023-06-01' },
    )
    upstream.reply = strict
    expect(text).toContain('Too many tokens.')
    expect(text).not.toContain('message_stop')
  })
})

describe('counting tokens', () => {
  test('Claude on Vertex is asked with the model in the body', async () => {
    const strict = upstream.reply
    upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens":9}')
    const reply = await send(
      '/v1/messages/count_tokens',
      { model: 'm-vertex-claude', messages: [{ role: 'user', content: 'Hi' }] },
      { 'anthropic-version': '2023-06-01' },
    )
    upstream.reply = strict
    expect(JSON.parse(reply.text)).toEqual({ input_tokens: 9 })
    expect(upstream.calls[0]?.request.url).toBe(
      '/vertex-claude/v1/projects/p-1/locations/us-central1/publishers/anthropic/models/count-tokens:rawPredict',
    )
    expect(sent()).toEqual({
      model: 'claude-opus-4-6',
      messages: [{ role: 'user', content: 'Hi' }],
      anthropic_version: 'vertex-2023-10-16',
    })
  })

  test.each([
    [
      'a whole request',
      {
        generateContentRequest: {
          model: 'models/x',
          contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
          systemInstruction: { parts: [{ text: 'S' }] },
        },
      },
    ],
    ['its members', { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], systemInstruction: { parts: [{ text: 'S' }] } }],
  ])('Gemini on Vertex gets %s as members', async (_, question) => {
    const strict = upstream.reply
    upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"totalTokens":9}')
    const reply = await send('/v1beta/models/m-vertex-gemini:countTokens', question)
    upstream.reply = strict
    expect(JSON.parse(reply.text)).toEqual({ totalTokens: 9 })
    expect(sent()).toEqual({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], systemInstruction: { parts: [{ text: 'S' }] } })
  })

  test('where the provider has no endpoint, it is estimated and said', async () => {
    const { headers, status } = await send('/v1beta/models/m-bedrock:countTokens', {
      contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
    })
    expect([status, headers.get('x-anywire-tokenizer'), upstream.calls.length]).toEqual([200, expect.stringContaining('estimated'), 0])
  })
})

test('what a provider says about a wrong signature does not give the secret away', async () => {
  const strict = upstream.reply
  upstream.reply = (_call, response) =>
    response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"The signature of secret-access-key does not match."}')
  const reply = await send('/v1/chat/completions', { model: 'm-bedrock', messages: [{ role: 'user', content: 'Hi' }] })
  upstream.reply = strict
  expect(reply.status).toBe(502)
  expect(reply.text).not.toContain('secret-access-key')
})

describe('what a model cannot do is a 400 that names model, endpoint and what would work', () => {
  test.each([
    ['chat-completions', '/v1/chat/completions'],
    ['messages', '/v1/messages'],
    ['responses', '/v1/responses'],
    ['generate-content', ':generateContent'],
  ] as const)('chat in the style %s with a model for vectors', async (style, path) => {
    const { path: at, headers, body } = question(style, 'jina', false)
    const reply = await send(at, body, headers)
    expect([reply.status, upstream.calls.length]).toEqual([400, 0])
    const { error } = JSON.parse(reply.text) as { error: { message: string } }
    expect(error.message).toBe(
      `The model 'm-jina' has no chat, so it cannot be used at ${path}. It can be used for embeddings (/v1/embeddings), reranking (/v1/rerank). Use a chat model here; /v1/models lists what there is.`,
    )
  })

  test('a target without chat is passed over where another has it', async () => {
    const reply = await send('/v1/chat/completions', { model: 'm-mixed', messages: [{ role: 'user', content: 'Hi' }] })
    expect([reply.status, fault, upstream.calls.length]).toEqual([200, undefined, 1])
  })

  test.each([
    ['m-vertex-claude', '/v1/embeddings', { input: 'a' }],
    ['m-bedrock', '/v1/images/generations', { prompt: 'a' }],
    ['m-vertex-open', '/v1/audio/speech', { input: 'a', voice: 'alloy' }],
    ['m-perplexity', '/v1/moderations', { input: 'a' }],
    ['m-mistral', '/v1/rerank', { query: 'a', documents: ['b'] }],
  ])('%s at %s', async (model, path, members) => {
    const reply = await send(path, { model, ...members })
    expect([reply.status, upstream.calls.length]).toEqual([400, 0])
    expect(reply.text).toContain(model)
    expect(reply.text).toContain(path)
    expect(reply.text).toContain('Use a model of')
  })
})
