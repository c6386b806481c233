import { checkPassedOn } from './check-passed-on.js'

const provider = { name: 'p', kind: 'openai' }

test.each([
  'Host',
  'cookie',
  'AUTHORIZATION',
  'x-api-key',
  'x-goog-api-key',
  'api-key',
  'X-Anywire-Token',
  'x-anywire-strict',
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'proxy-authorization',
  'content-length',
  'content-type',
  'sec-websocket-protocol',
  'x-amz-date',
])('%s is never passed on', (name) => {
  expect(checkPassedOn([provider, { ...provider, forward_headers: ['x-tenant', name] }])).toEqual({
    path: ['providers', 1, 'forward_headers', 1],
    expected: expect.stringContaining('is never passed on from a client'),
  })
})

test('a header has one source', () => {
  const problem = checkPassedOn([{ ...provider, headers: { 'X-Tenant': 'ours' }, forward_headers: ['x-tenant'] }])
  expect(problem?.path).toEqual(['providers', 0, 'forward_headers', 0])
})

test.each([
  [{ kind: 'bedrock' }, ['auth']],
  [{ kind: 'vertex' }, ['auth']],
  [{ kind: 'azure-openai', identity: 'managed' }, ['auth']],
  [{ kind: 'openai', headers: { Authorization: 'Bearer x' } }, ['headers', 'Authorization']],
])('auth: client does not go with %j', (settings, path) => {
  expect(checkPassedOn([{ ...provider, ...settings, auth: 'client' }])?.path).toEqual(['providers', 0, ...path])
})

test.each([
  { forward_headers: ['x-tenant', 'user-agent', 'anthropic-beta'] },
  { auth: 'client' as const, api_key: 'k', headers: { 'x-team': 'ours' } },
  { auth: 'client' as const, kind: 'azure-openai' },
])('%j is no problem', (settings) => {
  expect(checkPassedOn([{ ...provider, ...settings }])).toBeUndefined()
})
