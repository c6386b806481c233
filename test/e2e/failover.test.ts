import {
  answerWell,
  chat,
  chunk,
  errorOf,
  goodEnd,
  refuseWith,
  reset,
  streamWell,
  twoProviders,
  type TwoProviders,
} from './two-providers.js'
import { token } from './gateway.js'
import { sleep, until } from './waiting.js'

let both: TwoProviders

const message = {
  id: 'm',
  type: 'message',
  role: 'assistant',
  model: 'c',
  content: [{ type: 'text', text: 'ok' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
}

const patient = { breaker: { consecutive_failures: 1_000_000, open_ms: 1 } }

function freshProviders(settings: Readonly<Record<string, unknown>>, addresses: { first?: string } = {}): void {
  beforeAll(async () => {
    both = await twoProviders(settings, addresses)
  })
  afterAll(async () => {
    await both.stop()
  })
  beforeEach(async () => {
    // A kept connection that breaks is replaced once; what is counted here are attempts.
    await both.first.closeIdleConnections()
    both.first.calls.length = 0
    both.second.calls.length = 0
    both.second.reply = answerWell
  })
}

const calls = (): [number, number] => [both.first.calls.length, both.second.calls.length]

describe('which failures are retried', () => {
  freshProviders({ ...patient, retries: { attempts: 3, max_wait_ms: 1000 } })

  // status; [calls of first, of second] for the model with both; status and calls of the first for the model with the first alone
  test.each([
    // Without a Retry-After the client is told at once: it waits and tries again by itself.
    [429, [1, 1], 429, 1],
    [500, [1, 1], 502, 3],
    [502, [1, 1], 502, 3],
    [503, [1, 1], 503, 3],
    [504, [1, 1], 504, 3],
    [529, [1, 1], 503, 3],
    [401, [1, 1], 502, 1],
    [403, [1, 1], 502, 1],
    [400, [1, 0], 400, 1],
    [404, [1, 0], 404, 1],
    [413, [1, 0], 413, 1],
    [422, [1, 0], 422, 1],
  ])('%d', async (status, expected, told, alone) => {
    both.first.reply = refuseWith(status)
    const reply = await chat(both.gateway, 'both')
    expect([reply.status, ...calls()]).toEqual([expected[1] === 1 ? 200 : told, ...expected])
    both.first.calls.length = 0
    const single = await chat(both.gateway, 'first')
    expect([single.status, both.first.calls.length]).toEqual([told, alone])
  })

  test('the second provider gets a longer request as the client wrote it, relayed or translated', async () => {
    const content = 'Zwölf Boxkämpfer. '.repeat(2000)
    const more = { messages: [{ role: 'user', content }], seed: 7, vendor: { kept: [content, null] } }
    both.first.reply = refuseWith(500)
    expect((await chat(both.gateway, 'both', { more })).status).toBe(200)
    const [first, second] = [both.first, both.second].map(({ calls }) => JSON.parse(String(calls[0]?.body)) as object)
    expect(first).toEqual({ model: 'a', stream: false, ...more })
    expect(second).toEqual({ model: 'b', stream: false, ...more })
    both.second.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message))
    }
    expect((await chat(both.gateway, 'mixed', { more })).status).toBe(200)
    expect(String(both.second.calls[1]?.body)).toContain(`"text":${JSON.stringify(content)}`)
  })

  test('a reset before the reply', async () => {
    both.first.reply = reset
    expect((await chat(both.gateway, 'both')).status).toBe(200)
    expect(calls()).toEqual([1, 1])
    const single = await chat(both.gateway, 'first')
    expect([single.status, (await errorOf(single)).code, both.first.calls.length]).toEqual([502, 'upstream_disconnected', 4])
  })

  test('targets are tried in turn until the attempts are used up', async () => {
    both.first.reply = refuseWith(500)
    both.second.reply = refuseWith(503)
    const reply = await chat(both.gateway, 'both')
    expect([reply.status, ...calls()]).toEqual([502, 2, 1])
  })

  test('the same target only after a pause that doubles', async () => {
    both.first.reply = refuseWith(500)
    await chat(both.gateway, 'first')
    const [one, two, three] = both.first.calls.map(({ at }) => at) as [number, number, number]
    expect(two - one).toBeGreaterThanOrEqual(49)
    expect(two - one).toBeLessThan(400)
    expect(three - two).toBeGreaterThanOrEqual(99)
    expect(three - two).toBeLessThan(600)
  })

  test('another target at once', async () => {
    both.first.reply = refuseWith(500)
    await chat(both.gateway, 'both')
    expect((both.second.calls[0]?.at ?? Infinity) - (both.first.calls[0]?.at ?? 0)).toBeLessThan(50)
  })

  test('a stream that fails before its first content is one clean stream of the next target', async () => {
    for (const beginning of ['', ': hello\n\n', chunk('').replace('"content":""', '"role":"assistant","content":""')]) {
      both.first.reply = (_call, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(beginning, () => setImmediate(() => response.socket?.resetAndDestroy()))
      }
      both.second.reply = streamWell
      const reply = await chat(both.gateway, 'both', { stream: true })
      expect([reply.status, await reply.text()]).toEqual([200, chunk('good') + goodEnd])
    }
    expect(calls()).toEqual([3, 3])
  })

  test('after the first content there is no other attempt, wherever the stream is cut', async () => {
    const frames = [chunk('a'), chunk('b'), chunk('c')]
    for (let count = 1; count <= frames.length; count++) {
      both.first.calls.length = 0
      both.first.reply = (_call, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(frames.slice(0, count).join(''), () => setTimeout(() => response.socket?.resetAndDestroy(), 20))
      }
      const text = await (await chat(both.gateway, 'both', { stream: true })).text()
      expect(text.startsWith(frames.slice(0, count).join(''))).toBe(true)
      expect(text).toContain('"code":"upstream_disconnected"')
      expect(text).not.toContain('[DONE]')
      expect(calls()).toEqual([1, 0])
    }
  })

  test('an error inside a 200 is a failure too', async () => {
    both.first.reply = refuseWith(200, {}, '{"error":{"message":"overloaded, sorry","type":"server_error"}}')
    expect((await chat(both.gateway, 'both')).status).toBe(200)
    expect(calls()).toEqual([1, 1])
    const alone = await chat(both.gateway, 'first')
    expect([alone.status, (await errorOf(alone)).message]).toEqual([502, 'overloaded, sorry'])
  })
})

