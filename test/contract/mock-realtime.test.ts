// The mock's realtime sessions: what a client asks for, and what it does wrong.
import { once } from 'node:events'
import WebSocket from 'ws'
import { startMock, type RunningMock } from '../../src/mock/server.js'
import { documentOf, schemasOf } from './documents.js'

let mock: RunningMock
const sockets: WebSocket[] = []

beforeAll(async () => {
  mock = await startMock({ document: documentOf('gateway'), host: '127.0.0.1', port: 0 })
}, 180_000)

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})

afterAll(async () => {
  await mock.stop()
})

type Event = Readonly<Record<string, unknown>>

async function open(prefer = 'pace=0') {
  const address = `${mock.address.replace('http', 'ws')}/v1/realtime?model=m&prefer=${encodeURIComponent(prefer)}`
  const socket = new WebSocket(address, ['realtime', 'openai-insecure-api-key.any'])
  sockets.push(socket)
  const events: Event[] = []
  socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString()) as Event))
  await once(socket, 'open')
  let from = 0
  /** Sends events; returns what comes until an event of this type, all of it as the contract says. */
  const until = async (type: string, ...sent: unknown[]): Promise<Event[]> => {
    for (const event of sent) socket.send(typeof event === 'string' ? event : JSON.stringify(event))
    while (!events.slice(from).some((event) => event['type'] === type)) await once(socket, 'message')
    const to = events.findIndex((event, index) => index >= from && event['type'] === type) + 1
    const got = events.slice(from, to)
    from = to
    expect(got.flatMap((event) => schemasOf('realtime').component('RealtimeServerEvent')(event)?.message ?? [])).toEqual([])
    return got
  }
  return { socket, until }
}

const say = (text: string) => ({
  type: 'conversation.item.create',
  item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
})
const update = (session: Event) => ({ type: 'session.update', session: { type: 'realtime', output_modalities: ['text'], ...session } })
const create = { type: 'response.create' }
const weather = {
  type: 'function',
  name: 'get_weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const deltas = (events: readonly Event[], type: string) =>
  events.flatMap((event) => (event['type'] === type ? [String(event['delta'])] : [])).join('')

test('a tool is called, and its result is quoted', async () => {
  const { until } = await open()
  const called = await until('response.done', update({ tools: [weather] }), say('How is the weather?'), create)
  const done = called.find(({ type }) => type === 'response.function_call_arguments.done')
  expect(JSON.parse(deltas(called, 'response.function_call_arguments.delta'))).toEqual({ city: expect.any(String) })
  const output = { type: 'conversation.item.create', item: { type: 'function_call_output', call_id: done?.['call_id'], output: 'fine' } }
  const quoted = await until('response.done', output, create)
  expect(deltas(quoted, 'response.output_text.delta')).toBe('get_weather returned: fine')
})

test('a limit of tokens ends the response', async () => {
  const { until } = await open()
  const events = await until('response.done', update({ max_output_tokens: 2 }), say('Hello'), create)
  expect(deltas(events, 'response.output_text.delta')).toBe('This is ')
  expect(events.at(-1)).toMatchObject({
    response: {
      status: 'incomplete',
      status_details: { reason: 'max_output_tokens' },
      usage: { output_tokens: 2, input_tokens: 2, total_tokens: 4 },
    },
  })
})

test('echo repeats what was said', async () => {
  const { until } = await open('echo, pace=0')
  expect(deltas(await until('response.done', update({}), say('One two'), create), 'response.output_text.delta')).toBe('One two')
})

test.each<readonly [string, unknown, Event]>([
  ['no JSON', '{', { code: 'invalid_value' }],
  ['no type', { event_id: 'e1' }, { code: 'missing_required_parameter', param: 'type', event_id: 'e1' }],
  ['an unknown type', { type: 'response.dance', event_id: 'e2' }, { code: 'invalid_value', param: 'type', event_id: 'e2' }],
  ['no item', { type: 'conversation.item.create' }, { code: 'missing_required_parameter', param: 'item' }],
  ['a session that is none', { type: 'session.update', session: 5 }, { code: 'invalid_type', param: 'session' }],
  ['an unknown item', { type: 'conversation.item.delete', item_id: 'item_x' }, { code: 'item_not_found', param: 'item_id' }],
  ['nothing to cancel', { type: 'response.cancel' }, { code: 'response_cancel_not_active' }],
  ['nothing to commit', { type: 'input_audio_buffer.commit' }, { code: 'input_audio_buffer_commit_empty' }],
])('%s is an error, and the session goes on', async (_name, sent, error) => {
  const { until } = await open()
  const events = await until('error', sent)
  expect(events.at(-1)).toMatchObject({ error: { type: 'invalid_request_error', ...error } })
  expect((await until('response.done', update({}), say('Hello'), create)).at(-1)).toMatchObject({ response: { status: 'completed' } })
})

test('one response at a time; a cancelled one ends at once', async () => {
  const { until } = await open('pace=1000')
  await until('response.created', update({}), say('Hello'), create)
  expect((await until('error', create)).at(-1)).toMatchObject({ error: { code: 'conversation_already_has_active_response' } })
  expect((await until('response.done', { type: 'response.cancel' })).at(-1)).toMatchObject({
    response: { status: 'cancelled', status_details: { reason: 'client_cancelled' } },
  })
})

test('a response fails on demand; a connection breaks on demand', async () => {
  const failing = await open('error=overloaded, after=2, pace=0')
  expect((await failing.until('response.done', update({}), say('Hello'), create)).at(-1)).toMatchObject({
    response: { status: 'failed', status_details: { error: { code: 'overloaded' } } },
  })
  const { socket } = await open('cut=2')
  socket.send(JSON.stringify(update({})))
  socket.send(JSON.stringify(say('Hello')))
  const [code] = (await once(socket, 'close')) as [number]
  expect(code).toBe(1006)
})

test('items are found, put at their place and deleted; audio is committed', async () => {
  const { until } = await open()
  const added = await until('conversation.item.done', { ...say('First'), item: { ...say('First').item, id: 'item_1' } })
  expect(added.at(-1)).toMatchObject({ previous_item_id: null, item: { id: 'item_1' } })
  expect((await until('conversation.item.done', { ...say('Zeroth'), previous_item_id: 'root' })).at(-1)).toMatchObject({
    previous_item_id: null,
  })
  expect((await until('conversation.item.retrieved', { type: 'conversation.item.retrieve', item_id: 'item_1' })).at(-1)).toMatchObject({
    item: { id: 'item_1' },
  })
  expect((await until('error', { ...say('Again'), item: { ...say('Again').item, id: 'item_1' } })).at(-1)).toMatchObject({
    error: { code: 'item_create_invalid_item_id' },
  })
  await until('conversation.item.deleted', { type: 'conversation.item.delete', item_id: 'item_1' })
  const committed = await until(
    'conversation.item.done',
    { type: 'input_audio_buffer.append', audio: 'AAAA' },
    { type: 'input_audio_buffer.commit' },
  )
  expect(committed.map(({ type }) => type)).toEqual(['input_audio_buffer.committed', 'conversation.item.added', 'conversation.item.done'])
})
