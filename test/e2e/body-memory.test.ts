import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream, token } from './gateway.js'
import { longestTurn, watchingTurns } from '../turns.js'
import { answerWell } from './two-providers.js'
import { until } from './waiting.js'

const MiB = 1024 * 1024
const other = 'sk-other'
/** Milliseconds of a processor in one turn of the event loop, which other processes do not change. */
const mostTaken = 100
const mostWanted = 50

let upstream: FakeUpstream
let gateway: Program
beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await builtGateway(
    upstream.address,
    {
      tokens: [
        { name: 'test', key: token },
        { name: 'other', key: other },
      ],
    },
    watchingTurns,
  )
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  upstream.reply = answerWell
})

function ask(body: string, key = token, path = '/v1/chat/completions'): Promise<Response> {
  return fetch(`${gateway.address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'anthropic-version': '2023-06-01' },
    body,
  })
}

const small = JSON.stringify({ model: 'm-openai', messages: [{ role: 'user', content: 'hi' }] })

const large = (bytes: number): string => JSON.stringify({ ...JSON.parse(small), user: 'a'.repeat(bytes) })

/** A call of a tool with this id and name, in the messages style. */
function toolCall(id: string): string {
  const messages = [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: [{ type: 'tool_use', id, name: id, input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'found' }] },
  ]
  return JSON.stringify({ model: 'm-openai', max_tokens: 9, messages })
}

/** A request that announces, or does not, a body of which all but the end comes. */
function halfSent(bytes: number, announced: boolean): { readonly socket: Socket; readonly answer: () => string } {
  const { hostname, port } = new URL(gateway.address)
  let answer = ''
  const socket = connect(Number(port), hostname, () => {
    const length = announced ? `Content-Length: ${bytes + 1}` : 'Transfer-Encoding: chunked'
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`,
    )
    if (!announced) socket.write(`${(bytes + 1).toString(16)}\r\n`)
    socket.write(Buffer.alloc(bytes, 32))
  })
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1'))).on('error', () => undefined)
  return { socket, answer: () => answer }
}

test.each([
  ['announced', true],
  ['not announced', false],
])(
  '60 half-sent bodies of 29 MB, %s: one token holds no more than half of the memory, others are served',
  async (_, announced) => {
    await ask(small)
    const before = gateway.memory()
    const halves = Array.from({ length: 60 }, () => halfSent(29e6, announced))
    const refused = (): number => halves.filter(({ answer }) => answer().startsWith('HTTP/1.1 503 ')).length
    await until('most are refused', () => refused() >= 60 - Math.floor((256 * MiB) / 29e6), 20_000)
    expect(halves.find(({ answer }) => answer() !== '')?.answer()).toMatch(/retry-after: 1\r\n/i)
    expect((await ask(small)).status).toBe(200)
    expect((await ask(large(20e6), other)).status).toBe(200)
    expect((gateway.memory() - before) / MiB).toBeLessThan(512)
    for (const { socket } of halves) socket.destroy()
    await until('their memory is free again', async () => (await ask(large(30e6))).status === 200, 10_000)
  },
  60_000,
)

const hostile: readonly (readonly [string, string])[] = [
  ['1 MB of [', '['.repeat(1e6)],
  ['32 MB of [', '['.repeat(32e6)],
  ['1 MB of [ as a member', `{"model":"m-openai","x":${'['.repeat(1e6)}`],
  ['30 MB of {}', `{"model":"m-openai","x":[${'{},'.repeat(1e7)}0]}`],
  ['as many {} as are allowed', `{"model":"m-openai","x":[${'{},'.repeat(249_000)}0]}`],
  ['distinct keys', `{"model":"m-openai",${Array.from({ length: 2e6 }, (_, index) => `"k${index}":0`).join(',')}}`],
  [
    'as many distinct keys as are allowed',
    `{"model":"m-openai",${Array.from({ length: 90_000 }, (_, index) => `"k${index}":0`).join(',')}}`,
  ],
  [
    'objects of one distinct key',
    `{"model":"m-openai","x":[${Array.from({ length: 90_000 }, (_, index) => `{"k${index}":0}`).join(',')}]}`,
  ],
  ['33 MB of white space', ' '.repeat(33e6)],
  ['33 MB of digits', `{"model":"m-openai","x":${'9'.repeat(33e6)}}`],
  ['33 MB of a word', `{"model":"m-openai","x":${'e'.repeat(33e6)}}`],
  ['8 MB of escaped quotes', `{"model":"m-openai","x":"${'\\"'.repeat(4e6)}"}`],
  [
    '30 MB of long numbers',
    `{"model":"m-openai","messages":[],"tools":[${'123456789012345678901234567890123456789012345678901234567890,'.repeat(490_000)}0]}`,
  ],
  [
    '30 MB of long numbers in a schema',
    `{"model":"m-openai","tools":[{"parameters":{"enum":[${'1234567890123456789,'.repeat(490_000)}0]}}]}`,
  ],
  ['an end user of 30 MB', large(30e6)],
  ['the id and name of a tool call of 10 MB each, and its result', toolCall('a'.repeat(10e6))],
  ['8 MB of backslashes', `{"model":"m-openai","x":"${'\\\\'.repeat(4e6)}"}`],
]