describe('a request that may have been executed is not repeated where that is expensive', () => {
  freshProviders({
    ...patient,
    retries: { attempts: 3 },
    timeouts: { first_byte_ms: 150, reply_ms: 1000, drain_delay_ms: 1, drain_ms: 500 },
  })

  const post = (path: string, body: object): Promise<Response> =>
    fetch(both.gateway.address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  const picture = () => post('/v1/images/generations', { model: 'both', prompt: 'a cat' })
  const speech = () => post('/v1/audio/speech', { model: 'both', input: 'hello', voice: 'alloy' })

  test.each([
    ['a picture', picture],
    ['speech', speech],
  ])('%s: a reset or a timeout after the request was sent is final, a refusal is not', async (_, ask) => {
    both.first.reply = reset
    expect((await ask()).status).toBe(502)
    both.first.reply = () => undefined
    expect((await ask()).status).toBe(504)
    expect(calls()).toEqual([2, 0])
    both.first.reply = refuseWith(503)
    await ask()
    expect(calls()).toEqual([3, 1])
  })

  test('speech that broke off before its first byte', async () => {
    both.first.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).flushHeaders()
      setTimeout(() => response.socket?.resetAndDestroy(), 20)
    }
    expect((await speech()).status).toBe(502)
    expect(calls()).toEqual([1, 0])
  })

  test('a streamed conversation goes to the next target, never to the same one again', async () => {
    both.first.reply = () => undefined
    expect((await chat(both.gateway, 'both', { stream: true })).status).toBe(200)
    expect(calls()).toEqual([1, 1])
    expect((await chat(both.gateway, 'first', { stream: true })).status).toBe(504)
    expect(calls()).toEqual([2, 1])
  })
})

