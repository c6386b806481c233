import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor, rawExchange, token } from './gateway.js'
import { answerWell, chat, errorOf } from './two-providers.js'
import { sleep, until } from './waiting.js'

let upstream: FakeUpstream
let gateway: RunningGateway

async function start(settings: object): Promise<void> {
  upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
  gateway = await gatewayFor(upstream, settings as Record<string, unknown>)
}
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
})

test('above in_flight: 503 overloaded at once and unread; from 80 per cent on connections close; health answers', async () => {
  await start({ limits: { in_flight: 10 }, tokens: [{ name: 'test', key: token, max_concurrent: 100 }] })
  await chat(gateway, 'm-openai')
  const waiting: (() => void)[] = []
  upstream.reply = (call, response) =>
    waiting.push(() => {
      answerWell(call, response)
    })
  const running = [chat(gateway, 'm-openai')]
  for (let count = 1; count < 10; count++) {
    await until('the one before runs', () => waiting.length === count)
    running.push(chat(gateway, 'm-openai'))
  }
  await until('ten run', () => waiting.length === 10)
  const times: number[] = []
  for (let count = 0; count < 10; count++) {
    const startedAt = performance.now()
    const refused = await chat(gateway, 'm-openai')
    times.push(performance.now() - startedAt)
    expect([refused.status, refused.headers.get('retry-after'), (await errorOf(refused)).code]).toEqual([503, '1', 'overloaded'])
    for (const path of ['/healthz', '/readyz']) expect((await fetch(gateway.address + path)).status).toBe(200)
  }
  expect(Math.min(...times)).toBeLessThan(50)
  // The body is not waited for.
  const unread = await rawExchange(
    gateway.address,
    `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{`,
  )
  expect(unread).toMatch(/^HTTP\/1.1 503 /)
  for (const answer of waiting) answer()
  const connections = (await Promise.all(running)).map((reply) => reply.headers.get('connection'))
  expect(connections).toEqual([...Array.from({ length: 8 }, () => 'keep-alive'), 'close', 'close'])
  upstream.reply = answerWell
  expect((await chat(gateway, 'm-openai')).status).toBe(200)
})

test('requests_per_minute: the limit passes, one more is a 429 with its headers and no call', async () => {
  await start({ tokens: [{ name: 'test', key: token, requests_per_minute: 5 }] })
  for (let left = 4; left >= 0; left--) {
    const reply = await chat(gateway, 'm-openai')
    expect([reply.status, reply.headers.get('x-ratelimit-limit-requests'), reply.headers.get('x-ratelimit-remaining-requests')]).toEqual([
      200,
      '5',
      String(left),
    ])
  }
  const refused = await chat(gateway, 'm-openai')
  expect([refused.status, (await errorOf(refused)).code, refused.headers.get('x-ratelimit-remaining-requests')]).toEqual([
    429,
    'rate_limit_exceeded',
    '0',
  ])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(11)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(12)
  expect(refused.headers.get('x-ratelimit-reset-requests')).toMatch(/^(59|60)s$/)
  expect(upstream.calls).toHaveLength(5)
})

describe('no value delays other requests', () => {
  const big = 'a '.repeat(500_000)
  const hostile = [
    '('.repeat(500_000),
    big,
    '\\"'.repeat(250_000),
    '\u{1f642}'.repeat(200_000),
    '\n'.repeat(900_000),
    'data:image/png;base64,'.repeat(40_000),
  ]
  const headerValues = ['a'.repeat(12_000), ','.repeat(12_000), ' ;'.repeat(6000), '"\\'.repeat(6000), '=,;'.repeat(4000)]

  /** The longest time that /healthz took while this went on, less the shortest. */
  async function worstProbe(work: () => Promise<unknown>): Promise<number> {
    const probing = { on: true }
    const times: number[] = []
    const probe = (async () => {
      while (probing.on) {
        const startedAt = performance.now()
        await (await fetch(`${gateway.address}/healthz`)).text()
        times.push(performance.now() - startedAt)
        await sleep(20)
      }
    })()
    await work()
    probing.on = false
    await probe
    return Math.max(...times)
  }

  test('headers and texts of up to a MiB', async () => {
    await start({ limits: { header_bytes: 20_000 } })
    await chat(gateway, 'm-openai')
    const send = (body: object, headers: Record<string, string> = {}, path = '/v1/chat/completions'): Promise<unknown> =>
      fetch(gateway.address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'anthropic-version': '2023-06-01', ...headers },
        body: JSON.stringify(body),
      }).then((reply) => reply.text())
    const messages = (content: unknown): object => ({ model: 'm-anthropic', max_tokens: 5, messages: [{ role: 'user', content }] })
    const works: (() => Promise<unknown>)[] = []
    for (const text of hostile) {
      works.push(
        () => send({ ...messages(text), model: 'm-anthropic' }),
        () => send({ ...messages('hi'), model: text }),
        () => send({ ...messages('hi'), user: text, stop: [text] }),
        () => send({ ...messages([{ type: 'image_url', image_url: { url: text } }]), model: 'm-gemini' }),
        () => send({ ...messages(text), model: 'm-gemini', system: text }, {}, '/v1/messages'),
      )
    }
    for (const value of headerValues)
      for (const name of [
        'accept',
        'traceparent',
        'anthropic-beta',
        'openai-beta',
        'idempotency-key',
        'x-anywire-strict',
        'content-type',
        'anthropic-version',
      ])
        works.push(() => send(messages('hi'), { [name]: value }))
    // The machine has other work too: what holds up a probe once may be that, what does so three times is not.
    const slow: number[] = []
    for (const [index, work] of works.entries()) {
      let worst = Infinity
      for (let run = 0; run < 3 && worst > 150; run++) worst = Math.min(worst, await worstProbe(work))
      if (worst > 150) slow.push(index)
    }
    expect(slow).toEqual([])
  }, 60_000)
})
