import { jest } from '@jest/globals'
import { Holding } from '../access/holding.js'
import { noneRunning } from '../access/lease.js'
import type { GatewayError } from '../exchange/error.js'
import { parseObject } from '../json/object.js'
import { RequestRecord, type FinishedRecord } from '../record/request-record.js'
import { RunningRecords } from '../record/running-records.js'
import { completed } from '../record/ending.js'
import { Deadlines } from '../relay/deadlines.js'
import { SecretMask } from '../secrets/mask.js'
import type { Bridge, BridgeMessages } from './bridge/bridge.js'
import { serveRealtime } from './session.js'
import { Side } from './side-fixture.js'
import type { CarriedSocket } from './socket-memory.js'

beforeEach(() => {
  jest.useFakeTimers({ now: 0 })
})
afterEach(() => {
  jest.useRealTimers()
})

const none: BridgeMessages = { toClient: [], toProvider: [] }

function bridged(more: Partial<Bridge> = {}): Bridge {
  return { start: () => none, fromClient: () => none, fromProvider: () => none, waitingBytes: 0, unreportedUsage: () => undefined, ...more }
}

interface Options {
  readonly bridge?: Bridge
  readonly refusal?: GatewayError
  readonly memoryBytes?: number
  readonly reconnect?: () => Promise<CarriedSocket>
}

function session({ bridge, refusal, memoryBytes = 1e9, reconnect = () => Promise.reject(new Error('none')) }: Options = {}) {
  const [client, provider] = [new Side(), new Side()]
  const finished: FinishedRecord[] = []
  const clock = (): number => performance.now()
  const services = {
    sinks: [{ take: (record: FinishedRecord) => finished.push(record) }],
    running: new RunningRecords(),
    clock,
    now: clock,
  }
  const whose = { address: '127.0.0.1', userAgent: undefined, requestId: undefined, traceparent: undefined }
  const record = new RequestRecord(services, 'req', 'WEBSOCKET', '/v1/realtime', whose)
  const process = noneRunning()
  serveRealtime(client.carried, provider.carried, {
    tokenId: 't',
    deadlines: new Deadlines(),
    idleMs: 10_000,
    holding: () => new Holding(process, noneRunning(), memoryBytes),
    record,
    newId: (prefix) => `${prefix}1`,
    mask: new SecretMask(['sk-secret-1234567']),
    read: (event) => parseObject(event.toString()),
    readLarge: (event) => Promise.resolve(parseObject(event.toString())),
    checkIds: () => undefined,
    refusal: () => refusal,
    reconnect,
    onEnd: () => {
      record.finish(completed(101))
    },
    ...(bridge === undefined ? {} : { bridge }),
  })
  return { client, provider, finished }
}

test('messages pass in both directions, until one side closes', () => {
  const { client, provider, finished } = session()
  client.says({ type: 'x' })
  provider.says({ type: 'y' })
  expect([provider.sent, client.sent]).toEqual([['{"type":"x"}'], ['{"type":"y"}']])
  provider.emit('close', 1000, Buffer.from('done'))
  client.says({ type: 'late' })
  expect([provider.sent.length, client.closedWith, finished[0]?.ending.outcome]).toEqual([1, [1000, 'done'], 'ok'])
})

test.each([
  [1006, 'client_aborted', [1001, 'the client disconnected']],
  [3001, 'ok', [3001, 'bye']],
])('a client that closes with %i', (code, outcome, closedWith) => {
  const { client, provider, finished } = session()
  client.emit('close', code, Buffer.from('bye'))
  expect([finished[0]?.ending.outcome, provider.closedWith]).toEqual([outcome, closedWith])
})

test.each<[number, boolean, string, unknown[], number]>([
  [1006, false, 'upstream_error', [1011, 'The provider broke the connection.'], 1],
  [3001, false, 'ok', [3001, 'why'], 0],
  [1000, true, 'ok', [1000, 'why'], 0],
  [3001, true, 'upstream_error', [1011, 'why'], 1],
])('a provider that closes with %i (bridge: %s)', (code, bridge, outcome, closedWith, errors) => {
  const { client, provider, finished } = session(bridge ? { bridge: bridged() } : {})
  provider.emit('close', code, Buffer.from('why'))
  expect([finished[0]?.ending.outcome, client.closedWith, client.events.length]).toEqual([outcome, closedWith, errors])
})

test('a session without messages ends as a timeout', async () => {
  const { client, provider, finished } = session()
  await jest.advanceTimersByTimeAsync(10_100)
  expect([finished[0]?.ending.outcome, client.closedWith, provider.closedWith]).toEqual(['timeout', [1001, 'idle'], [1001, 'idle']])
})

test('a token that may request nothing more: the client is told, both connections close', () => {
  const { client, provider, finished } = session({ refusal: { kind: 'insufficient_quota', message: 'spent' } })
  client.says({ type: 'response.create' })
  expect(client.events).toMatchObject([{ type: 'error', error: { code: 'insufficient_quota' } }])
  expect([client.closedWith, provider.closedWith, finished[0]?.ending.outcome]).toEqual([[1008, 'spent'], [1000, 'spent'], 'rejected'])
})

