import type { RunningGateway } from '../../src/server/start.js'
import { question, styles } from './client-styles.js'
import { FakeUpstream, gatewayFor, kinds } from './gateway.js'
import { connected, realtimeGateway, RealtimeUpstream, refused, type LoggedGateway } from './realtime-fixture.js'

const key = 'sk-proj-Canary_Aa9-bCdE/fGhI0123456789canary'
const basic = 'Basic Y2FuYXJ5OmJhc2ljLXBhc3N3b3JkLWNhbmFyeQ=='
const unicode = (text: string): string => Array.from(text, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

/** Written into a text of JSON as they are. */
const spellings: readonly (readonly [string, string])[] = [
  ['as it is', key],
  ['in other case', key.toUpperCase()],
  ['in JSON escapes', unicode(key)],
  ['in JSON escapes twice', unicode(key).replaceAll('\\', '\\\\')],
  ['in base64', Buffer.from(`key=${key}`).toString('base64')],
  ['in base64url', Buffer.from(key).toString('base64url')],
  ['percent-encoded', encodeURIComponent(key)],
  ['by its first characters', `${key.slice(0, 8)}********`],
  ['by its last characters', `********${key.slice(-8)}`],
  ['as the password of a header', 'basic-password-canary'],
]

/** All that a reader could make of a text. */
function readings(text: string): string {
  const all = [text]
  for (let level = 0; level < 3; level++) {
    const last = all.at(-1) ?? ''
    all.push(
      last
        .replace(/\\+u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
        .replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    )
  }
  for (const [word] of all.join(' ').matchAll(/[\w+/=-]{16,}/g)) all.push(Buffer.from(word, 'base64').toString('latin1'))
  return all.join('\n').toLowerCase()
}

function expectNoSecret(text: string): void {
  const read = readings(text)
  for (const part of ['canary', key.slice(0, 8).toLowerCase(), '9canary', 'canary_aa9'])
    expect([text, read.includes(part)]).toEqual([text, false])
}

describe('over HTTP', () => {
  let upstream: FakeUpstream
  let gateway: RunningGateway
  beforeAll(async () => {
    upstream = await new FakeUpstream().start()
    gateway = await gatewayFor(upstream, {
      providers: kinds.map((kind) => ({
        name: kind,
        kind: kind === 'responses' ? 'openai' : kind,
        base_url: `${upstream.address}/${kind}`,
        api_key: key,
        headers: { authorization: basic },
        ...(kind === 'responses' ? { chat_api: 'responses' } : {}),
      })),
      breaker: { consecutive_failures: 1_000_000 },
    })
  })
  afterAll(async () => {
    await gateway.stop()
    await upstream.stop()
  })

  test.each(spellings)('a key %s reaches no client: not in errors, not in headers, not in streams', async (_, spelled) => {
    const error = `{"error":{"message":"bad ${spelled} here","type":"invalid_request_error","code":"${spelled}","status":"${spelled}"},"type":"error","message":"${spelled}"}`
    const limits = { 'x-ratelimit-limit-key': spelled, [`x-ratelimit-${key.slice(0, 12)}`]: '1', 'x-ratelimit-limit': '60' }
    const replies: FakeUpstream['reply'][] = [
      (_call, response) => response.writeHead(400, { 'content-type': 'application/json', ...limits }).end(error),
      (_call, response) => response.writeHead(403, { 'content-type': 'text/plain', ...limits }).end(`plain ${spelled}`),
      (_call, response) => response.writeHead(200, { 'content-type': 'application/json', ...limits }).end(error),
      (_call, response) =>
        response.writeHead(200, { 'content-type': 'text/event-stream', ...limits }).end(`event: error\ndata: ${error}\n\n`),
      (_call, response) => response.writeHead(200, { 'content-type': 'text/event-stream', ...limits }).end(`data: ${error}\n\n`),
    ]
    for (const style of styles)
      for (const kind of kinds)
        for (const [index, reply] of replies.entries()) {
          upstream.reply = reply
          const { path, headers, body } = question(style, kind, index > 2)
          const answer = await fetch(gateway.address + path, { method: 'POST', headers, body })
          expectNoSecret(JSON.stringify([...answer.headers]) + (await answer.text()))
        }
  })
})

describe('over WebSockets', () => {
  let upstream: RealtimeUpstream
  let gateway: LoggedGateway
  beforeAll(async () => {
    upstream = await new RealtimeUpstream().start()
    const secrets = { api_key: key, headers: { 'x-basic': 'aaaaaaaa', authorization: basic } }
    gateway = await realtimeGateway(upstream.address, {
      providers: [
        { name: 'openai', kind: 'openai', base_url: `${upstream.address}/v1`, ...secrets },
        { name: 'gemini', kind: 'gemini', base_url: upstream.address, ...secrets },
      ],
      models: [
        { name: 'voice', targets: [{ provider: 'openai', model: 'x' }] },
        { name: 'live', targets: [{ provider: 'gemini', model: 'gemini-live' }] },
      ],
    })
  })
  afterAll(async () => {
    await gateway.stop()
    await upstream.stop()
  })
  beforeEach(() => {
    upstream.reset()
  })

  test.each(spellings)('a key %s reaches no client: not in events, not in goodbyes, not in refusals', async (_, spelled) => {
    upstream.onSession = ({ socket }) => {
      for (const event of [
        `{"type":"error","error":{"message":"bad ${spelled}"}}`,
        `{"type":"\\u0065rror","e":{"message":"bad ${spelled}"}}`,
        `{"type":"response.done","response":{"status":"failed","status_details":{"error":{"message":"${spelled}"}}}}`,
        `{"type":"conversation.item.input_audio_transcription.failed","error":{"message":"${spelled}"}}`,
        `not JSON: error ${spelled}`,
      ])
        socket.send(event)
      socket.close(4001, spelled.slice(0, 120))
    }
    const client = await connected(gateway.address)
    const { code, reason } = await client.closing()
    expect([client.messages.length, code]).toEqual([5, 4001])
    expectNoSecret(client.messages.map(({ text }) => text).join('\n') + reason)

    upstream.onSession = ({ socket }) => {
      socket.send(`{"error":{"message":"bad ${spelled}"}}`)
      socket.close(1007, spelled.slice(0, 120))
    }
    const live = await connected(gateway.address, { path: '/v1/realtime?model=live' })
    await live.closing()
    expectNoSecret(live.messages.map(({ text }) => text).join('\n') + JSON.stringify(live.closed))

    upstream.refuse = (_request, socket) =>
      socket.end(
        `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"error":{"message":"${spelled}"}}`,
      )
    expectNoSecret(JSON.stringify((await refused(gateway.address)).body))
    expectNoSecret(JSON.stringify(gateway.records()))
  })

  test('what a model says is left as it is', async () => {
    const said = `{"type":"response.output_text.delta","delta":"an error with ${key.slice(0, 8)} and \\u0041"}`
    upstream.onSession = ({ socket }) => {
      socket.send(said)
    }
    const client = await (await connected(gateway.address)).count(1)
    expect(client.messages[0]?.text).toBe(said)
    client.socket.close()
  })
})
