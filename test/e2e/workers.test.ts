// `server.workers`: several processes behind one port answer as one.
import { WebSocket } from 'ws'
import { parseMoney } from '../../src/accounting/money.js'
import { Program } from '../program.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, rawExchange } from './gateway.js'
import { chunk, goodReply } from './two-providers.js'
import { until } from './waiting.js'

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }

let upstream: FakeUpstream
let gateway: Program
let admin: AdminClient
/** Ends what `waiting` streams and replies wait for. */
let finish: (() => void)[] = []

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = ({ body, request }, response) => {
    const { stream, model } = JSON.parse(body.toString()) as { stream?: boolean; model: string }
    if (model.startsWith('broken')) {
      response.writeHead(500).end()
      return
    }
    const end = (): void => {
      if (stream === true) response.end(`${chunk(' two', 'stop')}data: [DONE]\n\n`)
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...goodReply, usage }))
    }
    if (stream === true) response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk('one'))
    if (model === 'waits') finish.push(end)
    else end()
    request.resume()
  }
  const price = { input_per_million_usd: '1', output_per_million_usd: '1' }
  const provider = 'up'
  gateway = await Program.start({
    server: { workers: 4 },
    database: 'memory',
    admin: { key: 'adm-case' },
    tokens: [
      { name: 'free', key: 'sk-free', max_concurrent: 2000 },
      { name: 'few', key: 'sk-few', max_concurrent: 10, budget_usd: '1' },
      { name: 'rate', key: 'sk-rate', requests_per_minute: 60 },
      { name: 'exact', key: 'sk-exact', budget_usd: '0.002', max_concurrent: 2000 },
      { name: 'poor', key: 'sk-poor', budget_usd: '0.0015', max_concurrent: 2000 },
    ],
    providers: [{ name: provider, kind: 'openai', base_url: `${upstream.address}/v1`, api_key: 'up-key' }],
    models: [
      { name: 'm', targets: [{ provider, model: 'x' }], price, max_output_tokens: 90 },
      { name: 'five', targets: [{ provider, model: 'x' }], price: { input_per_million_usd: '0', output_per_million_usd: '1' } },
      { name: 'waits', targets: [{ provider, model: 'waits' }], price, max_output_tokens: 90 },
      {
        name: 'failing',
        targets: [
          { provider, model: 'broken' },
          { provider, model: 'x' },
        ],
      },
      {
        name: 'failing-too',
        targets: [
          { provider, model: 'broken-too' },
          { provider, model: 'x' },
        ],
      },
    ],
    timeouts: { drain_delay_ms: 300 },
  })
  admin = new AdminClient(gateway.address)
})
beforeEach(() => {
  finish = []
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

/** Each on a connection of its own, which any worker may get. */
const ask = (key: string, model: string, more: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, connection: 'close', ...headers },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }], ...more }),
  })

