import { SignInThrottle } from './sign-in-throttle.js'

let now = 0
const throttle = (capacity?: number): SignInThrottle => new SignInThrottle(() => now, capacity)
const fail = (of: SignInThrottle, times: number, name = 'ada', address = '192.0.2.1'): void => {
  for (let time = 0; time < times; time += 1) of.begin(name, address)
}
const waiting = (seconds: number) =>
  expect.objectContaining({ error: expect.objectContaining({ kind: 'rate_limit_exceeded', retryAfterSeconds: seconds }) })

beforeEach(() => {
  now = 1_000_000
})

test('after five failures there is a wait of a minute, which doubles to a quarter of an hour', () => {
  const one = throttle()
  fail(one, 5)
  for (const seconds of [60, 120, 240, 480, 900, 900]) {
    expect(() => fail(one, 1)).toThrow(waiting(seconds))
    now += seconds * 1000 - 1
    expect(() => fail(one, 1)).toThrow(waiting(1))
    now += 1
    fail(one, 1)
  }
})

test('other names and other addresses do not wait', () => {
  const one = throttle()
  fail(one, 5)
  fail(one, 5, 'bob')
  fail(one, 5, 'ada', '192.0.2.2')
  expect(() => fail(one, 1, ' ADA ')).toThrow(waiting(60))
})

test('one network of IPv6 is one address', () => {
  const one = throttle()
  fail(one, 3, 'ada', '2001:db8:1:2::1')
  fail(one, 2, 'ada', '2001:db8:1:2::2')
  expect(() => fail(one, 1, 'ada', '2001:db8:1:2:3::4')).toThrow(waiting(60))
  fail(one, 1, 'ada', '2001:db8:1:3::1')
})

test('a success ends the count, and so does an hour', () => {
  const one = throttle()
  fail(one, 4)
  one.succeeded('ada', '192.0.2.1')
  fail(one, 5)
  now += 3_600_001
  fail(one, 5)
})

test('a flood of names does not grow in memory, and the newest counts', () => {
  const one = throttle(100)
  for (let index = 0; index < 1000; index += 1) fail(one, 1, `name${index}`)
  fail(one, 5)
  expect(one.size).toBe(100)
  expect(() => fail(one, 1)).toThrow(waiting(60))
})
