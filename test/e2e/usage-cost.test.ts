// What clients see of the cost: the header of whole replies, and `cost` in the usage of those who ask for it, equal to the books.
import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from './admin.js'
import { answerAs } from './answers.js'
import { question, styles, type Style } from './client-styles.js'
import { FakeUpstream, gatewayFor, kinds, token, type Kind } from './gateway.js'
import { chunk, goodReply } from './two-providers.js'

// Five tokens are read and seven are written: more digits than binary64 holds.
const price = { input_per_million_usd: '0.000000000000000003', output_per_million_usd: '1.000000000000000001' }
const cost = '0.000007000000000000000022'
const models = kinds.map((kind) => ({ name: `m-${kind}`, targets: [{ provider: kind, model: 'up-model' }], price }))

let upstream: FakeUpstream
let gateway: RunningGateway
let admin: AdminClient

beforeEach(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream, { admin: { key: 'adm-case' }, models })
  admin = new AdminClient(gateway.address)
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
})

async function ask(style: Style, kind: Kind, stream: boolean, headers: Record<string, string> = {}): Promise<Response> {
  upstream.reply = (call, response) => {
    answerAs(kind, { text: 'Hi.' }, call, response)
  }
  const asked = question(style, kind, stream)
  return fetch(gateway.address + asked.path, { method: 'POST', headers: { ...asked.headers, ...headers }, body: asked.body })
}

const chat = (body: object) =>
  fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ model: 'm-openai', messages: [{ role: 'user', content: 'Hi.' }], ...body }),
  })

const booked = async (): Promise<unknown> => (await admin.recordsWhen(1))[0]?.['cost_usd']
const costsIn = (text: string): string[] => Array.from(text.matchAll(/"cost":\s*([^,}\s]+)/g), ([, digits = '']) => digits)

const pairs = styles.flatMap((style) => kinds.map((kind) => [style, kind] as const))

describe.each(pairs)('%s in front of %s', (style, kind) => {
  test('a whole reply has its cost in a header, and in its usage where that is asked for', async () => {
    const reply = await ask(style, kind, false, { 'x-anywire-usage': 'cost' })
    const text = await reply.text()
    expect([reply.status, reply.headers.get('x-anywire-cost-usd'), costsIn(text), await booked()]).toEqual([200, cost, [cost], cost])
  })

  test('a stream has it in its last usage, once', async () => {
    const reply = await ask(style, kind, true, { 'x-anywire-usage': 'cost' })
    const text = await reply.text()
    expect([reply.headers.get('x-anywire-cost-usd'), costsIn(text), await booked()]).toEqual([null, [cost], cost])
  })

  test('who does not ask gets what the provider wrote', async () => {
    for (const stream of [false, true]) {
      const [quiet, other] = [await ask(style, kind, stream), await ask(style, kind, stream, { 'x-anywire-usage': 'tokens' })]
      expect([...costsIn(await quiet.text()), ...costsIn(await other.text())]).toEqual([])
    }
  })
})

describe('chat completions asks in its body too', () => {
  beforeEach(() => {
    upstream.reply = (call, response) => {
      answerAs('openai', { text: 'Hi.' }, call, response)
    }
  })

  test.each([true, false])('streamed: %s; the provider gets it as it came', async (stream) => {
    const reply = await chat({ stream, usage: { include: true } })
    expect(costsIn(await reply.text())).toEqual([cost])
    expect(JSON.parse(upstream.calls[0]?.body.toString() ?? '')).toMatchObject({ usage: { include: true } })
  })

  test('and can say no', async () => {
    expect(costsIn(await (await chat({ usage: { include: false } })).text())).toEqual([])
  })

  test('a question of another shape is refused', async () => {
    const reply = await chat({ usage: true })
    expect([reply.status, await reply.json()]).toMatchObject([400, { error: { param: 'usage' } }])
  })
})

test('without a report of the provider it is what the request is booked with', async () => {
  upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(goodReply))
  const text = await (await chat({ usage: { include: true } })).text()
  expect(costsIn(text)).toEqual([await booked()])
})

test('so it is in a stream', async () => {
  upstream.reply = (_call, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${chunk('Hi.')}${chunk('', 'stop')}data: [DONE]\n\n`)
  const text = await (await chat({ stream: true, usage: { include: true } })).text()
  expect(costsIn(text)).toEqual([await booked()])
  expect(text).toMatch(/"usage":\{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2,[^]*\n\ndata: \[DONE\]\n\n$/)
})

test('a cost that the provider states is shown as it is booked: with all its digits', async () => {
  const stated = '0.000123456789012345678901'
  upstream.reply = (_call, response) =>
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(
        `${chunk('Hi.')}${chunk('', 'stop')}data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"up","choices":[],"usage":{"prompt_tokens":5,"completion_tokens":6,"total_tokens":11,"cost":${stated}}}\n\ndata: [DONE]\n\n`,
      )
  expect(costsIn(await (await chat({ stream: true, usage: { include: true } })).text())).toEqual([stated])
  expect(await booked()).toBe(stated)
})

test('a stream as one JSON array has it in its last element', async () => {
  const asked = question('generate-content', 'gemini', true)
  upstream.reply = (call, response) => {
    answerAs('gemini', { text: 'Hi.' }, call, response)
  }
  const reply = await fetch(gateway.address + asked.path.replace('?alt=sse', ''), {
    method: 'POST',
    headers: { ...asked.headers, 'x-anywire-usage': 'cost' },
    body: asked.body,
  })
  const text = await reply.text()
  expect(costsIn(text)).toEqual([cost])
  expect((JSON.parse(text) as unknown[]).length).toBeGreaterThan(0)
})

test('other replies cost nothing, and say nothing', async () => {
  const reply = await fetch(`${gateway.address}/v1/models`, { headers: { authorization: `Bearer ${token}` } })
  expect(reply.headers.get('x-anywire-cost-usd')).toBeNull()
})
