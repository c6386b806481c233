import type { ServerResponse } from 'node:http'
import type { RunningGateway } from '../../src/server/start.js'
import { question, styles } from './client-styles.js'
import { FakeUpstream, gatewayFor, kinds, token, type UpstreamRequest } from './gateway.js'
import { answerAs } from './answers.js'
import { answerWell, chat, chunk, errorOf, goodEnd, refuseWith, reset, twoProviders, type TwoProviders } from './two-providers.js'
import { goodStreams } from './upstream-streams.js'
import { sleep, until } from './waiting.js'

const eventStream = { 'content-type': 'text/event-stream' }

/** Begins a request that is left by calling `leave`. */
function leaving(ask: (signal: AbortSignal) => Promise<Response>): { leave: () => void; ended: Promise<string> } {
  const controller = new AbortController()
  const ended = ask(controller.signal)
    .then((reply) => reply.text())
    .catch(() => 'left')
  return {
    leave: () => {
      controller.abort()
    },
    ended,
  }
}

/** Waits until nothing was added for this long. */
async function quiet(calls: readonly unknown[], milliseconds: number): Promise<void> {
  let seen = -1
  while (seen !== calls.length) {
    seen = calls.length
    await sleep(milliseconds)
  }
}

describe('a client that leaves', () => {
  let both: TwoProviders
  beforeAll(async () => {
    both = await twoProviders({
      breaker: { consecutive_failures: 1_000_000, open_ms: 1 },
      retries: { attempts: 3, max_wait_ms: 5000 },
    })
    both.first.reply = answerWell
    await chat(both.gateway, 'first')
  })
  afterAll(async () => {
    await both.stop()
  })
  beforeEach(() => {
    both.first.calls.length = 0
    both.second.calls.length = 0
    both.second.reply = answerWell
  })
  const allAborted = (calls: readonly UpstreamRequest[], count: number): boolean =>
    calls.length === count && calls.every(({ aborted }) => aborted)

  test('20 streams, silent and busy: the connection to the provider is closed within a second', async () => {
    let count = 0
    both.first.reply = (_call, response) => {
      response.writeHead(200, eventStream).write(chunk('a'))
      if (count++ % 2 === 0) return
      const busy = setInterval(() => response.write(chunk('b')), 5)
      response.on('close', () => {
        clearInterval(busy)
      })
    }
    const clients = Array.from({ length: 20 }, () => leaving((signal) => chat(both.gateway, 'both', { stream: true, signal })))
    await until('all streams run', () => both.first.calls.length === 20)
    await sleep(50)
    for (const { leave } of clients) leave()
    await until('20 hung up', () => allAborted(both.first.calls, 20), 1000)
    expect(both.second.calls).toHaveLength(0)
  })

  test.each<[string, (call: UpstreamRequest, response: ServerResponse) => void, boolean]>([
    ['while waiting for the head of a plain answer', () => undefined, false],
    ['while waiting for the head of a stream', () => undefined, true],
    ['within a plain answer', (_call, response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":'), false],
    ['before the first content', (_call, response) => response.writeHead(200, eventStream).write(': wait\n\n'), true],
  ])('%s', async (_, reply, stream) => {
    both.first.reply = reply
    const client = leaving((signal) => chat(both.gateway, 'both', { stream, signal }))
    await until('the provider is asked', () => both.first.calls.length === 1)
    await sleep(30)
    client.leave()
    await until('the provider is hung up on', () => allAborted(both.first.calls, 1), 1000)
    await sleep(100)
    expect([both.first.calls.length, both.second.calls.length]).toEqual([1, 0])
  })

  test('in a pause between attempts: no further attempt begins', async () => {
    both.first.reply = refuseWith(429, { 'retry-after-ms': '300' })
    const client = leaving((signal) => chat(both.gateway, 'first', { signal }))
    await until('the provider is asked', () => both.first.calls.length === 1)
    await sleep(50)
    client.leave()
    await client.ended
    await sleep(500)
    expect(both.first.calls).toHaveLength(1)
  })

  test('while connecting: nothing is sent once there is a connection', async () => {
    // Many at once, left at once: whatever was not dispatched yet must not be.
    both.first.reply = answerWell
    const clients = Array.from({ length: 30 }, () => leaving((signal) => chat(both.gateway, 'first', { signal })))
    await Promise.resolve()
    for (const { leave } of clients) leave()
    await Promise.all(clients.map(({ ended }) => ended))
    await sleep(200)
    const { length } = both.first.calls
    await sleep(200)
    expect(both.first.calls).toHaveLength(length)
  })
})

describe('slots are exact', () => {
  let both: TwoProviders
  const limit = 20
  beforeAll(async () => {
    both = await twoProviders({
      tokens: [{ name: 'test', key: token, max_concurrent: limit }],
      breaker: { consecutive_failures: 1_000_000, open_ms: 1 },
      retries: { attempts: 2 },
      timeouts: { first_byte_ms: 50, stream_idle_ms: 50, reply_ms: 100, drain_delay_ms: 1, drain_ms: 300 },
    })
  })
  afterAll(async () => {
    await both.stop()
  })

  test('one more than max_concurrent is a 429 concurrency_limit; after 500 mixed ends all slots are free within 100 ms', async () => {
    let turn = 0
    const answers: ((call: UpstreamRequest, response: ServerResponse) => void)[] = [
      answerWell,
      reset,
      refuseWith(500),
      refuseWith(400),
      () => undefined,
      (_call, response) => response.writeHead(200, eventStream).end(chunk('a') + goodEnd),
      (_call, response) => response.writeHead(200, eventStream).write(chunk('a')),
      (_call, response) => response.writeHead(200, eventStream).write(chunk('a'), () => response.socket?.resetAndDestroy()),
    ]
    const misbehave: FakeUpstream['reply'] = (call, response) => answers[turn++ % answers.length]?.(call, response)
    let left = 500
    const statuses: number[] = []
    const worker = async (number: number): Promise<void> => {
      while (left > 0) {
        left--
        both.first.reply = misbehave
        both.second.reply = misbehave
        const controller = new AbortController()
        const abort = (): void => {
          controller.abort()
        }
        const timer = left % 7 === 0 ? setTimeout(abort, (left * 13) % 60) : undefined
        await chat(both.gateway, number % 2 === 0 ? 'both' : 'first', { stream: left % 2 === 0, signal: controller.signal })
          .then((reply) => {
            statuses.push(reply.status)
            return reply.text()
          })
          .catch(() => undefined)
        clearTimeout(timer)
      }
    }
    // Half the slots: a slot that its client has left is given back a little later.
    await Promise.all(Array.from({ length: limit / 2 }, (_, number) => worker(number)))
    expect(statuses).not.toContain(429)
    await quiet(both.first.calls, 100)

    const waiting: (() => void)[] = []
    both.first.reply = (call, response) =>
      waiting.push(() => {
        answerWell(call, response)
      })
    both.first.calls.length = 0
    const full = Array.from({ length: limit }, () => chat(both.gateway, 'first'))
    await until('all slots are taken', () => waiting.length >= limit, 500)
    const refused = await chat(both.gateway, 'first')
    expect([refused.status, refused.headers.get('retry-after'), (await errorOf(refused)).code]).toEqual([429, '1', 'concurrency_limit'])
    for (const answer of waiting) answer()
    for (const reply of await Promise.all(full)) expect([200, 504]).toContain(reply.status)
  }, 60_000)
})

describe('1,000 clients leave at random moments', () => {
  let upstream: FakeUpstream
  let gateway: RunningGateway
  const troubles: unknown[] = []
  const onTrouble = (error: unknown): void => {
    troubles.push(error)
  }
  beforeAll(async () => {
    process.on('unhandledRejection', onTrouble)
    upstream = await new FakeUpstream().start()
    gateway = await gatewayFor(upstream, { tokens: [{ name: 'test', key: token, max_concurrent: 60 }] })
  })
  afterAll(async () => {
    await gateway.stop()
    await upstream.stop()
    process.off('unhandledRejection', onTrouble)
  })

  test('all styles and kinds: everything is given back', async () => {
    upstream.reply = (call, response) => {
      const kind = kinds.find((name) => call.request.url?.startsWith(`/${name}/`)) ?? 'openai'
      const streamed = call.body.includes('"stream":true') || call.request.url?.includes('stream') === true
      if (!streamed) {
        setTimeout(() => {
          answerAs(kind, { text: 'fine' }, call, response)
        }, 10)
        return
      }
      response.writeHead(200, eventStream)
      const frames = [...goodStreams[kind]]
      const drip = setInterval(() => {
        const frame = frames.shift()
        if (frame === undefined) response.end()
        else response.write(frame)
      }, 3)
      response.on('close', () => {
        clearInterval(drip)
      })
    }
    let left = 1000
    let random = 7
    const worker = async (): Promise<void> => {
      while (left-- > 0) {
        random = (random * 48_271) % 2_147_483_647
        const style = styles[random % styles.length] ?? 'messages'
        const kind = kinds[random % kinds.length] ?? 'openai'
        const { path, headers, body } = question(style, kind, random % 3 > 0)
        const controller = new AbortController()
        const abort = (): void => {
          controller.abort()
        }
        const timer = setTimeout(abort, (random >> 4) % 50)
        await fetch(gateway.address + path, { method: 'POST', headers, body, signal: controller.signal })
          .then((reply) => reply.text())
          .catch(() => undefined)
        clearTimeout(timer)
      }
    }
    await Promise.all(Array.from({ length: 30 }, worker))
    // The process of this test works off what its clients have left behind.
    await quiet(upstream.calls, 400)
    expect(upstream.calls.filter(({ request }) => !request.destroyed && !request.complete)).toHaveLength(0)
    // All slots of the token can be taken again.
    const waiting: (() => void)[] = []
    upstream.reply = (call, response) =>
      waiting.push(() => {
        answerAs('openai', { text: 'fine' }, call, response)
      })
    const full = Array.from({ length: 60 }, () => chat(gateway, 'm-openai'))
    await until('all slots are taken', () => waiting.length === 60)
    expect((await chat(gateway, 'm-openai')).status).toBe(429)
    for (const answer of waiting) answer()
    for (const reply of await Promise.all(full)) expect(reply.status).toBe(200)
    expect(troubles).toEqual([])
  }, 60_000)
})
