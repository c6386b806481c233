import { openai } from '../../providers/openai/index.js'
import { createProvider } from '../../providers/provider.js'
import { passedHeaders, upstreamHeaders } from './upstream-headers.js'

const provider = createProvider({ name: 'p', kind: 'openai', api_key: 'sk-secret-1234567', headers: {}, settings: {} }, openai)
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test.each<[string, Record<string, string>, boolean, Record<string, string | undefined>]>([
  ['the trace', { traceparent }, false, { traceparent }],
  ['no trace of this connection alone', { traceparent, connection: 'close, Traceparent' }, false, { traceparent: undefined }],
  [
    'version and beta of the same style',
    { 'anthropic-version': '2026-10-21', 'anthropic-beta': 'x' },
    true,
    { 'anthropic-version': '2026-10-21', 'anthropic-beta': 'x' },
  ],
  [
    'the own version of another style',
    { 'anthropic-version': '2026-10-21', 'anthropic-beta': 'x' },
    false,
    { 'anthropic-version': '2023-06-01', 'anthropic-beta': undefined },
  ],
  ['no beta of this connection alone', { 'anthropic-beta': 'x', connection: 'anthropic-beta' }, true, { 'anthropic-beta': undefined }],
  [
    'no version of this connection alone',
    { 'anthropic-version': '2026-10-21', connection: 'anthropic-version' },
    true,
    { 'anthropic-version': '2023-06-01' },
  ],
  [
    'nothing else of the client',
    { authorization: 'x', cookie: 'x', 'x-own': 'x' },
    true,
    { authorization: undefined, cookie: undefined, 'x-own': undefined },
  ],
])('upstream requests have %s', (_name, incoming, relayed, expected) => {
  const headers = upstreamHeaders('messages', { incoming: { headers: incoming } }, relayed, false)
  for (const [name, value] of Object.entries(expected)) expect([name, headers[name]]).toEqual([name, value])
})

test.each<[string, Record<string, string>, Record<string, string>]>([
  [
    'rate limits',
    { 'x-ratelimit-a': '1', 'anthropic-ratelimit-b': '2' },
    { 'x-upstream-ratelimit-a': '1', 'x-upstream-anthropic-ratelimit-b': '2' },
  ],
  ['no others', { server: 'x', 'set-cookie': 'x' }, {}],
  ['none that list as of the connection', { 'x-ratelimit-a': '1', connection: 'x-ratelimit-a' }, {}],
  ['none with the key', { 'x-ratelimit-a': 'sk-secret-1234567', 'x-ratelimit-b': '2' }, { 'x-upstream-ratelimit-b': '2' }],
  ['none whose name is the key', { 'x-ratelimit-sk-secret-1234567': '1' }, {}],
  ['none that cannot be printed', { 'x-ratelimit-a': 'é', 'x-ratelimit-b': '2' }, { 'x-upstream-ratelimit-b': '2' }],
])('clients get %s', (_name, headers, passed) => {
  expect(passedHeaders(provider, headers, { own: 'x' })).toEqual({ own: 'x', ...passed })
})

test('clients get 32 headers of 4 KiB at most', () => {
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`x-ratelimit-${index}`, '1']))
  expect(Object.keys(passedHeaders(provider, many))).toHaveLength(32)
  const long = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`x-ratelimit-${index}`, '1'.repeat(1000)]))
  expect(Object.keys(passedHeaders(provider, long))).toHaveLength(4)
})
