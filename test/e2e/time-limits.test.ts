import { spawn, type ChildProcess } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import type { RunningGateway } from '../../src/server/start.js'
import { question, readStream, styles } from './client-styles.js'
import { FakeUpstream, gatewayFor } from './gateway.js'
import { answerWell, chat, chunk, errorOf, goodEnd } from './two-providers.js'
import { sleep, until } from './waiting.js'

let upstream: FakeUpstream
let gateway: RunningGateway

const eventStream = { 'content-type': 'text/event-stream' }

async function start(timeouts: Readonly<Record<string, number>>, settings: object = {}): Promise<void> {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream, { timeouts: { drain_delay_ms: 1, drain_ms: 300, ...timeouts }, ...settings })
  // The first request of a process waits for its validators.
  await Promise.all(
    styles.map(async (style) => {
      const { path, headers, body } = question(style, 'cohere', false)
      await (await fetch(gateway.address + path, { method: 'POST', headers, body })).text()
    }),
  )
}
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
})

/** Asserts that it took this long: never less, and at most 250 ms more in one of three runs (the test shares its machine). */
async function takes<Value>(milliseconds: number, work: () => Promise<Value>): Promise<Value> {
  for (let run = 1; ; run++) {
    const startedAt = performance.now()
    const value = await work()
    const took = performance.now() - startedAt
    expect(took).toBeGreaterThanOrEqual(milliseconds - 5)
    if (took <= milliseconds + 250) return value
    expect([run, took]).toEqual([expect.any(Number), run === 3 ? `at most ${milliseconds + 250}` : took])
  }
}

const hungUp = (): Promise<void> => until('the provider is hung up on', () => upstream.calls.at(-1)?.aborted === true, 500)

describe('first_byte_ms', () => {
  test('a silent provider of a stream: one call, 504, and clients are told not to try again', async () => {
    await start({ first_byte_ms: 400 })
    upstream.reply = () => undefined
    const before = upstream.calls.length
    const reply = await takes(400, () => chat(gateway, 'm-openai', { stream: true }))
    expect([reply.status, reply.headers.get('x-should-retry'), (await errorOf(reply)).code]).toEqual([504, 'false', 'upstream_timeout'])
    expect(upstream.calls.length - before).toBe(1)
    await hungUp()
  })
  test('headers and then silence is what stream_idle_ms is for', async () => {
    await start({ first_byte_ms: 100, stream_idle_ms: 400 })
    upstream.reply = (_call, response) => {
      response.writeHead(200, eventStream).flushHeaders()
    }
    const reply = await takes(400, () => chat(gateway, 'm-openai', { stream: true }))
    expect(reply.status).toBe(504)
    await hungUp()
  })
  test('it does not hold for a plain reply, whose first byte comes when the model has finished', async () => {
    await start({ first_byte_ms: 100 })
    upstream.reply = (call, response) => {
      setTimeout(() => {
        answerWell(call, response)
      }, 400)
    }
    expect((await chat(gateway, 'm-openai')).status).toBe(200)
  })
})

describe('reply_ms', () => {
  test('a plain answer that drips, each attempt counted once', async () => {
    await start({ reply_ms: 400 }, { retries: { attempts: 3 } })
    upstream.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 30)
      response.on('close', () => {
        clearInterval(drip)
      })
    }
    const reply = await takes(400, () => chat(gateway, 'm-openai'))
    expect([reply.status, (await errorOf(reply)).code]).toEqual([504, 'upstream_timeout'])
    await hungUp()
  })
  test('a silent provider: one call', async () => {
    await start({ reply_ms: 400 }, { retries: { attempts: 3 } })
    upstream.reply = () => undefined
    const before = upstream.calls.length
    const reply = await takes(400, () => chat(gateway, 'm-openai'))
    expect([reply.status, reply.headers.get('x-should-retry'), upstream.calls.length - before]).toEqual([504, 'false', 1])
  })
  test('a plain reply after 0.9 of it passes', async () => {
    await start({ reply_ms: 1000 })
    upstream.reply = (call, response) => {
      setTimeout(() => {
        answerWell(call, response)
      }, 900)
    }
    expect((await chat(gateway, 'm-openai')).status).toBe(200)
  })
  test('targets that are slow but answer stay in use', async () => {
    const provider = (name: string) => ({ name, kind: 'openai', base_url: `${upstream.address}/v1`, api_key: name })
    upstream = await new FakeUpstream().start()
    gateway = await gatewayFor(upstream, {
      timeouts: { drain_delay_ms: 1, drain_ms: 300, reply_ms: 1000 },
      providers: [provider('slow'), provider('second')],
      models: [{ name: 'm-openai', targets: ['slow', 'second'].map((name) => ({ provider: name, model: 'x' })) }],
    })
    upstream.reply = (call, response) => {
      setTimeout(() => {
        answerWell(call, response)
      }, 800)
    }
    for (let round = 0; round < 2; round++) await Promise.all(Array.from({ length: 5 }, () => chat(gateway, 'm-openai')))
    expect(upstream.calls.map(({ request }) => request.headers.authorization)).toEqual(Array.from({ length: 10 }, () => 'Bearer slow'))
  })
  test('it holds for all attempts together', async () => {
    await start({ reply_ms: 500 }, { retries: { attempts: 100 } })
    upstream.reply = (_call, response) => {
      setTimeout(() => response.writeHead(500).end('{}'), 150)
    }
    const startedAt = performance.now()
    await chat(gateway, 'm-openai')
    expect(performance.now() - startedAt).toBeLessThan(900)
  })
  test("a provider's own limit holds for it alone, and a model's goes before it", async () => {
    const provider = (timeouts: object) => ({ name: 'openai', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: 'k', timeouts })
    upstream = await new FakeUpstream().start()
    gateway = await gatewayFor(upstream, {
      timeouts: { drain_delay_ms: 1, drain_ms: 300 },
      providers: [provider({ reply_ms: 300 })],
      models: [
        { name: 'm-openai', targets: [{ provider: 'openai', model: 'x' }] },
        { name: 'm-slow', timeouts: { reply_ms: 60_000 }, targets: [{ provider: 'openai', model: 'x' }] },
      ],
    })
    upstream.reply = (call, response) => {
      setTimeout(() => {
        answerWell(call, response)
      }, 600)
    }
    expect([(await chat(gateway, 'm-openai')).status, (await chat(gateway, 'm-slow')).status]).toEqual([504, 200])
  })
})