describe('a dead first target', () => {
  freshProviders({ breaker: { consecutive_failures: 5, open_ms: 15_000 } }, { first: 'http://127.0.0.1:9' })

  test('200 requests, four at a time, all are served', async () => {
    let left = 200
    const worker = async (): Promise<void> => {
      while (left-- > 0) {
        expect((await chat(both.gateway, 'both')).status).toBe(200)
      }
    }
    await Promise.all([worker(), worker(), worker(), worker()])
    expect(both.second.calls).toHaveLength(200)
  })
})

describe('the breaker', () => {
  beforeEach(async () => {
    both = await twoProviders({
      breaker: { consecutive_failures: 5, open_ms: 300, open_max_ms: 1000 },
      retries: { attempts: 2, max_wait_ms: 200 },
    })
    both.second.reply = answerWell
  })
  afterEach(async () => {
    await both.stop()
  })

  test('opens after the failures in a row; at most eight of 200 calls reach the target', async () => {
    both.first.reply = refuseWith(500)
    let left = 200
    const worker = async (): Promise<void> => {
      while (left-- > 0) expect((await chat(both.gateway, 'both')).status).toBe(200)
    }
    const startedAt = performance.now()
    await Promise.all([worker(), worker(), worker(), worker()])
    // One probe for every opening that passed meanwhile.
    const probes = Math.floor((performance.now() - startedAt) / 300)
    expect(both.first.calls.length).toBeLessThanOrEqual(8 + probes)
    expect(both.second.calls).toHaveLength(200)
  })

  test('a success in between resets the count', async () => {
    for (let round = 0; round < 3; round++) {
      both.first.reply = refuseWith(500)
      for (let count = 0; count < 4; count++) await chat(both.gateway, 'both')
      both.first.reply = answerWell
      await chat(both.gateway, 'both')
    }
    expect(both.first.calls).toHaveLength(15)
  })

  test('half open: one probe at a time, the opening doubles, a success closes it', async () => {
    both.first.reply = refuseWith(500)
    for (let count = 0; count < 5; count++) await chat(both.gateway, 'both')
    both.first.calls.length = 0
    await sleep(330)
    // The probe takes its time; nobody else waits for it, and nobody else goes there.
    both.first.reply = (_call, response) => setTimeout(() => response.writeHead(500).end(), 100)
    const replies = await Promise.all(Array.from({ length: 10 }, () => chat(both.gateway, 'both')))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(both.first.calls).toHaveLength(1)
    // Open for 600 ms now.
    await sleep(350)
    await chat(both.gateway, 'both')
    expect(both.first.calls).toHaveLength(1)
    await sleep(300)
    both.first.reply = answerWell
    await chat(both.gateway, 'both')
    await chat(both.gateway, 'both')
    expect(both.first.calls).toHaveLength(3)
  })

  test('a probe that streams closes the breaker at its first content', async () => {
    both.first.reply = refuseWith(500)
    for (let count = 0; count < 5; count++) await chat(both.gateway, 'both')
    await sleep(330)
    both.first.calls.length = 0
    let finish: () => void = () => undefined
    both.first.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk('slow'))
      finish = () => response.end(goodEnd)
    }
    const streaming = await chat(both.gateway, 'both', { stream: true })
    both.first.reply = answerWell
    await chat(both.gateway, 'both')
    expect(both.first.calls).toHaveLength(2)
    finish()
    expect(await streaming.text()).toContain('[DONE]')
  })

  test('an abandoned probe lets the next one try', async () => {
    both.first.reply = refuseWith(500)
    for (let count = 0; count < 5; count++) await chat(both.gateway, 'both')
    await sleep(330)
    both.first.calls.length = 0
    both.first.reply = () => undefined
    const leaving = new AbortController()
    const left = chat(both.gateway, 'both', { signal: leaving.signal }).catch(() => 'left')
    await until('the probe is under way', () => both.first.calls.length === 1)
    leaving.abort()
    expect(await left).toBe('left')
    await until('the provider is hung up on', () => both.first.calls[0]?.aborted === true)
    both.first.reply = answerWell
    await chat(both.gateway, 'both')
    expect(both.first.calls).toHaveLength(2)
  })

  test('a Retry-After keeps it open for that time, but not longer than open_max_ms', async () => {
    both.first.reply = refuseWith(429, { 'retry-after': '100' })
    await chat(both.gateway, 'both')
    await chat(both.gateway, 'both')
    expect(both.first.calls).toHaveLength(1)
    await sleep(700)
    await chat(both.gateway, 'both')
    expect(both.first.calls).toHaveLength(1)
    await sleep(350)
    both.first.reply = answerWell
    await chat(both.gateway, 'both')
    expect(both.first.calls).toHaveLength(2)
  })

  test("a model's only target has no breaker", async () => {
    both.first.reply = refuseWith(500)
    for (let count = 0; count < 8; count++) await chat(both.gateway, 'first')
    expect(both.first.calls).toHaveLength(16)
    both.first.reply = answerWell
    expect((await chat(both.gateway, 'first')).status).toBe(200)
  })

  test('all open: 503 no_healthy_target with Retry-After, at once', async () => {
    both.first.reply = refuseWith(500)
    both.second.reply = refuseWith(500)
    for (let count = 0; count < 5; count++) await chat(both.gateway, 'both')
    const before = both.first.calls.length + both.second.calls.length
    expect(before).toBe(10)
    const times: number[] = []
    for (let count = 0; count < 5; count++) {
      const startedAt = performance.now()
      const reply = await chat(both.gateway, 'both')
      times.push(performance.now() - startedAt)
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1'])
      expect(await errorOf(reply)).toMatchObject({ code: 'no_healthy_target', type: 'api_error' })
    }
    expect(both.first.calls.length + both.second.calls.length).toBe(before)
    expect(Math.min(...times)).toBeLessThan(20)
  })
})

