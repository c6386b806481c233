import { ownOrigin } from './own-origin.js'

const publicUrl = 'https://gateway.example/ai'

test.each([
  ['gateway.example', publicUrl, 'https://gateway.example'],
  ['GATEWAY.example', publicUrl, 'https://gateway.example'],
  ['gateway.example:8080', publicUrl, undefined],
  ['gateway.example.evil.test', publicUrl, undefined],
  ['gateway.example', undefined, undefined],
  ['localhost:8787', publicUrl, 'http://localhost:8787'],
  ['127.0.0.1', undefined, 'http://127.0.0.1'],
  ['127.1.2.3:1', undefined, 'http://127.1.2.3:1'],
  ['[::1]:8787', undefined, 'http://[::1]:8787'],
  ['localhost.evil.test', undefined, undefined],
  ['localhost:8787@evil.test', undefined, undefined],
  ['192.168.1.5:8787', undefined, undefined],
])('a browser at the host %s, with public_url %s, is at the origin %s', (host, public_url, origin) => {
  expect(ownOrigin({ host }, public_url === undefined ? {} : { public_url })).toBe(origin)
})

test('a proxy at this machine may end TLS', () => {
  expect(ownOrigin({ host: 'localhost', 'x-forwarded-proto': 'https' }, {})).toBe('https://localhost')
})

test('without a host there is no origin', () => {
  expect(ownOrigin({}, { public_url: publicUrl })).toBeUndefined()
})