describe('stream_total_ms', () => {
  test('a stream that goes on and on ends as broken', async () => {
    await start({ stream_total_ms: 500 })
    upstream.reply = (_call, response) => {
      response.writeHead(200, eventStream)
      const drip = setInterval(() => response.write(chunk('x')), 30)
      response.on('close', () => {
        clearInterval(drip)
      })
    }
    const text = await takes(500, async () => (await chat(gateway, 'm-openai', { stream: true })).text())
    expect(readStream('chat-completions', text)).toMatchObject({ finished: false, error: { code: 'upstream_timeout' } })
    await hungUp()
  })
})

describe('connect_ms', () => {
  let stopped: ChildProcess
  const fillers: Socket[] = []
  afterEach(() => {
    for (const socket of fillers.splice(0)) socket.destroy()
    stopped.kill('SIGKILL')
  })

  /** A listener that accepts nothing: stopped, with its queue full, so that further handshakes get no answer. */
  async function blackHole(): Promise<string> {
    stopped = spawn(process.execPath, [
      '-e',
      "const s = require('node:net').createServer(); s.listen({port: 0, host: '127.0.0.1', backlog: 1}, () => console.log(s.address().port))",
    ])
    const port = await new Promise<number>((resolve) => stopped.stdout?.once('data', (text) => resolve(Number(text))))
    stopped.kill('SIGSTOP')
    for (let count = 0; count < 4; count++) fillers.push(connect(port, '127.0.0.1').on('error', () => undefined))
    await sleep(100)
    return `http://127.0.0.1:${port}`
  }

  test.each([false, true])('a black hole, streamed: %s', async (stream) => {
    const address = await blackHole()
    await start(
      { connect_ms: 400 },
      {
        providers: [{ name: 'openai', kind: 'openai', base_url: `${address}/v1`, api_key: 'k' }],
        models: [{ name: 'm-openai', targets: [{ provider: 'openai', model: 'x' }] }],
      },
    )
    const reply = await takes(400, () => chat(gateway, 'm-openai', { stream }))
    expect([reply.status, (await errorOf(reply)).code]).toEqual([504, 'upstream_timeout'])
  })
})