const paths = ['/v1/chat/completions', '/v1/messages', '/v1/responses', '/v1beta/models/m-openai:generateContent']

test.each(hostile)(
  '%s holds nobody up, in any style',
  async (_, body) => {
    await ask(small)
    const worst = await longestTurn(gateway, mostWanted, async () => {
      for (const path of paths) expect([200, 400]).toContain((await ask(body, token, path)).status)
    })
    expect(worst).toBeLessThan(mostTaken)
  },
  60_000,
)

const repeatedShapes: [string, string][] = [
  ['200,000 empty lists', `{"model":"m-openai","messages":["${'x'.repeat(5000)}",${'[],'.repeat(200_000)}[]]}`],
  ['240,000 empty texts', `{"model":"m-openai","messages":["${'x'.repeat(5000)}",${'"",'.repeat(240_000)}""]}`],
  [
    '30,000 messages and 2,000 tools',
    JSON.stringify({
      model: 'm-openai',
      max_tokens: 5,
      messages: Array.from({ length: 30_000 }, (_, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content: `turn ${index}` })),
      tools: Array.from({ length: 2000 }, (_, index) => ({ type: 'function', function: { name: `tool${index}`, parameters: {} } })),
    }),
  ],
  ['one text of 4 MB', `{"model":"m-openai","max_tokens":5,"messages":[{"role":"user","content":"${'quoted \\" '.repeat(400_000)}"}]}`],
]

test.each(repeatedShapes)(
  '%s, again and again, hold nobody up, in any style',
  async (_, body) => {
    await ask(small)
    const worst = await longestTurn(gateway, mostWanted, async () => {
      for (let count = 0; count < 4; count++) for (const path of paths) expect([200, 400]).toContain((await ask(body, token, path)).status)
    })
    expect(worst).toBeLessThan(mostTaken)
  },
  60_000,
)

test('many large bodies at once do not delay other requests', async () => {
  await ask(small)
  const texts = [`{"model":"m-openai","x":[${'{},'.repeat(1e7)}0]}`, large(30e6)]
  const sixteen = (): Promise<unknown> => Promise.all(Array.from({ length: 16 }, (_, index) => ask(texts[index % 2] ?? '')))
  expect(await longestTurn(gateway, mostWanted, sixteen)).toBeLessThan(mostTaken)
}, 60_000)

test('eight bodies of 30 MB with a slow provider', async () => {
  await ask(small)
  upstream.reply = (call, response) =>
    setTimeout(() => {
      answerWell(call, response)
    }, 2000)
  const body = `{"model":"m-openai","messages":[{"role":"user","content":"hi"}],"x":[${'{},'.repeat(1e7)}0]}`
  const replies = await Promise.all(Array.from({ length: 8 }, () => ask(body)))
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 400))
  expect((await ask(small)).status).toBe(200)
}, 60_000)

test('bodies of requests that clients leave while the provider is being connected to are freed', async () => {
  // It does not answer the handshake of TLS.
  const hanging = createServer((socket) => socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1')
  await once(hanging, 'listening')
  const program = await builtGateway(`https://127.0.0.1:${(hanging.address() as AddressInfo).port}`, { timeouts: { connect_ms: 60_000 } })
  try {
    const before = program.memory()
    for (let round = 0; round < 20; round++) {
      const leaving = new AbortController()
      // The connection before has been given up.
      const connected = once(hanging, 'connection')
      const left = fetch(`${program.address}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: large(16 * MiB),
        signal: leaving.signal,
      }).catch(() => 'left')
      await connected
      leaving.abort()
      expect(await left).toBe('left')
    }
    expect(program.memory() - before).toBeLessThan(256 * MiB)
  } finally {
    await program.stop()
    hanging.close()
  }
}, 60_000)

test('forms that are read whole for a provider with another form count as they do there', async () => {
  const tight = await builtGateway(upstream.address, {
    limits: { body_bytes: 1_000_000, memory_bytes: 8_000_000 },
    providers: [{ name: 'gemini', kind: 'gemini', base_url: upstream.address, api_key: 'up-key' }],
    models: [{ name: 'm-gemini', targets: [{ provider: 'gemini', model: 'x' }] }],
  })
  const heard = { candidates: [{ content: { role: 'model', parts: [{ text: 'heard' }] }, finishReason: 'STOP' }] }
  upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(heard))
  const transcribe = async (bytes: number): Promise<number> => {
    const form = new FormData()
    form.set('model', 'm-gemini')
    form.set('file', new Blob([Buffer.alloc(bytes, 7)]), 'sound.wav')
    const request = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form }
    return (await fetch(`${tight.address}/v1/audio/transcriptions`, request)).status
  }
  expect([await transcribe(1_500_000), await transcribe(100_000)]).toEqual([503, 200])
  await tight.stop()
})
