// How the answers of compatible providers depart from OpenAI's (each seen in recordings), behind the gateway: the chat client gets them
// as they are, a client of another style gets what they mean.
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'

let upstream: FakeUpstream
let gateway: RunningGateway

const kinds = [
  'azure-openai',
  'deepseek',
  'groq',
  'mistral',
  'openrouter',
  'xai',
  'cerebras',
  'perplexity',
  'ollama',
  'together',
  'vllm',
  'openai-compatible',
]

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream, {
    providers: kinds.map((kind) => ({ name: kind, kind, base_url: `${upstream.address}/v1`, api_key: 'up-key' })),
    models: kinds.map((kind) => ({ name: `m-${kind}`, targets: [{ provider: kind, model: 'up-model' }] })),
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const head = { id: 'c-1', object: 'chat.completion.chunk', created: 1, model: 'up-model' }
const frame = (value: object): string => `data: ${JSON.stringify({ ...head, ...value })}\n\n`
const delta = (value: object, finish: string | null = null, more: object = {}): string =>
  frame({ choices: [{ index: 0, delta: value, finish_reason: finish }], ...more })
const call = (value: object): object => ({ tool_calls: [{ type: 'function', ...value }] })
const done = 'data: [DONE]\n\n'
const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }

async function ask(path: string, kind: string, frames: readonly string[], members: object): Promise<{ status: number; text: string }> {
  upstream.reply = (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(frames.join(''))
  }
  const reply = await fetch(gateway.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: `m-${kind}`, stream: true, messages: [{ role: 'user', content: 'Hi' }], ...members }),
  })
  return { status: reply.status, text: await reply.text() }
}

const viaChat = (kind: string, frames: readonly string[]) =>
  ask('/v1/chat/completions', kind, frames, { stream_options: { include_usage: true } })

interface Read {
  readonly thinking: string
  readonly text: string
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: string }[]
  readonly stop: string | undefined
  readonly usage: Readonly<Record<string, number>>
  readonly error: string | undefined
}

interface MessagesEvent {
  readonly type: string
  readonly content_block?: { readonly type: string; readonly id?: string; readonly name?: string }
  readonly delta?: { readonly thinking?: string; readonly text?: string; readonly partial_json?: string; readonly stop_reason?: string }
  readonly usage?: Readonly<Record<string, number>>
  readonly error?: { readonly message: string }
}

async function viaMessages(kind: string, frames: readonly string[]): Promise<Read> {
  const { text: body } = await ask('/v1/messages', kind, frames, { max_tokens: 100 })
  const events = body
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => JSON.parse(line.slice(5)) as MessagesEvent)
  const read = { thinking: '', text: '', calls: [] as { id: string; name: string; input: string }[] }
  for (const { content_block: block, delta: piece } of events) {
    if (block?.type === 'tool_use') read.calls.push({ id: block.id ?? '', name: block.name ?? '', input: '' })
    read.thinking += piece?.thinking ?? ''
    read.text += piece?.text ?? ''
    const last = read.calls.at(-1)
    if (last !== undefined) last.input += piece?.partial_json ?? ''
  }
  const end = events.find(({ type }) => type === 'message_delta')
  return {
    ...read,
    stop: end?.delta?.stop_reason,
    usage: end?.usage ?? {},
    error: events.find(({ type }) => type === 'error')?.error?.message,
  }
}

const thoughtful = { thinking: 'Two.', text: 'Four.', calls: [], stop: 'end_turn', error: undefined }
const counted = { input_tokens: 10, output_tokens: 5 }

