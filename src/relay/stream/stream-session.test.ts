import { EventEmitter } from 'node:events'
import { jest } from '@jest/globals'
import { endedEarly } from '../../exchange/end-reason.js'
import type { GatewayError } from '../../exchange/error.js'
import { RequestRecord } from '../../record/request-record.js'
import { RunningRecords } from '../../record/running-records.js'
import { Deadlines } from '../deadlines.js'
import type { GatewayRequest } from '../gateway-request.js'
import { LongOutput } from './long-output.js'
import type { Piped, PipeOutput, StreamPipe } from './stream-pipe.js'
import { StreamSession, type StreamEnd } from './stream-session.js'

beforeEach(() => {
  jest.useFakeTimers({ now: 0 })
})
afterEach(() => {
  jest.useRealTimers()
})

/** A client that reads at once unless `reads` is false. */
class Client extends EventEmitter {
  reads = true
  readonly got: string[] = []

  writeHead(status: number): void {
    this.got.push(`head ${status}`)
  }

  flushHeaders(): void {
    this.got.push('flushed')
  }

  write(data: Buffer | string): boolean {
    this.got.push(String(data))
    return this.reads
  }

  end(): void {
    this.got.push('end')
  }

  destroy(): void {
    this.got.push('destroyed')
  }
}

const error: GatewayError = { kind: 'upstream_disconnected', message: 'gone' }
const times = { hold_ms: 300, stream_idle_ms: 1000, stream_total_ms: 20_000, heartbeat_ms: 500 }
const client = { address: '127.0.0.1', userAgent: undefined, requestId: undefined, traceparent: undefined }
const text = (output: PipeOutput['output'], more: Partial<PipeOutput> = {}): PipeOutput => ({ output, content: true, ...more })
const start = (output: string): PipeOutput => ({ output, content: false })

/** A stream whose pipe makes of each chunk what `push` is given. */
function stream({ last = text('', { content: false, ended: endedEarly }), heartbeat = '', contentIdleMs = 3000 } = {}) {
  let next: Piped = start('')
  const pipe: StreamPipe = {
    push: () => next,
    end: () => last,
    failure: ({ message }) => `error: ${message}`,
    usage: undefined,
    contentBytes: 0,
  }
  const response = new Client()
  const upstream = { did: [] as string[], sent: true }
  const doing = (what: string) => () => void upstream.did.push(what)
  const clock = (): number => performance.now()
  const record = new RequestRecord({ sinks: [], running: new RunningRecords(), clock, now: clock }, 'req', 'POST', '/', client)
  const told: string[] = []
  const request = {
    record,
    response,
    onLeave: () => undefined,
    offLeave: () => undefined,
    onContent: () => void told.push('content'),
  } as unknown as GatewayRequest
  const session = new StreamSession({
    request,
    pipe,
    deadlines: new Deadlines(),
    times: { ...times, content_idle_ms: contentIdleMs },
    clientStallMs: 5000,
    heldBytes: 10,
    headers: () => ({}),
    heartbeat,
    startedAt: performance.now(),
    clean: (dirty) => ({ ...dirty, message: 'masked' }),
  })
  session.attach({ ...upstream, abort: doing('abort'), pause: doing('pause'), resume: doing('resume') })
  let end: StreamEnd | undefined
  void session.ended.then((ended) => {
    end = ended
  })
  return {
    ...{ session, response, upstream, told },
    push: (output: Piped): void => {
      next = output
      session.push(Buffer.from('x'))
    },
    pass: async (milliseconds: number): Promise<StreamEnd | undefined> => {
      await jest.advanceTimersByTimeAsync(milliseconds)
      return end
    },
  }
}

test('frames before the content are held back, but not more than the limit', () => {
  const { response, push } = stream()
  push(start('12345'))
  expect(response.got).toEqual([])
  push(start('678901'))
  expect(response.got).toEqual(['head 200', '12345', '678901'])
})

