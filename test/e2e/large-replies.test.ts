// Large replies of providers: whole up to the limit, and counted as memory.
import type { Program } from '../program.js'
import { longestTurn, watchingTurns } from '../turns.js'
import { builtGateway } from './built-gateway.js'
import { impactOf } from './flood.js'
import { FakeUpstream, token } from './gateway.js'
import { goodEnd } from './two-providers.js'
import { until } from './waiting.js'

const MiB = 1024 * 1024
/** Milliseconds of a processor in one turn of the event loop. */
const [mostWanted, mostTaken] = [50, 100]

let upstream: FakeUpstream
let gateway: Program
beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await builtGateway(upstream.address, {}, watchingTurns)
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const replyOf = (content: string): string =>
  JSON.stringify({
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'x',
    choices: [{ index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: 'stop', logprobs: null }],
  })

const asked = {
  '/v1/chat/completions': { messages: [{ role: 'user', content: 'hi' }] },
  '/v1/messages': { max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] },
}

async function ask(path: keyof typeof asked): Promise<{ readonly status: number; readonly bytes: number }> {
  const reply = await fetch(`${gateway.address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: 'm-openai', ...asked[path] }),
  })
  return { status: reply.status, bytes: (await reply.arrayBuffer()).byteLength }
}

describe.each(Object.keys(asked) as (keyof typeof asked)[])('a reply to %s', (path) => {
  test.each([
    ['46 MB', 'a'.repeat(46e6)],
    ['60 MB', 'a'.repeat(60e6)],
    ['60 MB of other letters', 'ж'.repeat(30e6)],
  ])('of %s comes whole and holds nobody up', async (_name, content) => {
    const text = replyOf(content)
    upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    const answered = async (): Promise<void> => {
      const { status, bytes } = await ask(path)
      expect(status).toBe(200)
      expect(bytes).toBeGreaterThanOrEqual(Buffer.byteLength(content))
    }
    expect(await longestTurn(gateway, mostWanted, answered)).toBeLessThan(mostTaken)
  })
})

test('replies of 60 MB to one token at once take no more than its half of the memory; afterwards it is free', async () => {
  const text = replyOf('a'.repeat(60e6))
  upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  const noticed = await impactOf(gateway, async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => ask('/v1/chat/completions')))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 503]))
  })
  expect(noticed).toMatchObject({ alive: true, failed: 0 })
  expect(noticed.grownMiB).toBeLessThan(256 + 128)
  await until('the memory is free again', async () => (await ask('/v1/chat/completions')).status === 200, 5000)
  await until('it is given back', () => gateway.memory() / MiB < 512, 5000)
})

test('large events of many streams of one token take no more than its half of the memory', async () => {
  const event = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'x', choices: [{ index: 0, delta: { content: 'a'.repeat(15e6) }, logprobs: null, finish_reason: null }] })}`
  let come = 0
  let refused = 0
  let goOn = (): void => undefined
  const all = new Promise<void>((resolve) => (goOn = resolve))
  upstream.reply = (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(event, () => come++)
    void all.then(() => response.end(`\n\n${goodEnd}`))
  }
  const streamed = async (): Promise<number> => {
    const reply = await fetch(`${gateway.address}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ model: 'm-openai', stream: true, ...asked['/v1/chat/completions'] }),
    })
    if (reply.status === 503) refused++
    await reply.arrayBuffer()
    return reply.status
  }
  const noticed = await impactOf(gateway, async () => {
    const replies = Array.from({ length: 30 }, streamed)
    await until('each event has come or is refused', () => come + refused >= 30, 20_000)
    goOn()
    expect(new Set(await Promise.all(replies))).toEqual(new Set([200, 503]))
  })
  expect(noticed).toMatchObject({ alive: true, failed: 0 })
  expect(noticed.grownMiB).toBeLessThan(256 + 128)
})
