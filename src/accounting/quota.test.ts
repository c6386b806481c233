import { DayQuota, MinuteQuota, quotasOf } from './quota.js'

function clockAt(start: number): { now: () => number; pass: (milliseconds: number) => void } {
  let now = start
  return {
    now: () => now,
    pass: (milliseconds) => {
      now += milliseconds
    },
  }
}

test('a minute refills all the time, to its limit', () => {
  const { now, pass } = clockAt(0)
  const quota = new MinuteQuota(60, now)
  quota.take(61)
  expect([quota.left, quota.until(1), quota.reset]).toEqual([-1, 2, 61])
  pass(2000)
  expect(quota.left).toBe(1)
  pass(120_000)
  expect(quota.left).toBe(60)
  quota.take(-5)
  expect(quota.left).toBe(60)
})

test('a day begins anew at midnight in UTC', () => {
  const { now, pass } = clockAt(Date.parse('2026-01-31T23:00:00Z'))
  const quota = new DayQuota(10, now, 4)
  quota.take(6)
  expect([quota.left, quota.until(1), quota.reset]).toEqual([0, 3600, 3600])
  pass(3_600_000)
  expect([quota.left, quota.until(1), quota.reset]).toEqual([10, 0, 0])
})

test('what was taken for requests that have not come yet does not refill until they come', () => {
  const { now, pass } = clockAt(Date.parse('2026-01-31T23:59:00Z'))
  const [minute, day] = [new MinuteQuota(60, now), new DayQuota(60, now)]
  for (const quota of [minute, day]) {
    quota.take(3)
    quota.countAhead(3)
  }
  pass(60_000)
  expect([minute.left, day.left]).toEqual([57, 57])
  for (const quota of [minute, day]) {
    // Two come, one is given back.
    quota.countAhead(-3)
    quota.take(-1)
  }
  expect([minute.left, day.left]).toEqual([58, 58])
  pass(1000)
  expect([minute.left, day.left]).toEqual([59, 58])
})

test('what is reserved is held until it is settled, also over midnight', () => {
  const { now, pass } = clockAt(Date.parse('2026-01-31T23:00:00Z'))
  const day = new DayQuota(100, now)
  day.reserve(60)
  expect(day.left).toBe(40)
  pass(3_600_000)
  expect(day.left).toBe(40)
  day.settle(60, 70)
  expect(day.left).toBe(30)
})

test('other limits keep what was used', () => {
  const { now } = clockAt(0)
  const before = quotasOf({ minute: 10, day: 100 }, { clock: now, now })
  for (const quota of before) quota.take(4)
  const after = quotasOf({ minute: 5, day: 200 }, { clock: now, now }, before, 99)
  expect(after).toEqual(before)
  expect(after.map(({ limit, left }) => [limit, left])).toEqual([
    [5, 1],
    [200, 196],
  ])
  expect(quotasOf({ minute: undefined, day: 100 }, { clock: now, now }, [], 30).map(({ left }) => left)).toEqual([70])
})

test('a minute that is lowered below what was used owes nothing, and a day does', () => {
  const { now, pass } = clockAt(0)
  const [minute, day] = [new MinuteQuota(100, now), new DayQuota(100, now)]
  for (const quota of [minute, day]) {
    quota.take(60)
    quota.limitTo(10)
  }
  expect([minute.left, day.left]).toEqual([0, -50])
  minute.take(5)
  minute.limitTo(60)
  expect([minute.left, minute.reset]).toEqual([45, 15])
  pass(15_000)
  expect(minute.left).toBe(60)
  minute.take(70)
  minute.limitTo(20)
  expect(minute.left).toBe(-10)
})

test('what was taken ahead stays so when the limit changes', () => {
  const { now, pass } = clockAt(0)
  const quota = new MinuteQuota(60, now)
  quota.take(3)
  quota.countAhead(3)
  quota.limitTo(30)
  pass(60_000)
  expect(quota.left).toBe(27)
  quota.countAhead(-3)
  quota.take(-3)
  expect(quota.left).toBe(30)
})
