import { AddressLimit } from './address-limit.js'

test('so many connections of one address, and one more when one has closed', () => {
  const limit = new AddressLimit()
  const first = limit.enter('203.0.113.5', 2)
  expect([first !== undefined, limit.enter('203.0.113.5', 2) !== undefined, limit.enter('203.0.113.5', 2)]).toEqual([true, true, undefined])
  expect(limit.enter('203.0.113.6', 2)).toBeDefined()
  first?.()
  expect([limit.enter('203.0.113.5', 2) !== undefined, limit.enter('203.0.113.5', 2)]).toEqual([true, undefined])
})

test.each([
  ['IPv4 within IPv6', '203.0.113.5', '::ffff:203.0.113.5'],
  ['one /64', '2001:db8:1:2::5', '2001:db8:1:2:3:4:5:6'],
  ['one /64 with zeros', '2001:db8::5', '2001:db8:0:0:1::'],
  ['one /64 of which only the first group is left out', '::2:3:4:5:6:7:8', '0:2:3:4::1'],
])('%s is one address', (_name, one, other) => {
  const limit = new AddressLimit()
  expect([limit.enter(one, 1) !== undefined, limit.enter(other, 1)]).toEqual([true, undefined])
})

test.each([
  ['other networks', '2001:db8:1:2::5', '2001:db8:1:3::5'],
  ['a Unix socket', undefined, undefined],
  ['the own machine', '127.0.0.1', '127.0.0.1'],
  ['the own machine by IPv6', '::1', '::1'],
  ['the own machine, IPv4 within IPv6', '::ffff:127.0.0.1', '::ffff:127.0.0.1'],
])('%s: no limit together', (_name, one, other) => {
  const limit = new AddressLimit()
  expect([limit.enter(one, 1), limit.enter(other, 1)]).not.toContain(undefined)
})
