import type { GatewayError } from '../exchange/error.js'
import { GatewayFailure } from '../exchange/error.js'
import { parseObject } from '../json/object.js'
import { ClientEvents } from './client-events.js'
import type { Source } from './flow.js'

const refused: GatewayError = { kind: 'insufficient_quota', message: 'spent' }
const foreign: GatewayError = { kind: 'not_found', message: 'no such item' }

/** Takes events, and says what became of them. */
function events({
  bridge = false,
  refusal = undefined as GatewayError | undefined,
  over = false,
  ids = undefined as (() => Promise<void>) | undefined,
} = {}) {
  const did: string[] = []
  const source = { pause: () => did.push('pause'), resume: () => did.push('resume') } as unknown as Source
  const state = { over }
  const checked = new ClientEvents(
    source,
    bridge,
    {
      read: (event) => {
        if (event.includes('too much')) throw new GatewayFailure({ kind: 'invalid_request', message: 'too much' })
        return parseObject(event.toString())
      },
      readLarge: (event) => Promise.resolve(parseObject(event.toString())),
      checkIds: () => ids?.(),
      refusal: () => refusal,
    },
    {
      onMessage: (message, binary) => did.push(`sent${binary ? ' binary' : ''} ${message.length}`),
      onEvent: (event) => did.push(`event ${String(event?.['type'])}`),
      onRejected: ({ message }) => did.push(`rejected: ${message}`),
      onRefused: ({ message }) => did.push(`refused: ${message}`),
      isOver: () => state.over,
    },
  )
  const take = async (text: string, binary = false): Promise<string[]> => {
    await checked.take(Buffer.from(text), binary)
    return did.splice(0)
  }
  return { take, state, did, checked }
}

const resolved = () => Promise.resolve()
const create = '{"type":"response.create"}'
const large = `{"type":"x","audio":"${'a'.repeat(2_000_000)}"}`

test.each<[string, Parameters<typeof events>[0], string, boolean, string[]]>([
  ['an event passes unchanged', {}, '{"type":"x"}', false, ['sent 12']],
  ['bytes pass unchanged', {}, 'abc', true, ['sent binary 3']],
  ['a bridge gets the event', { bridge: true }, create, false, ['event response.create']],
  ['a bridge takes no bytes', { bridge: true }, 'abc', true, ['rejected: Messages must be text.']],
  ['a request for a response is refused', { refusal: refused }, create, false, ['refused: spent']],
  ['other events are not', { refusal: refused }, '{"type":"x"}', false, ['sent 12']],
  ['an event beyond the limits is rejected', {}, '{"type":"too much"}', false, ['rejected: too much']],
  ['a large event is read while the client waits', {}, large, false, ['pause', `sent ${large.length}`, 'resume']],
  ['a large event for a bridge', { bridge: true }, large, false, ['pause', 'event x', 'resume']],
])('%s', async (_name, options, text, binary, did) => {
  expect(await events(options).take(text, binary)).toEqual(did)
})

test('later events wait until the ids of this one are checked', async () => {
  expect(await events({ ids: resolved }).take(create)).toEqual(['pause', `sent ${create.length}`, 'resume'])
  const failing = () => Promise.reject(new GatewayFailure(foreign))
  expect(await events({ ids: failing }).take(create)).toEqual(['pause', 'rejected: no such item', 'resume'])
  const broken = () => Promise.reject(new Error('secret detail'))
  expect(await events({ ids: broken }).take(create)).toEqual([
    'pause',
    'rejected: The gateway could not check the ids of this event.',
    'resume',
  ])
})

test('through a bridge no ids are checked', async () => {
  const ids = () => Promise.reject(new GatewayFailure(foreign))
  expect(await events({ bridge: true, ids }).take(create)).toEqual(['event response.create'])
})

test.each([
  ['good', resolved],
  ['bad', () => Promise.reject(new GatewayFailure(foreign))],
])('a session that has ended before its ids are found %s sends nothing', async (_name, ids) => {
  const { take, state } = events({ ids })
  state.over = true
  expect(await take(create)).toEqual(['pause', 'resume'])
})