test('without memory the client is told and is read no more', () => {
  const { client, provider } = session({ memoryBytes: 2000 })
  client.connection.emit('data', Buffer.concat([Buffer.from([0x81, 0xfe, 8, 0, 0, 0, 0, 0]), Buffer.alloc(2048)]))
  expect([client.closedWith?.[0], client.isPaused, provider.closedWith]).toEqual([1013, true, [1001, '']])
})

test('a client that sends too many messages a second is cut off', () => {
  const { client, provider, finished } = session()
  for (let count = 0; count < 10_001; count++) client.says('{}')
  expect([client.closedWith, provider.closedWith, finished[0]?.ending.outcome]).toEqual([
    [1008, 'more than 1000 messages a second'],
    [1000, undefined],
    'rejected',
  ])
})

test('the usage of each response is added up; at the end a bridge’s last', () => {
  const done = (input: number) => ({ type: 'response.done', response: { usage: { input_tokens: input, output_tokens: 1 } } })
  const { client, provider, finished } = session()
  for (const input of [3, 4]) provider.says(done(input))
  client.emit('close', 1000, Buffer.alloc(0))
  expect(finished[0]?.usage).toMatchObject({ inputTokens: 7, outputTokens: 2 })
  const last = session({ bridge: bridged({ unreportedUsage: () => ({ input_tokens: 5, output_tokens: 1, total_tokens: 6 }) }) })
  last.client.emit('close', 1000, Buffer.alloc(0))
  expect(last.finished[0]?.usage).toMatchObject({ inputTokens: 5 })
})

test('a client is paused while much waits in the bridge for its provider', () => {
  const bridge = { ...bridged(), waitingBytes: 600 * 1024 }
  const { client, provider } = session({ bridge })
  client.says({ type: 'x' })
  expect(client.isPaused).toBe(true)
  bridge.waitingBytes = 0
  provider.says({ type: 'ready' })
  expect(client.isPaused).toBe(false)
})

test('what still waits when the session ends is not passed on', () => {
  const heard: unknown[] = []
  const bridge = {
    ...bridged({
      fromClient: (event) => {
        heard.push(event?.['type'])
        return none
      },
    }),
    waitingBytes: 600 * 1024,
  }
  const { client, provider } = session({ bridge })
  for (const type of ['x', 'late']) client.says({ type })
  provider.emit('close', 1000, Buffer.alloc(0))
  client.emit('close', 1000, Buffer.alloc(0))
  expect(heard).toEqual([])
})

describe('another connection to the provider', () => {
  const restarting = (toProvider: readonly string[]) => bridged({ fromClient: () => ({ toClient: [], toProvider, restart: true }) })
  const settled = () => jest.advanceTimersByTimeAsync(0)

  test('gets what was said meanwhile, and the session continues', async () => {
    const next = new Side()
    const { client, provider } = session({
      bridge: { ...restarting(['setup']), fromProvider: () => ({ toClient: ['"heard"'], toProvider: [] }) },
      reconnect: () => Promise.resolve(next.carried),
    })
    client.says({ type: 'x' })
    expect([provider.closedWith, client.isPaused]).toEqual([[1000, undefined], true])
    provider.says({ type: 'late' })
    await settled()
    next.says({ type: 'y' })
    expect([next.sent, client.sent, client.isPaused]).toEqual([['setup'], ['"heard"'], false])
  })

  test('of a client that has left meanwhile is closed', async () => {
    const next = new Side()
    const { client } = session({ bridge: restarting(['setup']), reconnect: () => Promise.resolve(next.carried) })
    client.says({ type: 'x' })
    client.emit('close', 1000, Buffer.alloc(0))
    await settled()
    expect([next.sent, next.closedWith]).toEqual([[], [1000, undefined]])
  })

  test('frees a client that had to wait for the one before', async () => {
    const next = new Side()
    const again: BridgeMessages = { toClient: [], toProvider: ['setup'], restart: true }
    const bridge = bridged({ fromProvider: (message) => (message === 'again' ? again : { toClient: [], toProvider: ['much'] }) })
    const { client, provider } = session({ bridge, reconnect: () => Promise.resolve(next.carried) })
    provider.bufferedAmount = 300 * 1024
    provider.says('more')
    provider.says('again')
    expect(client.isPaused).toBe(true)
    await settled()
    expect([client.isPaused, next.sent]).toEqual([false, ['setup']])
  })

  test('is told in order what a bridge sends while it is made', async () => {
    const next = new Side()
    const answers = [
      { toClient: [], toProvider: ['setup'], restart: true },
      { toClient: [], toProvider: ['one'] },
      { toClient: [], toProvider: ['two'] },
    ]
    const bridge = bridged({ start: () => answers.shift() ?? none, fromClient: () => answers.shift() ?? none })
    const { client } = session({ bridge, reconnect: () => Promise.resolve(next.carried) })
    for (const event of ['{}', '{}']) client.says(event)
    await settled()
    expect(next.sent).toEqual(['setup', 'one', 'two'])
  })

  test('that cannot be made ends the session', async () => {
    const { client } = session({ bridge: restarting(['setup']) })
    client.says({ type: 'x' })
    await settled()
    expect([client.events, client.closedWith?.[0]]).toMatchObject([[{ type: 'error', error: { code: 'internal' } }], 1011])
  })
})
