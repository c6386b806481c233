import type { RunningGateway } from '../../src/server/start.js'
import { wholes } from './answers.js'
import { question, readStream, styles, type Style } from './client-styles.js'
import { FakeUpstream, gatewayFor, kinds, type Kind } from './gateway.js'
import { goodStreams } from './upstream-streams.js'

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

interface Asked {
  readonly stream: boolean
  readonly type: string
  readonly answer: string
}

async function ask(style: Style, kind: Kind, { stream, type, answer }: Asked): Promise<{ status: number; body: string }> {
  upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': type }).end(answer)
  const { path, headers, body } = question(style, kind, stream)
  const reply = await fetch(gateway.address + path, { method: 'POST', headers, body })
  return { status: reply.status, body: await reply.text() }
}

const json = 'application/json'
const events = 'text/event-stream'
const pairs = styles.flatMap((style) => kinds.map((kind) => [style, kind] as const))

describe.each(pairs)('%s on %s', (style, kind) => {
  test.each([json, events])('a whole reply of %s in place of a stream is played as one', async (type) => {
    for (const said of [{ text: 'All good.' }, { call: { name: 'look', input: { ort: '京都' } } }]) {
      const reply = await ask(style, kind, { stream: true, type, answer: JSON.stringify(wholes[kind](said), null, 1) })
      const read = readStream(style, reply.body)
      expect(read).toMatchObject({ text: said.text ?? '', finished: true, error: undefined })
      if (said.call !== undefined) expect(JSON.parse(read.arguments)).toEqual(said.call.input)
    }
  })

  test.each([json, events])('an error of %s in place of a stream keeps its words', async (type) => {
    const answer = JSON.stringify({ error: { message: 'worker lost', code: 500 }, message: 'worker lost' })
    expect(await ask(style, kind, { stream: true, type, answer })).toMatchObject({
      status: 502,
      body: expect.stringContaining('worker lost'),
    })
  })

  test.each([true, false])('{} is no answer (streamed: %s)', async (stream) => {
    expect((await ask(style, kind, { stream, type: json, answer: '{}' })).status).toBe(502)
  })

  test('a stream whose end was seen is complete whatever is cut off behind it', async () => {
    const answer = `${goodStreams[kind].join('').replace('data: [DONE]\n\n', '')}data: {"usage": {"prompt`
    const reply = await ask(style, kind, { stream: true, type: events, answer })
    expect(readStream(style, reply.body)).toMatchObject({ finished: true, error: undefined })
    expect(reply.body).not.toContain('{"prompt"')
  })

  test('frames of null are not passed on', async () => {
    const answer = goodStreams[kind].map((frame) => `${frame}data: null\n\n`).join('')
    const reply = await ask(style, kind, { stream: true, type: events, answer })
    expect(readStream(style, reply.body)).toMatchObject({ text: 'Grüße, 你好 🙂.', finished: true, error: undefined })
    expect(reply.body).not.toContain('data: null')
  })
})

test.each(styles)('%s: a stream of messages without content_block_stop is complete', async (style) => {
  const answer = goodStreams.anthropic.filter((frame) => !frame.includes('content_block_stop')).join('')
  const read = readStream(style, (await ask(style, 'anthropic', { stream: true, type: events, answer })).body)
  expect(read).toMatchObject({ text: 'Grüße, 你好 🙂.', finished: true, error: undefined })
  expect(JSON.parse(read.arguments)).toEqual({ ort: '京都' })
})

test('a list of chunks in place of a stream is one, in the provider’s own style too', async () => {
  const answer = `[${goodStreams.gemini.map((frame) => frame.replace('data: ', '').trim()).join(',')}]`
  for (const style of styles) {
    const read = readStream(style, (await ask(style, 'gemini', { stream: true, type: json, answer })).body)
    expect(read).toMatchObject({ text: 'Grüße, 你好 🙂.', finished: true, error: undefined })
  }
})

test.each<[Kind, Style, object]>([
  ['openai', 'chat-completions', { id: 'a', choices: [] }],
  ['anthropic', 'messages', { id: 'a', type: 'message' }],
  ['responses', 'responses', { id: 'a', object: 'response' }],
  ['gemini', 'generate-content', { candidates: [], usageMetadata: {} }],
  ['gemini', 'generate-content', { usageMetadata: { promptTokenCount: 3, totalTokenCount: 3 }, modelVersion: 'x' }],
])('a relayed reply of %s without an answer is a failure', async (kind, style, answer) => {
  expect((await ask(style, kind, { stream: false, type: json, answer: JSON.stringify(answer) })).status).toBe(502)
})

test('a blocked prompt is filtered, relayed and translated', async () => {
  const answer = JSON.stringify({ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 5 } })
  expect((await ask('generate-content', 'gemini', { stream: false, type: json, answer })).body).toBe(answer)
  expect((await ask('chat-completions', 'gemini', { stream: false, type: json, answer })).body).toContain('content_filter')
})

test.each(pairs)('%s on %s: words that call themselves JSON are no reply', async (style, kind) => {
  for (const answer of ['<html>', 'oops', '']) {
    const reply = await ask(style, kind, { stream: true, type: json, answer })
    expect([reply.status, reply.body.includes('is not a reply')]).toEqual([502, true])
  }
})
