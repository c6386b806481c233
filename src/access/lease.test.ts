import type { Quota } from '../accounting/quota.js'
import { Lease, noneRunning } from './lease.js'

function leased(quotas?: readonly Quota[]) {
  const process = noneRunning()
  const caller = noneRunning()
  let freed = 0
  const another = (by = caller) => new Lease(process, by, 1000, () => freed++, quotas)
  const ofAnother = () => another(noneRunning())
  const state = () => ({ process: { ...process }, caller: { ...caller }, freed })
  return { lease: another(), another, ofAnother, state }
}

const uses = (running: number, bytes: number, ofCompressed = 0) => ({ running, bytes, ofCompressed })

test('takes a slot and memory of both, and gives everything back once', () => {
  const { lease, state } = leased()
  lease.hold(300)
  expect(state()).toEqual({ process: uses(1, 300), caller: uses(1, 300), freed: 0 })
  lease.free(100)
  expect(state()).toEqual({ process: uses(1, 200), caller: uses(1, 200), freed: 0 })
  lease.release()
  lease.release()
  expect(state()).toEqual({ process: uses(0, 0), caller: uses(0, 0), freed: 1 })
})

test('takes and gives back nothing after its end', () => {
  const { lease, state } = leased()
  lease.hold(300)
  lease.release()
  expect(lease.tryHold(200)).toBeUndefined()
  lease.free(100)
  expect(state()).toEqual({ process: uses(0, 0), caller: uses(0, 0), freed: 1 })
})

test('refuses memory beyond the half that one caller may have', () => {
  const { lease, state } = leased()
  expect(lease.tryHold(501)?.error.kind).toBe('overloaded')
  expect(() => {
    lease.hold(501)
  }).toThrow()
  expect(state().process).toEqual(uses(1, 0))
})

test('several bodies of one caller that came compressed take at most a quarter, a single one as much as others', () => {
  const { lease, another, state } = leased()
  lease.hold(100)
  lease.countAsCompressed()
  lease.hold(300)
  const second = another()
  second.countAsCompressed()
  expect(second.tryHold(1)?.error.kind).toBe('overloaded')
  lease.free(200)
  expect(second.tryHold(50)).toBeUndefined()
  expect(lease.tryHold(1)?.error.kind).toBe('overloaded')
  expect(state().process).toEqual(uses(2, 250, 250))
  lease.release()
  second.release()
  expect(state().process).toEqual(uses(0, 0))
})

test('those of all callers together take at most three eighths, a single one as much as others', () => {
  const { lease, ofAnother } = leased()
  lease.countAsCompressed()
  lease.hold(400)
  lease.free(100)
  const other = ofAnother()
  other.countAsCompressed()
  expect([other.tryHold(75), other.tryHold(1)?.error.kind]).toEqual([undefined, 'overloaded'])
  expect(ofAnother().tryHold(400)).toBeUndefined()
})

test('counts further requests against each quota, and only those', () => {
  const taken: number[] = []
  const nothing = {
    reserve: () => undefined,
    settle: () => undefined,
    countAhead: () => undefined,
    limitTo: () => undefined,
    until: () => 0,
    reset: 0,
  }
  const quota: Quota = { limit: 10, window: 'minute', left: 5, take: (amount) => taken.push(amount), ...nothing }
  const { lease } = leased([quota])
  lease.startMore(0)
  // A later target needs fewer requests than the one before: those were sent.
  lease.startMore(-3)
  lease.startMore(2)
  lease.startMore(1)
  expect(taken).toEqual([2, 1])
  expect(() => {
    lease.startMore(6)
  }).toThrow()
  leased().lease.startMore(6)
  // Refused for another limit: none of the four counts, nor again at its end.
  lease.takeBackStarts()
  lease.takeBack()
  expect(taken.map((amount) => amount + 0)).toEqual([2, 1, -4, 0])
})