test('content is sent with what came before it, and told once', () => {
  const { response, push, told } = stream()
  push(start('a'))
  push(text('b'))
  push(text('c'))
  expect([response.got, told]).toEqual([['head 200', 'a', 'b', 'c'], ['content']])
})

test('a provider that sends nothing, or no content, is given up', async () => {
  const silent = stream()
  expect(await silent.pass(1100)).toMatchObject({ type: 'failed', committed: false, final: false })
  const empty = stream()
  for (let count = 0; count < 3; count++) {
    expect(await empty.pass(900)).toBeUndefined()
    empty.push(start(''))
  }
  expect(await empty.pass(500)).toMatchObject({ type: 'failed' })
})

test('a client that does not read is cut off, and its provider with it; its provider is not blamed meanwhile', async () => {
  const { response, push, pass, upstream } = stream()
  response.reads = false
  push(text('a'))
  expect([await pass(4900), upstream.did]).toEqual([undefined, ['pause']])
  expect(await pass(200)).toEqual({ type: 'client-left' })
  expect([response.got.at(-1), upstream.did]).toEqual(['destroyed', ['pause', 'abort']])
})

test('the time without a byte begins anew when the client has read', async () => {
  const { response, push, pass, upstream } = stream()
  response.reads = false
  push(text('a'))
  await pass(3000)
  response.emit('drain')
  expect([await pass(900), upstream.did]).toEqual([undefined, ['pause', 'resume']])
  expect(await pass(200)).toMatchObject({ type: 'failed', committed: true })
})

test('the headers are sent after a while without content, then a heartbeat at a time', async () => {
  const { response, push, pass } = stream({ heartbeat: ': ping' })
  await pass(400)
  expect(response.got).toEqual(['head 200', 'flushed'])
  push(start(''))
  await pass(500)
  expect(response.got).toEqual(['head 200', 'flushed', ': ping'])
})

test('an error is masked, and follows what was sent', async () => {
  const { response, push, pass } = stream()
  push(text('a'))
  push({ output: 'b', content: false, ended: error })
  expect(response.got).toEqual(['head 200', 'flushed', 'a', 'b', 'error: masked', 'end'])
  expect(await pass(0)).toEqual({ type: 'failed', error: { ...error, message: 'masked' }, committed: true })
})

test('a connection that breaks after the end mark has ended well', async () => {
  const { session, response, push, pass, upstream } = stream({ last: text('z', { ended: 'complete' }) })
  push(text('a'))
  session.lose(error)
  expect([await pass(0), response.got, upstream.did]).toEqual([{ type: 'complete' }, ['head 200', 'flushed', 'a', 'z', 'end'], ['abort']])
})

test('after the time for the whole answer no other target is tried', async () => {
  const { push, pass } = stream({ contentIdleMs: Infinity })
  for (let count = 0; count < 24; count++) {
    push(start(''))
    expect(await pass(800)).toBeUndefined()
  }
  push(start(''))
  expect(await pass(900)).toMatchObject({ type: 'failed', error: { kind: 'upstream_timeout' }, committed: false, final: true })
})

test('an end that the client is still reading is not followed by an error', async () => {
  const { session, response, push, pass } = stream()
  response.reads = false
  push(text(new LongOutput(2, ['1', '2'][Symbol.iterator]()), { ended: 'complete' }))
  session.interrupt(error)
  expect([await pass(0), response.got]).toEqual([{ type: 'failed', error, committed: true }, ['head 200', 'flushed', '1', 'destroyed']])
})

test('a pipe that works in many turns: what comes meanwhile waits, and a client that does not read pauses the provider', async () => {
  const { response, push, pass, upstream } = stream()
  let finish: (output: PipeOutput) => void = () => undefined
  push(
    new Promise((resolve) => {
      finish = resolve
    }),
  )
  push(text('b'))
  expect([response.got, upstream.did]).toEqual([[], ['pause']])
  response.reads = false
  finish(text('a'))
  await pass(0)
  expect([response.got.slice(0, 3), upstream.did]).toEqual([
    ['head 200', 'flushed', 'a'],
    ['pause', 'pause'],
  ])
})
