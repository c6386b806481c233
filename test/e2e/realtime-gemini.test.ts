import { once } from 'node:events'
import { connected, key, realtimeGateway, RealtimeUpstream, type Heard, type LoggedGateway } from './realtime-fixture.js'
import { sleep, until } from './waiting.js'

let upstream: RealtimeUpstream
let gateway: LoggedGateway

beforeAll(async () => {
  upstream = await new RealtimeUpstream().start()
  gateway = await realtimeGateway(upstream.address)
})
afterEach(() => {
  upstream.reset()
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const send = ({ socket }: Heard, value: object): void => socket.send(JSON.stringify(value))
/** The provider sends its JSON in binary messages. */
const answer = ({ socket }: Heard, value: object): void => socket.send(Buffer.from(JSON.stringify(value)))
const has = (type: string) => (heard: Heard) => heard.events.some((event) => event.type === type)

async function begin(): Promise<{ client: Heard; provider: Heard }> {
  const client = await connected(gateway.address, { path: '/v1/realtime?model=live' })
  await client.until(has('session.created'))
  return { client, provider: await upstream.session() }
}

/** The session that was told these instructions. */
async function sessionSetUp(instructions: string): Promise<Heard> {
  const found = (): Heard | undefined => upstream.sessions.find(({ messages }) => messages[0]?.text.includes(instructions) === true)
  await until('such a session begins', () => found() !== undefined)
  const session = found()
  if (session === undefined) throw new Error('no such session began')
  return session
}

const question = {
  type: 'conversation.item.create',
  item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Is it on?' }] },
}

test('a conversation with a Gemini model, its usage in the record', async () => {
  const { client, provider } = await begin()
  expect(upstream.handshakes[0]?.url).toBe('/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent')
  expect(upstream.handshakes[0]?.headers['x-goog-api-key']).toBe('up-key')
  expect(JSON.stringify(upstream.handshakes[0]?.rawHeaders)).not.toContain(key)
  send(client, { type: 'session.update', session: { type: 'realtime', output_modalities: ['text'], instructions: 'Be brief.' } })
  send(client, question)
  send(client, { type: 'response.create' })
  await provider.count(1)
  expect(provider.events).toMatchObject([{ setup: { model: 'models/gemini-live', generationConfig: { responseModalities: ['TEXT'] } } }])
  answer(provider, { setupComplete: {} })
  await provider.count(2)
  expect(provider.events[1]).toEqual({ clientContent: { turns: [{ role: 'user', parts: [{ text: 'Is it on?' }] }], turnComplete: true } })
  answer(provider, { serverContent: { modelTurn: { parts: [{ text: 'Yes.' }] } } })
  answer(provider, {
    serverContent: { turnComplete: true },
    usageMetadata: { promptTokenCount: 9, responseTokenCount: 2, totalTokenCount: 11 },
  })
  await client.until(has('response.done'))
  expect(client.events.filter(({ type }) => type === 'response.output_text.delta')).toMatchObject([{ delta: 'Yes.' }])
  answer(provider, { usageMetadata: { promptTokenCount: 1, responseTokenCount: 1, totalTokenCount: 2 } })
  // Its answer shows that the message before it was handled.
  const ponged = once(provider.socket, 'pong')
  provider.socket.ping()
  await ponged
  client.socket.close(1000, 'bye')
  expect(await provider.closing()).toEqual({ code: 1000, reason: 'bye' })
  expect(gateway.records().at(-1)).toMatchObject({
    style: 'realtime',
    model: 'live',
    provider: 'gemini',
    upstream_model: 'gemini-live',
    conversion: 'realtime>gemini-live',
    outcome: 'ok',
    usage: { inputTokens: 10, outputTokens: 3 },
  })
})

test('other settings later: a new connection to the provider, the same one to the client', async () => {
  const { client, provider } = await begin()
  send(client, question)
  send(client, { type: 'response.create' })
  await provider.count(1)
  answer(provider, { setupComplete: {} })
  answer(provider, { serverContent: { outputTranscription: { text: 'Yes.' } } })
  answer(provider, {
    serverContent: { turnComplete: true },
    usageMetadata: { promptTokenCount: 3, responseTokenCount: 1, totalTokenCount: 4 },
  })
  await client.until(has('response.done'))
  // All in one piece: what comes before the new connection is there must wait for it.
  send(client, { type: 'session.update', session: { type: 'realtime', instructions: 'One.' } })
  send(client, { type: 'session.update', session: { type: 'realtime', instructions: 'Two.' } })
  send(client, question)
  send(client, { type: 'response.create' })
  expect((await provider.closing()).code).toBe(1000)
  const second = await sessionSetUp('Two.')
  expect(second.events).toMatchObject([{ setup: { systemInstruction: { parts: [{ text: 'Two.' }] } } }])
  answer(second, { setupComplete: {} })
  await second.count(3)
  expect(second.events.slice(1)).toMatchObject([
    { clientContent: { turns: [{ role: 'user' }, { role: 'model', parts: [{ text: 'Yes.' }] }], turnComplete: false } },
    { clientContent: { turns: [{ role: 'user' }], turnComplete: true } },
  ])
  answer(second, { serverContent: { outputTranscription: { text: 'Still.' } } })
  answer(second, {
    serverContent: { turnComplete: true },
    usageMetadata: { promptTokenCount: 6, responseTokenCount: 2, totalTokenCount: 8 },
  })
  await client.until(({ events }) => events.filter(({ type }) => type === 'response.done').length === 2)
  expect(client.events.filter(({ type }) => type === 'error')).toEqual([])
  second.socket.terminate()
  expect((await client.closing()).code).toBe(1011)
  expect(gateway.records().at(-1)).toMatchObject({ outcome: 'upstream_error', usage: { inputTokens: 9, outputTokens: 3 } })
})

test('a provider that is gone when other settings come ends the session with an error event', async () => {
  const { client, provider } = await begin()
  send(client, { type: 'input_audio_buffer.append', audio: '' })
  await provider.count(1)
  upstream.refuse = (_request, socket) => socket.destroy()
  send(client, { type: 'session.update', session: { type: 'realtime', instructions: 'New.' } })
  expect((await client.closing()).code).toBe(1011)
  expect(client.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'upstream_disconnected' } })
})

test('a provider that refuses the set-up is an error event without secrets, then 1011', async () => {
  const { client, provider } = await begin()
  send(client, question)
  send(client, { type: 'response.create' })
  await provider.count(1)
  provider.socket.close(1007, 'API key not valid: up-key')
  expect((await client.closing()).code).toBe(1011)
  expect(client.events.at(-1)).toMatchObject({
    type: 'error',
    error: { message: 'API key not valid: [removed]', code: 'upstream_unavailable' },
  })
  expect(gateway.records().at(-1)).toMatchObject({ outcome: 'upstream_error' })
})

test('bytes are an error event; what nobody is ready for does not pile up', async () => {
  const { client, provider } = await begin()
  client.socket.send(Buffer.from([1, 2]))
  await client.until(has('error'))
  const audio = 'A'.repeat(64 * 1024)
  for (let index = 0; index < 400; index++) send(client, { type: 'input_audio_buffer.append', audio })
  await sleep(400)
  expect(client.socket.bufferedAmount).toBeGreaterThan(8 * 1024 * 1024)
  expect(provider.messages).toHaveLength(1)
  answer(provider, { setupComplete: {} })
  await provider.count(401)
  expect(client.closed).toBeUndefined()
  client.socket.close()
  await provider.closing()
})