describe.each<[string, string, readonly string[], Partial<Read>]>([
  [
    'azure-openai',
    'filter results before any choice, a finish reason that is not there until the end',
    [
      frame({ choices: [], prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] }),
      frame({ choices: [{ index: 0, delta: { role: 'assistant', reasoning_content: 'Two.' }, content_filter_results: {} }] }),
      frame({ choices: [{ index: 0, delta: { content: 'Four.' }, content_filter_results: { hate: { filtered: false } } }] }),
      delta({}, 'stop'),
      frame({ choices: [], usage }),
      done,
    ],
    { ...thoughtful, usage: counted },
  ],
  [
    'deepseek',
    'null thoughts, cache hits in the last chunk',
    [
      delta({ role: 'assistant', content: null, reasoning_content: '' }),
      delta({ content: null, reasoning_content: 'Two.' }),
      delta({ content: 'Four.', reasoning_content: null }),
      delta({ content: '', reasoning_content: null }, 'stop', {
        usage: { ...usage, prompt_cache_hit_tokens: 4, prompt_cache_miss_tokens: 6 },
      }),
      done,
    ],
    { ...thoughtful, usage: { input_tokens: 6, cache_read_input_tokens: 4, output_tokens: 5 } },
  ],
  [
    'groq',
    'usage in a member of its own, a whole call in one delta',
    [
      delta({ role: 'assistant', content: null }, null, { x_groq: { id: 'req_1' } }),
      delta({ reasoning: 'Two.', channel: 'analysis' }),
      delta(call({ index: 0, id: 'call_1', function: { name: 'look', arguments: '{"a":1}' } })),
      delta({}, 'tool_calls', { x_groq: { id: 'req_1', usage } }),
      done,
    ],
    { thinking: 'Two.', text: '', calls: [{ id: 'call_1', name: 'look', input: '{"a":1}' }], stop: 'tool_use', usage: counted },
  ],
  [
    'mistral',
    'thoughts inside the content, padding, a call without an index',
    [
      delta({ role: 'assistant', content: '' }, null, { p: 'abcdef' }),
      delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Two.' }], closed: true }] }, null, { p: 'ab' }),
      delta({ content: 'Four.' }, null, { p: 'abc' }),
      delta({ content: '', tool_calls: [{ id: 'D681PevKs', function: { name: 'look', arguments: '{"a":1}' } }] }, 'tool_calls', {
        usage,
        p: 'a',
      }),
      done,
    ],
    { thinking: 'Two.', text: 'Four.', calls: [{ id: 'D681PevKs', name: 'look', input: '{"a":1}' }], stop: 'tool_use', usage: counted },
  ],
  [
    'openrouter',
    'comment lines, thoughts in two members, usage with an empty delta',
    [
      ': OPENROUTER PROCESSING\n\n',
      delta(
        { role: 'assistant', content: '', reasoning: 'Two.', reasoning_details: [{ type: 'reasoning.text', text: 'Two.', index: 0 }] },
        null,
        { provider: 'X' },
      ),
      ': OPENROUTER PROCESSING\n\n',
      delta({ role: 'assistant', content: 'Four.' }, null, { provider: 'X' }),
      frame({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: 'stop', native_finish_reason: 'STOP' }] }),
      frame({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }], usage: { ...usage, cost: 0.1 } }),
      done,
    ],
    { ...thoughtful, usage: counted },
  ],
  [
    'xai',
    'thinking tokens outside the completion',
    [
      delta({ role: 'assistant', reasoning_content: 'Two.' }),
      delta({ content: 'Four.' }, 'stop'),
      frame({
        choices: [],
        usage: { ...usage, total_tokens: 22, completion_tokens_details: { reasoning_tokens: 7 }, cost_in_usd_ticks: 1 },
      }),
      done,
    ],
    { ...thoughtful, usage: { input_tokens: 10, output_tokens: 12 } },
  ],
  [
    'cerebras',
    'time_info, a call in one delta, no content member',
    [
      delta({ role: 'assistant', reasoning: 'Two.' }),
      delta(call({ index: 0, id: 'c1', function: { name: 'look', arguments: '{}' } })),
      delta({}, 'tool_calls', { usage, time_info: { total_time: 0.1 } }),
      done,
    ],
    { thinking: 'Two.', calls: [{ id: 'c1', name: 'look', input: '{}' }], stop: 'tool_use', usage: counted },
  ],
  [
    'perplexity',
    'CRLF, the whole message so far beside the delta, cumulative usage, no [DONE]',
    ['Fo', 'ur.'].map((text, index) =>
      frame({
        object: 'chat.completion',
        choices: [
          {
            index: 0,
            delta: { role: 'assistant', content: text },
            message: { role: 'assistant', content: index === 0 ? 'Fo' : 'Four.' },
            finish_reason: index === 0 ? null : 'stop',
          },
        ],
        usage: { prompt_tokens: 10, completion_tokens: index === 0 ? 2 : 5, total_tokens: 15 },
        citations: ['https://e.test/'],
      }).replace('\n\n', '\r\n\r\n'),
    ),
    { thinking: '', text: 'Four.', stop: 'end_turn', usage: counted },
  ],
  [
    'ollama',
    'thoughts as reasoning, a call in one delta',
    [
      delta({ role: 'assistant', content: '', reasoning: 'Two.' }, null, { system_fingerprint: 'fp_ollama' }),
      delta({ role: 'assistant', content: '', ...call({ index: 0, id: 'call_x', function: { name: 'look', arguments: '{"a":1}' } }) }),
      delta({ role: 'assistant', content: '' }, 'tool_calls'),
      frame({ choices: [], usage }),
      done,
    ],
    { thinking: 'Two.', calls: [{ id: 'call_x', name: 'look', input: '{"a":1}' }], stop: 'tool_use', usage: counted },
  ],
  [
    'together',
    'the finish reason eos',
    [delta({ role: 'assistant', content: 'Four.' }, null, { prompt: [] }), delta({}, 'eos', { usage }), done],
    { text: 'Four.', stop: 'end_turn', usage: counted },
  ],
  [
    'vllm',
    'empty lists of calls, members of its own',
    [
      delta({ role: 'assistant', content: '' }, null, { prompt_token_ids: null }),
      delta({ reasoning_content: 'Two.', tool_calls: [] }),
      frame({
        choices: [{ index: 0, delta: { content: 'Four.', tool_calls: [] }, finish_reason: 'stop', stop_reason: null, token_ids: null }],
      }),
      frame({ choices: [], usage }),
      done,
    ],
    { ...thoughtful, usage: counted },
  ],
  [
    'openai-compatible',
    'later pieces of a call with an empty id and a null name',
    [
      delta({ role: 'assistant', content: null, ...call({ index: 0, id: 'call_1', function: { name: 'look', arguments: '' } }) }),
      delta(call({ index: 0, id: '', function: { name: null, arguments: '{"a":' } })),
      delta(call({ index: 0, id: '', function: { name: null, arguments: '1}' } })),
      delta({}, 'tool_calls', { usage }),
      done,
    ],
    { calls: [{ id: 'call_1', name: 'look', input: '{"a":1}' }], stop: 'tool_use', usage: counted },
  ],
])('%s: %s', (kind, _, frames, expected) => {
  test('a client of messages gets what it means', async () => {
    const { usage: tokens, ...rest } = expected
    const read = await viaMessages(kind, frames)
    expect(read).toMatchObject(rest)
    expect(read.usage).toMatchObject(tokens ?? {})
  })

  test('a client of chat completions gets it as it is', async () => {
    const { text } = await viaChat(kind, frames)
    expect(text.replaceAll('\r', '')).toBe(
      frames
        .filter((each) => !each.startsWith(':'))
        .join('')
        .replaceAll('\r', ''),
    )
  })
})

