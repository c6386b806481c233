// How long messages within the limits keep everybody else waiting.
import { WebSocket } from 'ws'
import type { Program } from '../program.js'
import { longestTurn, watchingTurns } from '../turns.js'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream, token } from './gateway.js'

/** Milliseconds of a processor. Each of these took 70 to 700 in one turn. */
const mostWanted = 50
/** Beside a busy machine's other work, caches are cold. */
const mostTaken = 100

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

const choice = { index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
const completion = { id: 'c', object: 'chat.completion', created: 1, model: 'x', choices: [choice], usage }
const chunk = { ...completion, object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'hi' }, finish_reason: 'stop' }] }
const embeddings = { object: 'list', model: 'x', data: [{ object: 'embedding', index: 0, embedding: [0] }], usage }

const names = (count: number): string => Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')
const objects = (count: number): string => Array.from({ length: count }, (_, index) => `{"k${index}":0}`).join(',')
const extended = (reply: object, member: string): string => JSON.stringify(reply).replace('{', `{"x":${member},`)

const replies: readonly (readonly [string, (reply: object) => string])[] = [
  ['900,000 different members', (reply) => extended(reply, `{${names(900_000)}}`)],
  ['300,000 objects of one member', (reply) => extended(reply, `[${objects(300_000)}]`)],
  ['900,000 empty objects', (reply) => extended(reply, `[${'{},'.repeat(900_000)}0]`)],
  ['a text of 30 MB', (reply) => extended(reply, `"${'a'.repeat(30e6)}"`)],
]

async function ask(path: string, body: object): Promise<void> {
  const reply = await fetch(`${gateway.address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: 'm-openai', ...body }),
  })
  await reply.arrayBuffer()
  // What holds too many different members is no reply.
  expect([200, 502]).toContain(reply.status)
}

const questions = [
  ['/v1/chat/completions', { messages: [{ role: 'user', content: 'hi' }] }, completion],
  ['/v1/messages', { max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }, completion],
  ['/v1/embeddings', { input: 'hi' }, embeddings],
] as const

describe.each(questions)('a reply to %s', (path, body, reply) => {
  test.each(replies)('with %s', async (_, written) => {
    const text = written(reply)
    upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    expect(await longestTurn(gateway, mostWanted, () => ask(path, body))).toBeLessThan(mostTaken)
  })
})

const hi = '[{"role":"user","content":"hi"}]'
/** Requests with a tool whose schema has this list. */
const requests: readonly (readonly [string, (list: string) => string])[] = [
  ['/v1/messages', (list) => `{"max_tokens":9,"messages":${hi},"tools":[{"name":"f","input_schema":{"type":"object","enum":${list}}}]`],
  ['/v1/responses', (list) => `{"input":"hi","tools":[{"type":"function","name":"f","parameters":{"enum":${list}}}]`],
  [
    '/v1/chat/completions',
    (list) => `{"messages":${hi},"tools":[{"type":"function","function":{"name":"f","parameters":{"enum":${list}}}}]`,
  ],
]

describe.each(requests)('a request to %s with a tool whose schema lists 490,000 numbers', (path, bodyWith) => {
  test.each([
    ['of 19 digits', '1234567890123456789,'],
    ['of one digit', '1,'],
  ])('%s', async (_, number) => {
    upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion))
    const body = `${bodyWith(`[${number.repeat(490_000)}0]`)},"model":"m-openai"}`
    const send = async (): Promise<void> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'anthropic-version': '2023-06-01' }
      const reply = await fetch(`${gateway.address}${path}`, { method: 'POST', headers, body })
      await reply.arrayBuffer()
      expect(reply.status).toBe(200)
    }
    expect(await longestTurn(gateway, mostWanted, send)).toBeLessThan(mostTaken)
  })
})

test.each(replies.slice(0, 3))('an event of a stream with %s', async (_, written) => {
  const text = `data: ${written(chunk)}\n\ndata: [DONE]\n\n`
  upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text)
  const body = { messages: [{ role: 'user', content: 'hi' }], stream: true }
  expect(await longestTurn(gateway, mostWanted, () => ask('/v1/chat/completions', body))).toBeLessThan(mostTaken)
})

test.each([questions[0], questions[1]])('a whole reply of 60 MB in place of a stream to %s', async (path, body, reply) => {
  const text = JSON.stringify({ ...reply, choices: [{ ...choice, message: { role: 'assistant', content: 'a'.repeat(60e6) } }] })
  upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  expect(await longestTurn(gateway, mostWanted, () => ask(path, { ...body, stream: true }))).toBeLessThan(mostTaken)
})

const streaming = [...questions.slice(0, 2), ['/v1/responses', { input: 'hi' }, completion]] as const
const withContent = (content: string): object => ({ ...completion, choices: [{ ...choice, message: { role: 'assistant', content } }] })

describe.each(streaming)('a stream to %s', (path, body) => {
  test.each([
    ['15 MB of text', 'a'.repeat(15e6)],
    ['14 MB of other letters', 'ж'.repeat(7e6)],
    ['12 MB of escapes', '\n'.repeat(6e6)],
  ])('of which one event has %s', async (_, content) => {
    const large = { ...chunk, choices: [{ index: 0, delta: { content }, finish_reason: null }] }
    const text = [large, chunk].map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
    upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${text}data: [DONE]\n\n`)
    expect(await longestTurn(gateway, mostWanted, () => ask(path, { ...body, stream: true }))).toBeLessThan(mostTaken)
  })

  test.each([
    ['15 MB of text', 'application/json', JSON.stringify(withContent('a'.repeat(15e6)))],
    ['15 MB of text, said to be a stream', 'text/event-stream', JSON.stringify(withContent('a'.repeat(15e6)))],
    ['150,000 other texts', 'application/json', extended(completion, JSON.stringify(Array(150_000).fill('a'.repeat(97))))],
  ])('in place of which a whole reply comes with %s', async (_, type, text) => {
    upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': type }).end(text)
    expect(await longestTurn(gateway, mostWanted, () => ask(path, { ...body, stream: true }))).toBeLessThan(mostTaken)
  })
})

