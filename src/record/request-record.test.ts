import { tokenCaller } from '../access/caller.js'
import { clientLeft, completed, refused } from './ending.js'
import { RequestRecord, type FinishedRecord } from './request-record.js'
import { RunningRecords } from './running-records.js'

const caller = tokenCaller({ id: 't', name: 'ci', owner: 'ci' }, {})
const target = { provider: { settings: { name: 'p' } }, model: 'm' }
const usage = { inputTokens: 3, outputTokens: 5 }

const client = { address: '127.0.0.1', userAgent: undefined, requestId: undefined, traceparent: undefined }

function begun(): { record: RequestRecord; finished: FinishedRecord[]; pass: (milliseconds: number) => void } {
  const finished: FinishedRecord[] = []
  let now = 1000
  const services = {
    sinks: [{ take: (record: FinishedRecord) => finished.push(record) }],
    clock: () => now,
    now: () => now,
    running: new RunningRecords(),
  }
  return {
    record: new RequestRecord(services, 'req_1', 'POST', '/v1/messages', client),
    finished,
    pass: (milliseconds) => {
      now += milliseconds
    },
  }
}

test('what was learnt on the way is in the finished record', () => {
  const { record, finished, pass } = begun()
  record.sentBy(caller)
  record.onBehalfOf('ann')
  record.tagged(['a'])
  record.asks('messages', 'fast')
  record.tries(target)
  record.converted('messages>responses', [])
  pass(40)
  record.firstByte(39.6)
  record.used(usage)
  record.ends(completed(200))
  record.tried({ provider: 'p', model: 'm', durationMs: 41, status: 200 })
  pass(2)
  record.finish(completed(200))
  expect(finished).toEqual([
    {
      id: 'req_1',
      method: 'POST',
      path: '/v1/messages',
      client,
      endUser: 'ann',
      tags: ['a'],
      caller,
      style: 'messages',
      model: 'fast',
      attempts: [{ provider: 'p', model: 'm', durationMs: 41, status: 200 }],
      firstByteMs: 40,
      usage,
      charge: { source: 'provider', usage, cost: 0n, costSource: 'none' },
      reservation: undefined,
      startedAt: 1000,
      conversion: { name: 'messages>responses', losses: [] },
      durationMs: 42,
      ending: { outcome: 'ok', status: 200 },
    },
  ])
})

test('it is finished once', () => {
  const { record, finished } = begun()
  record.finish(completed(200))
  record.finish(clientLeft)
  expect(finished.map(({ ending }) => ending.outcome)).toEqual(['ok'])
})

test('the first ending stands; where none was told, the one given at the end', () => {
  const told = begun()
  told.record.ends(clientLeft)
  told.record.ends(refused({ kind: 'internal', message: '' }, 500))
  told.record.finish(completed(200))
  const silent = begun()
  silent.record.finish(completed(204))
  expect([told.finished[0]?.ending, silent.finished[0]?.ending]).toEqual([clientLeft, { outcome: 'ok', status: 204 }])
})

test('a conversion belongs to the target that it was made for', () => {
  const { record, finished } = begun()
  record.tries(target)
  record.converted('messages>responses', [])
  record.tries(target)
  record.finish(completed(200))
  expect(finished[0]?.conversion).toBeUndefined()
})

test('a report without usage takes nothing back', () => {
  const { record, finished } = begun()
  record.used(usage)
  record.used(undefined)
  record.finish(completed(200))
  expect(finished[0]?.usage).toBe(usage)
})

test('without an attempt to measure from, the first byte is measured from the beginning, once', () => {
  const { record, finished, pass } = begun()
  pass(7)
  record.firstByte()
  pass(7)
  record.firstByte()
  record.finish(completed(101))
  expect(finished[0]).toMatchObject({ firstByteMs: 7, durationMs: 14 })
})
