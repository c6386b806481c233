import type { IncomingMessage } from 'node:http'
import { countHeader, headProblem } from './request-head.js'

const limits = { url_bytes: 100, header_count: 5 } as Parameters<typeof headProblem>[1]

/** As much of a request as is looked at. */
function statusOf(lines: readonly (readonly [string, string])[], httpVersion = '1.1'): number | undefined {
  const headers = Object.fromEntries(lines.map(([name, value]) => [name.toLowerCase(), value]))
  return headProblem({ url: '/', httpVersion, headers, rawHeaders: lines.flat() } as unknown as IncomingMessage, limits)?.status
}

test.each(['x', 'gateway.example', 'gateway.example.', 'x_y:80', '127.0.0.1:65535', '[::1]', '[::1]:8787', '[::ffff:127.0.0.1]:1'])(
  'Host: %s is one',
  (host) => {
    expect(statusOf([['Host', host]])).toBeUndefined()
  },
)

test.each([
  '',
  'x:99999',
  'x:65536',
  'x:',
  'x:8a',
  'x y',
  'x/y',
  'x@y',
  'x,y',
  '.x',
  'x..y',
  '[::1',
  '[::zz]',
  '[1]',
  '::1',
  'http://x',
  'a'.repeat(261),
])('Host: %s is none', (host) => {
  expect(statusOf([['Host', host]])).toBe(400)
})

test('a Host is needed in HTTP/1.1, once', () => {
  expect(statusOf([])).toBe(400)
  expect(statusOf([], '1.0')).toBeUndefined()
  expect(
    statusOf([
      ['Host', 'x'],
      ['HOST', 'x'],
    ]),
  ).toBe(400)
})

test.each([
  ['chunked', '1.1', undefined],
  ['Chunked', '1.1', undefined],
  ['chunked', '1.0', 400],
  ['zz, chunked', '1.1', 400],
  ['chunked, chunked', '1.1', 400],
  ['chunked, identity', '1.1', 400],
  ['xchunked', '1.1', 400],
  ['', '1.1', 400],
])('Transfer-Encoding: %s in HTTP/%s', (coding, version, status) => {
  expect(
    statusOf(
      [
        ['Host', 'x'],
        ['Transfer-Encoding', coding],
      ],
      version,
    ),
  ).toBe(status)
})

test('names are counted in any case', () => {
  expect(countHeader(['Authorization', 'a', 'AUTHORIZATION', 'b', 'authorizatio', 'c', 'x', 'authorization'], 'authorization')).toBe(2)
})