describe('the retry budget', () => {
  test('retries in progress stay below their share of the running requests', async () => {
    both = await twoProviders({ ...patient, retries: { attempts: 3, budget_percent: 20, budget_floor: 3 } })
    both.first.reply = (_call, response) => setTimeout(() => refuseWith(500)(_call, response), 100)
    const replies = await Promise.all(Array.from({ length: 50 }, () => chat(both.gateway, 'first')))
    expect(replies.every(({ status }) => status === 502)).toBe(true)
    // 20 % of 50: ten requests that may be repeated, twice each.
    expect(both.first.calls.length).toBeGreaterThan(50)
    expect(both.first.calls.length).toBeLessThanOrEqual(50 + 20)
    await both.stop()
  })
  test('the floor is always there, and nothing above it', async () => {
    both = await twoProviders({ ...patient, retries: { attempts: 2, budget_percent: 0, budget_floor: 1 } })
    const refusals: (() => void)[] = []
    // All five are refused together, and the retry of one is still running when the last of them fails.
    both.first.reply = (call, response) => {
      refusals.push(() => {
        refuseWith(500)(call, response)
      })
      if (refusals.length === 5) for (const refuse of refusals) refuse()
      if (refusals.length > 5) setTimeout(refuseWith(500), 1000, call, response)
    }
    await Promise.all(Array.from({ length: 5 }, () => chat(both.gateway, 'first')))
    expect(both.first.calls).toHaveLength(6)
    both.first.reply = refuseWith(500)
    await chat(both.gateway, 'first')
    expect(both.first.calls).toHaveLength(8)
    await both.stop()
  })
})