const respond = async (body: object): Promise<{ status: number; id: string }> => {
  const reply = await fetch(`${gateway.address}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-free', connection: 'close' },
    body: JSON.stringify({ model: 'm', input: 'hi', ...body }),
  })
  const { id } = (await reply.json()) as { id: string }
  return { status: reply.status, id }
}

/** Five processes share the machine with other suites. */
const eventually = (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => until(what, holds, 10_000)

/** How many replies have each status; their bodies are read. */
async function statusesOf(replies: readonly Promise<Response>[]): Promise<Readonly<Record<number, number>>> {
  const counts: Record<number, number> = {}
  for (const reply of replies) {
    const { status } = await reply.then(async (response) => {
      await response.text()
      return response
    })
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

const times = <Value>(count: number, make: () => Value): Value[] => Array.from({ length: count }, make)
const accountOf = async (name: string): Promise<Readonly<Record<string, unknown>>> => admin.get(`/api/admin/tokens/${name}`)
const inFlightOf = async (name: string): Promise<unknown> => (await accountOf(name))['in_flight']

const refusedOf = async (name: string): Promise<number> => (await admin.records(name)).filter(({ status }) => status === 429).length

const sumOf = (records: readonly Readonly<Record<string, unknown>>[]): bigint =>
  records.reduce((sum, { cost_usd: usd }) => sum + parseMoney(String(usd)), 0n)

const get = (path: string, lines = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${lines}\r\n`
const statusesIn = (text: string): readonly string[] => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status)

test.each([0, 1, 2, 1000])('every refused handshake gets its answer; a frame comes %d ms after it', async (afterMs) => {
  const handshake = get('/nowhere', 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n')
  const answers: string[] = []
  for (let count = 0; count < 40; count++)
    answers.push(...statusesIn(await rawExchange(gateway.address, handshake, 2000, { text: 'frame', afterMs })))
  expect(answers).toEqual(Array(40).fill('401'))
})

test('the refusal of a request without a body leaves the connection open', async () => {
  const three = get('/nowhere') + get('/v1/models') + get('/healthz')
  expect(statusesIn(await rawExchange(gateway.address, three, 1000))).toEqual(['404', '401', '200'])
})

test('one port, four processes; every request leaves one record and one line of the log', async () => {
  expect(gateway.workers()).toHaveLength(4)
  const before = (await admin.records('free')).length
  expect(await statusesOf(times(40, () => ask('sk-free', 'm')))).toEqual({ 200: 40 })
  await eventually('40 records', async () => (await admin.records('free')).length === before + 40)
  const ids = (await admin.records('free')).slice(0, 40).map(({ request_id: id }) => id)
  await eventually('40 lines', () => gateway.logLines().filter(({ request_id: id }) => ids.includes(id)).length === 40)
})

test('a token runs as many requests at the same time as it may, whoever answers them; a killed worker gives its slots back', async () => {
  const held = times(30, () => ask('sk-few', 'waits', { stream: true }))
  await eventually('ten run', () => finish.length === 10)
  await eventually('twenty are refused', async () => (await refusedOf('few')) === 20)
  expect(await inFlightOf('few')).toBe(10)
  // One of them runs some of the ten.
  const replaced = () => gateway.logLines().filter(({ message }) => message === 'a worker process has ended and is replaced').length
  for (const victim of gateway.workers()) {
    if ((await inFlightOf('few')) !== 10) break
    const before = replaced()
    process.kill(victim, 'SIGKILL')
    await eventually('the gateway knows that the worker is gone', () => replaced() > before)
  }
  const left = Number(await inFlightOf('few'))
  expect(left).toBeLessThan(10)
  const more = times(20, () => ask('sk-few', 'waits', { stream: true }))
  await eventually('its slots are taken again', () => finish.length === 20 - left)
  await eventually('the rest is refused', async () => (await refusedOf('few')) === 20 + 10 + left)
  for (const end of finish.splice(0)) end()
  const texts = await Promise.all([...held, ...more].map((reply) => reply.then((response) => response.text()).catch(() => 'cut')))
  expect(texts.filter((text) => text.includes('[DONE]'))).toHaveLength(10)
  expect(texts.filter((text) => text === 'cut')).toHaveLength(10 - left)
  await eventually('all is given back', async () => (await inFlightOf('few')) === 0)
  const records = await admin.recordsWhen(50, 'few')
  expect(records.filter(({ outcome }) => outcome === 'interrupted')).toHaveLength(10 - left)
  expect(await accountOf('few')).toMatchObject({ reserved_usd: '0' })
  expect(parseMoney(String((await accountOf('few'))['spent_usd']))).toBe(sumOf(records))
  await eventually('it is replaced', () => gateway.workers().length === 4)
})

test('the rate of a token is one bucket, and its headers say what is left of it', async () => {
  const startedAt = performance.now()
  const reply = await ask('sk-rate', 'm')
  expect(reply.headers.get('x-ratelimit-remaining-requests')).toBe('59')
  const { 200: passed = 0, 429: refused = 0 } = await statusesOf(times(179, () => ask('sk-rate', 'm')))
  expect(passed).toBeGreaterThanOrEqual(59)
  // The bucket refills by one each second.
  expect(passed).toBeLessThanOrEqual(59 + Math.ceil((performance.now() - startedAt) / 1000))
  expect(passed + refused).toBe(179)
})

test('1,000 parallel calls and a killed worker overrun no budget', async () => {
  const replies = times(1000, () =>
    ask('sk-poor', 'm').then(
      ({ status }) => status,
      () => 0,
    ),
  )
  await eventually('some have ended', async () => Number((await accountOf('poor'))['spent_usd']) > 0)
  process.kill(gateway.workers()[0] ?? 0, 'SIGKILL')
  await Promise.all(replies)
  // The killed one may have had this question.
  const inFlight = (): Promise<unknown> => inFlightOf('poor').catch(() => undefined)
  await eventually('all is given back', async () => (await inFlight()) === 0)
  const { spent_usd: spent, reserved_usd: reserved } = await accountOf('poor')
  expect(reserved).toBe('0')
  expect(parseMoney(String(spent))).toBeLessThanOrEqual(parseMoney('0.0015'))
  expect(parseMoney(String(spent))).toBeGreaterThan(0n)
  await eventually('the books have it', async () => sumOf(await admin.records('poor')) === parseMoney(String(spent)))
  await eventually('it is replaced', () => gateway.workers().length === 4)
}, 120_000)

test('a budget for 400 requests takes 400, though workers have money for requests that have not come', async () => {
  const seen: Promise<Response>[] = []
  const asking = times(40, async () => {
    for (let count = 0; count < 15; count++) {
      const reply = ask('sk-exact', 'five', { max_tokens: 5 })
      seen.push(reply)
      await reply
    }
  })
  await Promise.all(asking)
  expect(await statusesOf(seen)).toEqual({ 200: 400, 429: 200 })
  await eventually('all is given back', async () => (await accountOf('exact'))['reserved_usd'] === '0')
  expect(await accountOf('exact')).toMatchObject({ spent_usd: '0.002', in_flight: 0 })
  await eventually('the books have it', async () => sumOf(await admin.records('exact')) === parseMoney('0.002'))
}, 120_000)

test('a new token works at once in every process, a revoked one no more', async () => {
  const { key } = (await admin.send('POST', '/api/admin/tokens', { name: 'passing' })).body
  expect(await statusesOf(times(12, () => ask(String(key), 'm')))).toEqual({ 200: 12 })
  await admin.send('DELETE', '/api/admin/tokens/passing')
  expect(await statusesOf(times(12, () => ask(String(key), 'm')))).toEqual({ 401: 12 })
})

test('under load, too, a revoked token passes in no process once the revocation is answered', async () => {
  for (let round = 0; round < 5; round++) {
    const { key } = (await admin.send('POST', '/api/admin/tokens', { name: 'busy', max_concurrent: 2000 })).body
    const revoked = { answered: false }
    let asked = 0
    const clients = times(8, async () => {
      for (;;) {
        const { answered } = revoked
        const reply = await ask(String(key), 'm', {}, { connection: 'keep-alive' })
        await reply.text()
        asked++
        if (answered) return reply.status
      }
    })
    await eventually('they are admitted ahead', () => asked > 60)
    await admin.send('DELETE', '/api/admin/tokens/busy')
    revoked.answered = true
    expect(new Set(await Promise.all(clients))).toEqual(new Set([401]))
  }
}, 60_000)

test('a new model is there at once in every process', async () => {
  const added = await admin.send('POST', '/api/admin/models', { name: 'added', targets: [{ provider: 'up', model: 'x' }] })
  expect(added.status).toBe(200)
  expect(await statusesOf(times(12, () => ask('sk-free', 'added')))).toEqual({ 200: 12 })
})

test('a response is continued and found whoever has made it', async () => {
  for (let turn = 0; turn < 12; turn++) {
    const { id } = await respond({})
    expect(await respond({ previous_response_id: id })).toMatchObject({ status: 200 })
    const found = await fetch(`${gateway.address}/v1/responses/${id}`, {
      headers: { authorization: 'Bearer sk-free', connection: 'close' },
    })
    expect(found.status).toBe(200)
  }
})

test('twins with an Idempotency-Key meet, and the reply is kept for all', async () => {
  const keyed = (): Promise<Response> => ask('sk-free', 'waits', {}, { 'idempotency-key': 'twin' })
  const replies = times(8, keyed)
  await eventually('one asks the provider', () => finish.length === 1)
  await eventually('the others are refused', async () => (await admin.records('free')).filter(({ status }) => status === 409).length === 7)
  for (const end of finish) end()
  expect(await statusesOf(replies)).toEqual({ 200: 1, 409: 7 })
  expect((await keyed()).headers.get('idempotent-replayed')).toBe('true')
})

test('the breaker of a target that fails is open in every process', async () => {
  const before = upstream.calls.length
  for (let count = 0; count < 40; count++) expect((await ask('sk-free', 'failing')).status).toBe(200)
  const broken = upstream.calls.slice(before).filter(({ body }) => body.includes('broken')).length
  expect(broken).toBeLessThanOrEqual(8)
  const { targets } = await admin.get('/api/admin/status')
  expect(targets).toContainEqual({ provider: 'up', model: 'broken', breaker: 'open' })
})

test('what fails in the gateway’s own process is put aside by its workers', async () => {
  const brokenCalls = (): number => upstream.calls.filter(({ body }) => body.includes('broken-too')).length
  for (let count = 0; count < 8; count++)
    expect((await ask('sk-free', 'failing-too', {}, { 'idempotency-key': `key ${count}` })).status).toBe(200)
  const before = brokenCalls()
  expect(before).toBe(5)
  for (let count = 0; count < 20; count++) expect((await ask('sk-free', 'failing-too')).status).toBe(200)
  expect(brokenCalls()).toBe(before)
})

test('one connection may ask for everything', async () => {
  for (const path of ['/healthz', '/v1/models', '/api/token', '/v1/nothing'])
    expect([path, (await fetch(gateway.address + path, { headers: { authorization: 'Bearer sk-free' } })).status]).toEqual([
      path,
      path === '/v1/nothing' ? 404 : 200,
    ])
  expect((await ask('sk-free', 'm', {}, { connection: 'keep-alive' })).status).toBe(200)
})

test('a WebSocket is served', async () => {
  const socket = new WebSocket(`${gateway.address.replace('http', 'ws')}/v1/responses`, { headers: { authorization: 'Bearer sk-free' } })
  const completed = new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (data: Buffer) => {
      if (data.toString().includes('"type":"response.completed"')) resolve()
    })
  })
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify({ type: 'response.create', model: 'm', input: 'hi' }))
  await completed
  socket.close()
})

