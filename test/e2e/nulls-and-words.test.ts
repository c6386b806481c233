import type { RunningGateway } from '../../src/server/start.js'
import type { Style } from './client-styles.js'
import { FakeUpstream, gatewayFor, kinds, token, type Kind } from './gateway.js'
import { plainReply } from './thinking-upstream.js'

// Members that are null, and words that only the provider can judge: relayed as they came, left out of a translation.

let upstream: FakeUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream)
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const paths: Readonly<Record<Style, (kind: Kind) => string>> = {
  'chat-completions': () => '/v1/chat/completions',
  messages: () => '/v1/messages',
  responses: () => '/v1/responses',
  'generate-content': (kind) => `/v1beta/models/m-${kind}:generateContent`,
}

async function ask(
  style: Style,
  kind: Kind,
  body: object,
): Promise<{ status: number; sent: string; conversion: string | null; text: string }> {
  upstream.reply = (_call, response) => {
    const reply = plainReply(kind, { text: 'Hm.', proof: '', callId: 'call_1', city: 'Bern' })
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  }
  const before = upstream.calls.length
  const named = style === 'generate-content' ? body : { model: `m-${kind}`, ...body }
  const reply = await fetch(gateway.address + paths[style](kind), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify(named),
  })
  const text = await reply.text()
  const sent = upstream.calls.length > before ? (upstream.calls.at(-1)?.body.toString() ?? '') : ''
  return { status: reply.status, sent, conversion: reply.headers.get('x-anywire-conversion'), text }
}

const own: Readonly<Record<Style, Kind>> = {
  'chat-completions': 'openai',
  messages: 'anthropic',
  responses: 'responses',
  'generate-content': 'gemini',
}

/** A request with a null wherever a client library writes one, and what of it a relayed body still says. */
const nulls: readonly [Style, object, string][] = [
  [
    'chat-completions',
    {
      messages: [
        { role: 'user', content: 'Look.', name: null },
        { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'a', content: null },
      ],
      tools: [{ type: 'function', function: { name: 'look', description: null, parameters: null } }],
      tool_choice: null,
      temperature: null,
    },
    '"tool_choice":null',
  ],
  [
    'messages',
    {
      max_tokens: 100,
      system: null,
      temperature: null,
      tools: null,
      metadata: null,
      thinking: null,
      messages: [
        { role: 'user', content: 'Look.' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: { deep: null } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'Fine.', is_error: null }] },
      ],
    },
    '"is_error":null',
  ],
  [
    'responses',
    {
      input: [{ type: 'message', role: 'user', content: 'Look.', status: null, id: null }],
      instructions: null,
      tools: null,
      text: { format: null, verbosity: null },
      max_output_tokens: null,
      stream: null,
    },
    '"stream":null',
  ],
  [
    'generate-content',
    {
      contents: [{ role: 'user', parts: [{ text: 'Look.', thought: null }] }],
      systemInstruction: null,
      tools: null,
      generationConfig: { temperature: null, stopSequences: null },
    },
    '"tools":null',
  ],
]

describe.each(nulls)('%s with members that are null', (style, body, kept) => {
  test.each(kinds)('in front of %s', async (kind) => {
    const { status, sent, conversion, text } = await ask(style, kind, body)
    expect([status, text]).toEqual([200, text])
    if (own[style] === kind) {
      expect(sent).toContain(kept)
      return
    }
    expect(conversion).not.toContain('lossy')
    // The arguments of a call are the client's own JSON; a turn of calls alone has no content.
    expect(sent.replaceAll(/\\?"deep\\?":null|"content":null/g, '')).not.toContain('null')
  })
})

const words: readonly [Style, object, string, string][] = [
  [
    'chat-completions',
    { messages: [{ role: 'user', content: 'Hi.' }], reasoning_effort: 'ultra' },
    '"reasoning_effort":"ultra"',
    '/reasoning_effort',
  ],
  [
    'messages',
    { max_tokens: 4000, messages: [{ role: 'user', content: 'Hi.' }], thinking: { type: 'adaptive', display: 'updates' } },
    '"display":"updates"',
    '/thinking/display',
  ],
  ['responses', { input: 'Hi.', reasoning: { effort: 'ultra' } }, '"effort":"ultra"', '/reasoning/effort'],
  [
    'generate-content',
    { contents: [{ parts: [{ text: 'Hi.' }] }], generationConfig: { thinkingConfig: { thinkingLevel: 'ULTRA' } } },
    '"thinkingLevel":"ULTRA"',
    '/generationConfig/thinkingConfig/thinkingLevel',
  ],
]

describe.each(words)('%s with a word that only its provider knows', (style, body, kept, place) => {
  test.each(kinds)('in front of %s', async (kind) => {
    const { status, sent, conversion, text } = await ask(style, kind, body)
    expect([status, text]).toEqual([200, text])
    if (own[style] === kind) expect(sent).toContain(kept)
    else expect(conversion).toContain(`dropped=${place}`)
  })
})

test('a required member that is null is still missing', async () => {
  const { status, text } = await ask('chat-completions', 'openai', { messages: null })
  expect(status).toBe(400)
  expect(text).toContain('messages')
})