describe('Retry-After for clients', () => {
  freshProviders({ ...patient, retries: { attempts: 2, max_wait_ms: 1500 } })

  test.each<[string, () => Record<string, string>, number]>([
    ['retry-after in seconds', () => ({ 'retry-after': '1' }), 1000],
    ['retry-after as a date', () => ({ 'retry-after': new Date(Date.now() + 1500).toUTCString() }), 300],
    ['retry-after-ms', () => ({ 'retry-after-ms': '250' }), 250],
    ['retry-after-ms before retry-after', () => ({ 'retry-after-ms': '250', 'retry-after': '20' }), 250],
  ])('%s that is short enough is waited for', async (_, headers, waitMs) => {
    both.first.reply = (call, response) =>
      both.first.calls.length === 1 ? refuseWith(429, headers())(call, response) : answerWell(call, response)
    expect((await chat(both.gateway, 'first')).status).toBe(200)
    const [one, two] = both.first.calls.map(({ at }) => at) as [number, number]
    expect(two - one).toBeGreaterThanOrEqual(waitMs - 5)
    expect(two - one).toBeLessThan(Math.max(waitMs, 1500) + 400)
  })

  test.each<[string, () => Record<string, string>, string]>([
    ['seconds', () => ({ 'retry-after': '7' }), '7'],
    ['a date', () => ({ 'retry-after': new Date(Date.now() + 60_000).toUTCString() }), '60'],
    ['milliseconds', () => ({ 'retry-after-ms': '2500' }), '3'],
  ])('%s beyond the limit: passed on', async (_, headers, expected) => {
    both.first.reply = refuseWith(429, headers())
    const reply = await chat(both.gateway, 'first')
    expect([reply.status, both.first.calls.length]).toEqual([429, 1])
    const told = Number(reply.headers.get('retry-after'))
    expect(Math.abs(told - Number(expected))).toBeLessThanOrEqual(2)
  })

  test.each([
    ['no', {}],
    ['a nonsensical', { 'retry-after': 'soon' }],
    ['a negative', { 'retry-after': '-3' }],
  ])('%s Retry-After: told at once, with the shortest wait', async (_, headers) => {
    both.first.reply = refuseWith(429, headers)
    const reply = await chat(both.gateway, 'first')
    expect([reply.status, both.first.calls.length, reply.headers.get('retry-after')]).toEqual([429, 1, '1'])
  })

  test('both targets ask to wait: the first one that may be asked again is', async () => {
    both.first.reply = (call, response) =>
      both.first.calls.length === 1 ? refuseWith(429, { 'retry-after-ms': '300' })(call, response) : answerWell(call, response)
    both.second.reply = refuseWith(429, { 'retry-after': '30' })
    const reply = await chat(both.gateway, 'both')
    // Two attempts: first, second, and the truth.
    expect([reply.status, reply.headers.get('retry-after'), ...calls()]).toEqual([429, '30', 1, 1])
  })

  test.each([401, 403])('our key refused (%d) is never the client’s 401 or 403, and the key is in no message', async (status) => {
    both.first.reply = refuseWith(status, {}, '{"error":{"message":"Incorrect API key provided: up-key-first."}}')
    const reply = await chat(both.gateway, 'first')
    const error = await errorOf(reply)
    expect([reply.status, error.code, reply.headers.get('x-should-retry')]).toEqual([502, 'upstream_auth', 'false'])
    expect(error.message).not.toContain('up-key')
  })

  test('a refusal keeps its words, without secrets', async () => {
    both.first.reply = refuseWith(
      400,
      {},
      '{"error":{"message":"top_k is unknown (key up-key-first)","type":"invalid_request_error","param":"top_k","code":null}}',
    )
    const reply = await chat(both.gateway, 'first')
    const error = await errorOf(reply)
    expect([reply.status, error.message, error.param]).toEqual([400, 'top_k is unknown (key [removed])', 'top_k'])
  })

  test('secrets are taken out of errors inside a 200 and inside a stream', async () => {
    both.first.reply = refuseWith(200, {}, '{"error":{"message":"bad key up-key-first"}}')
    expect(await (await chat(both.gateway, 'first')).text()).toContain('bad key [removed]')
    both.first.reply = (_call, response) =>
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`${chunk('a')}data: {"error":{"message":"bad key up-key-first"}}\n\n`)
    const text = await (await chat(both.gateway, 'first', { stream: true })).text()
    expect(text).toContain('bad key [removed]')
    expect(text).not.toContain('up-key')
  })
})