describe('a stream that falls silent', () => {
  const silent: readonly (readonly [string, string, string | undefined])[] = [
    ['sends nothing more', 'stream_idle_ms', undefined],
    ['sends only comments', 'content_idle_ms', ': still here\n\n'],
    ['sends only pings', 'content_idle_ms', 'event: ping\ndata: {"type": "ping"}\n\n'],
  ]
  const beginnings = {
    'chat-completions': ['m-openai', chunk('a')],
    messages: [
      'm-anthropic',
      'event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"x","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}\n\nevent: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\nevent: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}\n\n',
    ],
  } as const

  test.each(silent)('%s: it ends as broken after %s', async (_, limit, ping) => {
    await start({ [limit]: 400, heartbeat_ms: 10_000 })
    for (const style of ['chat-completions', 'messages'] as const) {
      const [model, beginning] = beginnings[style]
      if (style === 'chat-completions' && ping?.startsWith('event') === true) continue
      upstream.reply = (_call, response) => {
        response.writeHead(200, eventStream).write(beginning)
        const pinging = ping === undefined ? undefined : setInterval(() => response.write(ping), 50)
        response.on('close', () => {
          clearInterval(pinging)
        })
      }
      const { path, headers, body } = question(style, 'openai', true)
      const text = await takes(400, async () =>
        (await fetch(gateway.address + path, { method: 'POST', headers, body: body.replace('m-openai', model) })).text(),
      )
      const read = readStream(style, text)
      expect([read.text, read.finished, read.error === undefined]).toEqual(['a', false, false])
      expect(text).not.toContain('still here')
      await hungUp()
    }
  })

  test('pings are signs of life: a model may think for longer than stream_idle_ms', async () => {
    await start({ stream_idle_ms: 200, hold_ms: 50 })
    upstream.reply = (_call, response) => {
      response.writeHead(200, eventStream).write(': thinking\n\n')
      for (let count = 1; count <= 5; count++) setTimeout(() => response.write(': thinking\n\n'), count * 120)
      setTimeout(() => response.end(chunk('a') + goodEnd), 720)
    }
    expect(readStream('chat-completions', await (await chat(gateway, 'm-openai', { stream: true })).text())).toMatchObject({
      text: 'a',
      finished: true,
    })
  })

  test('content goes on: no end', async () => {
    await start({ stream_idle_ms: 200 })
    upstream.reply = (_call, response) => {
      response.writeHead(200, eventStream).write(chunk('0'))
      for (let count = 1; count <= 5; count++) setTimeout(() => response.write(chunk(String(count))), count * 120)
      setTimeout(() => response.end(goodEnd), 720)
    }
    expect(readStream('chat-completions', await (await chat(gateway, 'm-openai', { stream: true })).text())).toMatchObject({
      text: '012345',
      finished: true,
    })
  })
})

describe('headers wait for content, and then signs of life', () => {
  const expected = {
    'chat-completions': ': keep-alive\n\n',
    responses: ': keep-alive\n\n',
    messages: 'event: ping\ndata: {"type": "ping"}\n\n',
    'generate-content': '',
  } as const

  test.each(styles)('%s: after hold_ms the headers, every heartbeat_ms a sign', async (style) => {
    await start({ hold_ms: 200, heartbeat_ms: 100 })
    upstream.reply = (_call, response) => {
      response.writeHead(200, eventStream).flushHeaders()
      setTimeout(() => response.write(chunk('late')), 800)
      setTimeout(() => response.end(goodEnd), 850)
    }
    const { path, headers, body } = question(style, 'openai', true)
    const startedAt = performance.now()
    const reply = await fetch(gateway.address + path, { method: 'POST', headers, body })
    const held = performance.now() - startedAt
    const text = await reply.text()
    expect(reply.status).toBe(200)
    const sign = expected[style]
    if (sign === '') {
      // An official client fails on anything but content here.
      expect(held).toBeGreaterThanOrEqual(750)
      expect(text.startsWith('data: {')).toBe(true)
      expect(text).not.toContain('keep-alive')
    } else {
      expect(held).toBeGreaterThanOrEqual(190)
      expect(held).toBeLessThan(750)
      const count = text.split(sign).length - 1
      expect(count).toBeGreaterThanOrEqual(2)
      expect(count).toBeLessThanOrEqual(6)
    }
    expect(readStream(style, text)).toMatchObject({ text: 'late', finished: true, error: undefined })
  })

  test.each(styles)('%s: start frames are sent once, with the first content', async (style) => {
    await start({ hold_ms: 5000 })
    let wroteAt = 0
    upstream.reply = (_call, response) => {
      response.writeHead(200, eventStream).write(chunk('').replace('"content":""', '"role":"assistant","content":""'))
      setTimeout(() => {
        wroteAt = performance.now()
        response.end(chunk('now') + goodEnd)
      }, 300)
    }
    const { path, headers, body } = question(style, 'openai', true)
    const reply = await fetch(gateway.address + path, { method: 'POST', headers, body })
    expect(performance.now()).toBeGreaterThanOrEqual(wroteAt)
    const text = await reply.text()
    expect(text.match(/event: message_start/g) ?? []).toHaveLength(style === 'messages' ? 1 : 0)
    expect(text.match(/event: response\.created/g) ?? []).toHaveLength(style === 'responses' ? 1 : 0)
    expect(readStream(style, text)).toMatchObject({ text: 'now', finished: true })
  })

  test('a provider whose stream never ends after its terminal mark is hung up on', async () => {
    await start({})
    upstream.reply = (_call, response) => {
      response.writeHead(200, eventStream).write(chunk('a') + goodEnd)
    }
    const text = await (await chat(gateway, 'm-openai', { stream: true })).text()
    expect(text).toContain('[DONE]')
    await until('the provider is hung up on', () => upstream.calls.at(-1)?.aborted === true, 3000)
  })
})
