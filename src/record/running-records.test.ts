import { RequestRecord } from './request-record.js'
import { RunningRecords } from './running-records.js'

test('records come and go in any order', () => {
  const running = new RunningRecords()
  const services = { sinks: [], running, clock: () => 0, now: () => 0 }
  const client = { address: undefined, userAgent: undefined, requestId: undefined, traceparent: undefined }
  const [a, b, c] = ['a', 'b', 'c'].map((id) => new RequestRecord(services, id, 'POST', '/', client)) as [
    RequestRecord,
    RequestRecord,
    RequestRecord,
  ]
  const ids = () => [...running].map((one) => (one instanceof RequestRecord ? one.id : '?')).join('')
  expect([running.has(a), ids()]).toEqual([false, ''])
  for (const record of [a, b, c, a]) running.add(record)
  expect([running.has(a), running.has(b), running.has(c), ids()]).toEqual([true, true, true, 'cba'])
  running.delete(b)
  running.delete(b)
  expect([running.has(b), ids()]).toEqual([false, 'ca'])
  running.add(b)
  running.delete(a)
  running.delete(b)
  expect(ids()).toBe('c')
  running.delete(c)
  expect([running.has(c), ids()]).toEqual([false, ''])
})

test('those of other processes are among them', () => {
  const running = new RunningRecords()
  const other = { age: 0, endedBy: () => fail() }
  expect(running.has(other)).toBe(false)
  running.elsewhere.add(other)
  expect([running.has(other), [...running]]).toEqual([true, [other]])
})

function fail(): never {
  throw new Error('not asked')
}
