import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor, token, type Kind } from './gateway.js'
import { plainReply } from './thinking-upstream.js'

// An agent sends the same tools, instructions and history again and again: each request is answered like the first one.

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

const text = 'Use "quotes" and\nlines, \u00e4\u20ac. '.repeat(200)
const tool = (more: object = {}): object => ({
  name: 'look',
  description: text,
  input_schema: { type: 'object', properties: { city: { type: 'string', default: null } } },
  cache_control: { type: 'ephemeral' },
  ...more,
})
const turns = Array.from({ length: 9 }, (_, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content: [{ type: 'text', text }] }))
const body = (more: object = {}): object => ({
  max_tokens: 100,
  messages: turns,
  system: [{ type: 'text', text }],
  tools: [tool()],
  ...more,
})

async function ask(kind: Kind, sent: object): Promise<unknown[]> {
  upstream.reply = (_call, response) => {
    const reply = plainReply(kind, { text: 'Hm.', proof: '', callId: 'call_1', city: 'Bern' })
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  }
  const before = upstream.calls.length
  const reply = await fetch(`${gateway.address}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: `m-${kind}`, ...sent }),
  })
  const answer = JSON.parse(await reply.text()) as { readonly error?: object }
  const asked = upstream.calls.length > before ? upstream.calls.at(-1)?.body.toString() : undefined
  return [reply.status, reply.headers.get('x-anywire-conversion'), answer.error, asked]
}

const bodies: readonly [string, object][] = [
  ['as agents send it', body()],
  ['members that are null and left out', body({ tools: [tool({ strict: null, defer_loading: null })], temperature: null })],
  ['a tool without a name', body({ tools: [tool({ name: null })] })],
  ['a turn of no role', body({ messages: [...turns, { role: 'nobody', content: 'x' }] })],
]
const kinds: readonly Kind[] = ['anthropic', 'openai', 'responses', 'gemini', 'cohere']

test.each(kinds.flatMap((kind) => bodies.map(([name, sent]) => [kind, name, sent] as const)))('%s: %s', async (kind, _, sent) => {
  const first = await ask(kind, sent)
  for (let count = 0; count < 3; count++) {
    expect(await ask(kind, sent)).toEqual(first)
    // Another one between, which shares parts of it.
    expect((await ask(kind, body()))[0]).toBe(200)
  }
})
