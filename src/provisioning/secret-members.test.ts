import { joinSecrets, maskEntry, maskMember, partSecrets } from './secret-members.js'

const entry = {
  name: 'p',
  kind: 'bedrock',
  api_key: 'sk-canary-0000-wxyz',
  secret_access_key: 'short',
  proxy: 'http://user:canary@proxy.example:3128',
  headers: { 'x/y~z': 'canary-of-a-header', plain: 'v' },
  passthrough: { prefixes: ['a'] },
  timeouts: { reply_ms: 5 },
}

test('secrets are parted from an entry and joined with it again', () => {
  const { settings, secrets } = partSecrets(entry)
  expect(settings).toEqual({ name: 'p', kind: 'bedrock', headers: {}, passthrough: { prefixes: ['a'] }, timeouts: { reply_ms: 5 } })
  expect(Object.keys(secrets)).toEqual(['/api_key', '/secret_access_key', '/proxy', '/headers/x~1y~0z', '/headers/plain'])
  expect(joinSecrets(settings, new Map(Object.entries(secrets)))).toEqual(entry)
})

test('what is shown: four characters of a long secret, none of a short one', () => {
  expect(maskEntry(entry)).toEqual({
    ...entry,
    api_key: '…wxyz',
    secret_access_key: '…',
    proxy: 'http://…@proxy.example:3128',
    headers: { 'x/y~z': '…ader', plain: '…' },
  })
  expect(maskMember(entry.headers, ['headers'])).toEqual({ 'x/y~z': '…ader', plain: '…' })
  expect(maskMember('http://proxy.example:1', ['proxy'])).toBe('http://proxy.example:1')
})
