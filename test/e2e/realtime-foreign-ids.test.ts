import { WebSocket } from 'ws'
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor } from './gateway.js'
import { Heard, RealtimeUpstream } from './realtime-fixture.js'
import { ownedReply } from './two-owners.js'

const made = ownedReply('resp_ada')

let upstream: FakeUpstream
let live: RealtimeUpstream
let gateway: RunningGateway

async function start(settings: object): Promise<void> {
  gateway = await gatewayFor(upstream, {
    tokens: [
      { name: 'ada', key: 'sk-ada' },
      { name: 'bob', key: 'sk-bob' },
    ],
    providers: [
      { name: 'responses', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: 'up-key', chat_api: 'responses' },
      { name: 'live', kind: 'openai', base_url: `${live.address}/v1`, api_key: 'up-key' },
    ],
    models: [
      { name: 'm-responses', targets: [{ provider: 'responses', model: 'x' }] },
      { name: 'm-live', targets: [{ provider: 'live', model: 'x' }] },
    ],
    ...settings,
  })
  const reply = await fetch(`${gateway.address}/v1/responses`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-ada', 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm-responses', input: 'hi' }),
  })
  expect(reply.status).toBe(200)
}

async function session(key: string): Promise<{ readonly client: Heard; readonly provider: Heard }> {
  const client = new WebSocket(`${gateway.address.replace('http', 'ws')}/v1/realtime?model=m-live`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const heard = new Heard(client)
  await new Promise((resolve) => client.once('open', resolve))
  return { client: heard, provider: await live.session() }
}

beforeEach(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(made))
  live = await new RealtimeUpstream().start()
})
afterEach(async () => {
  await gateway.stop()
  await live.stop()
  await upstream.stop()
})

const padding = 'A'.repeat(10_000)
const events: readonly (readonly [string, (id: string) => object])[] = [
  ['item_id', (id) => ({ type: 'conversation.item.retrieve', item_id: id })],
  [
    'previous_item_id',
    (id) => ({ type: 'conversation.item.create', previous_item_id: id, item: { type: 'message', role: 'user', content: [] } }),
  ],
  ['an item reference', (id) => ({ type: 'response.create', response: { input: [{ type: 'item_reference', id }] } })],
  ['an item reference as an item', (id) => ({ type: 'conversation.item.create', item: { type: 'item_reference', id } })],
  ['a conversation', (id) => ({ type: 'response.create', response: { conversation: id } })],
  ['a prompt', (id) => ({ type: 'session.update', session: { prompt: { id } } })],
  ['a response', (id) => ({ type: 'response.cancel', response_id: id })],
  [
    'a file',
    (id) => ({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_image', file_id: id }] },
    }),
  ],
  ['a name in other case', (id) => ({ type: 'conversation.item.retrieve', Item_ID: id })],
  ['a long event', (id) => ({ type: 'conversation.item.retrieve', padding, Item_Id: id })],
]

test.each(events)('%s of another owner is refused, and the session goes on', async (_, event) => {
  await start({})
  const { client, provider } = await session('sk-bob')
  client.socket.send(JSON.stringify(event('msg_ada')))
  client.socket.send('{"type":"input_audio_buffer.commit"}')
  await client.count(1)
  await provider.count(1)
  expect(client.events).toMatchObject([{ type: 'error', error: { type: 'invalid_request_error', code: 'not_found' } }])
  expect(client.events[0].error.message).toMatch(/ with id 'msg_ada' not found\.$/)
  expect(provider.messages.map(({ text }) => text)).toEqual(['{"type":"input_audio_buffer.commit"}'])
})

test('one’s own objects and unknown ones pass, unchanged and in order', async () => {
  await start({})
  const { client, provider } = await session('sk-ada')
  const sent = events.flatMap(([, event]) => ['msg_ada', 'msg_unknown'].map((id) => JSON.stringify(event(id))))
  for (const text of sent) client.socket.send(text)
  await provider.count(sent.length)
  expect(provider.messages.map(({ text }) => text)).toEqual(sent)
  expect(client.messages).toEqual([])
})

test('with unknown_ids: refuse, items of the session pass, and unknown prompts and files do not', async () => {
  await start({ unknown_ids: 'refuse' })
  const { client, provider } = await session('sk-ada')
  const passed = events.map(([name, event]) => [name, JSON.stringify(event('of_session'))] as const)
  for (const [, text] of passed) client.socket.send(text)
  client.socket.send('{"type":"input_audio_buffer.commit"}')
  await provider.until(({ messages }) => messages.at(-1)?.text.includes('commit') === true)
  expect(client.events.map(({ error }) => error.param)).toEqual(['session.prompt.id', 'item.content[0].file_id'])
  expect(provider.messages).toHaveLength(passed.length - 1)
})