describe('failures in mid-stream', () => {
  const began = [delta({ role: 'assistant', content: 'Fo' })]
  test.each<[string, readonly string[], string]>([
    [
      'groq',
      [
        ...began,
        'event: error\ndata: {"error":{"message":"Failed to call a function.","type":"invalid_request_error","code":"tool_use_failed"}}\n\n',
      ],
      'Failed to call a function.',
    ],
    [
      'openrouter',
      [...began, delta({ content: '' }, null, { error: { code: 502, message: 'The provider is gone.' }, usage }), done],
      'The provider is gone.',
    ],
    ['openrouter', [...began, delta({}, 'error'), done], ''],
  ])('%s', async (kind, frames, message) => {
    const read = await viaMessages(kind, frames)
    expect([read.text, read.stop]).toEqual(['Fo', undefined])
    expect(read.error).toContain(message)
    const { text } = await viaChat(kind, frames)
    expect(text).toContain('"error"')
    expect(text).toContain(message)
  })
})

describe('refusals in shapes of their own', () => {
  test.each<[string, number, object, number, string]>([
    [
      'mistral',
      422,
      { detail: [{ type: 'extra_forbidden', loc: ['body', 'x'], msg: 'Extra inputs are not permitted' }] },
      422,
      'Extra inputs are not permitted',
    ],
    ['mistral', 401, { detail: 'Invalid API Key' }, 502, 'Invalid API Key'],
    ['mistral', 400, { object: 'error', message: 'Bad model', type: 'invalid_model', code: 1500 }, 400, 'Bad model'],
    ['xai', 400, { code: 'Client specified an invalid argument', error: 'Unknown model' }, 400, 'Unknown model'],
    ['azure-openai', 404, { error: { code: 'DeploymentNotFound', message: 'The deployment does not exist.' } }, 404, 'does not exist'],
    ['perplexity', 400, { error: { message: 'Bad role', type: 'invalid_message', code: 400 } }, 400, 'Bad role'],
    ['openrouter', 402, { error: { code: 402, message: 'Insufficient credits' } }, 502, 'Insufficient credits'],
    [
      'groq',
      400,
      { error: { message: 'Failed to call', type: 'invalid_request_error', code: 'tool_use_failed', failed_generation: '<x>' } },
      400,
      'Failed to call',
    ],
  ])('%s %i %j', async (kind, status, body, clientStatus, message) => {
    for (const path of ['/v1/chat/completions', '/v1/messages']) {
      upstream.reply = (_call, response) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      }
      const reply = await fetch(gateway.address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'anthropic-version': '2023-06-01' },
        body: JSON.stringify({ model: `m-${kind}`, max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] }),
      })
      const { error } = (await reply.json()) as { error: { message: string; type: string } }
      expect([path, reply.status, typeof error.type]).toEqual([path, clientStatus, 'string'])
      expect(error.message).toContain(message)
    }
  })
})