test('SIGHUP fails no request, SIGTERM lets them end', async () => {
  let stop = false
  const seen: Promise<Response>[] = []
  const asking = times(4, async () => {
    while (!stop) {
      const reply = ask('sk-free', 'm')
      seen.push(reply)
      await reply
    }
  })
  const read = (): number => gateway.logLines().filter(({ message }) => String(message).startsWith('the configuration was read')).length
  for (let count = 1; count <= 3; count++) {
    gateway.signal('SIGHUP')
    await eventually('it is read', () => read() >= count)
  }
  stop = true
  await Promise.all(asking)
  expect(Object.keys(await statusesOf(seen))).toEqual(['200'])
  const streams = times(10, () => ask('sk-free', 'waits', { stream: true }))
  await eventually('ten run', () => finish.length === 10)
  gateway.signal('SIGTERM')
  await eventually('it drains', async () => (await fetch(`${gateway.address}/readyz`)).status === 503)
  await eventually('nobody listens', () =>
    // A connection that comes while the last worker closes its listener may be left by Node's cluster until the process ends.
    fetch(`${gateway.address}/healthz`, { signal: AbortSignal.timeout(1000) }).then(
      () => false,
      (error: unknown) => !(error instanceof DOMException && error.name === 'TimeoutError'),
    ),
  )
  for (const end of finish) end()
  const texts = await Promise.all(streams.map(async (reply) => (await reply).text()))
  expect(texts.filter((text) => text.includes('[DONE]'))).toHaveLength(10)
  expect(await gateway.exited).toBe(0)
}, 120_000)