/** The texts of a stream of the messages style, and the names of its events that are no deltas. */
async function streamed(): Promise<{ text: string; events: string[] }> {
  const reply = await fetch(`${gateway.address}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: 'm-openai', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }], stream: true }),
  })
  let text = ''
  const events: string[] = []
  for (const [, data = ''] of (await reply.text()).matchAll(/^data: (.*)$/gm)) {
    const event = JSON.parse(data) as { type: string; delta?: { text?: string } }
    if (event.type === 'content_block_delta') text += event.delta?.text ?? ''
    else events.push(event.type)
  }
  return { text, events }
}

test.each([
  ['goes on', true, ['message_start', 'content_block_start', 'content_block_stop', 'message_delta', 'message_stop']],
  ['breaks off', false, ['message_start', 'content_block_start', 'error']],
])('what comes while a large event is translated follows it: the stream %s', async (_, whole, expected) => {
  const content = `${'ab😀'.repeat(1e6)}.`
  upstream.reply = (_call, response) => {
    const write = (event: object): boolean => response.write(`data: ${JSON.stringify(event)}\n\n`)
    const delta = (text: string): object => ({ ...chunk, choices: [{ index: 0, delta: { content: text }, finish_reason: null }] })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    write(delta(content))
    for (const text of ['1', '2', '3']) write(delta(text))
    if (whole) {
      write(chunk)
      response.end('data: [DONE]\n\n')
    } else response.write('', () => response.destroy())
  }
  expect(await streamed()).toEqual({ text: `${content}123${whole ? 'hi' : ''}`, events: expected })
})

const messages: readonly (readonly [string, string])[] = [
  ['a text of 15 MB', JSON.stringify({ input: 'a'.repeat(15e6) })],
  ['12 MB of escapes', JSON.stringify({ input: '\n'.repeat(6e6) })],
  ['14 MB of other letters', JSON.stringify({ input: 'ж'.repeat(7e6) })],
  ['as many values as are allowed', `{"input":"hi","x":[${'{},'.repeat(249_000)}0]}`],
  ['as many objects of one member as are allowed', `{"input":"hi","x":[${objects(90_000)}]}`],
]

test.each(messages)('a message to /v1/responses with %s', async (_, body) => {
  upstream.reply = (_call, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)
  const client = new WebSocket(`${gateway.address.replace('http', 'ws')}/v1/responses`, { headers: { authorization: `Bearer ${token}` } })
  await new Promise((resolve) => client.once('open', resolve))
  const answered = (): Promise<void> =>
    new Promise((resolve) => {
      client.on('message', (data: Buffer) => {
        if (/"type":"(?:response\.completed|error)"/.test(data.toString('latin1', 0, 200))) resolve()
      })
      client.send(body.replace('{', '{"type":"response.create","model":"m-openai",'))
    })
  expect(await longestTurn(gateway, mostWanted, answered)).toBeLessThan(mostTaken)
  client.terminate()
})
