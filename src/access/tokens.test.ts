import { hashTokenKey } from './token-key.js'
import { tokensFrom, type IssuedToken } from './tokens.js'

const secretKey = 's'.repeat(32)
const now = Date.parse('2026-01-01T00:00:00Z')
const settings = { name: 'ci', place: '', key: 'sk-case', models: ['*'], max_concurrent: 100 }

describe('the index of tokens', () => {
  test('finds a token of the configuration by its key', () => {
    const tokens = tokensFrom(
      [{ ...settings, requests_per_minute: 60, tokens_per_minute: 7, expires_at: '2030-01-01T00:00:00Z' }],
      [],
      secretKey,
    )
    expect(tokens.find('sk-case', now)).toEqual({
      kind: 'token',
      id: 'config:ci',
      name: 'ci',
      owner: 'ci',
      policy: { maxConcurrent: 100, requestsPerMinute: 60, tokensPerMinute: 7 },
      expiresAt: Date.parse('2030-01-01T00:00:00Z'),
    })
  })

  test('says nothing of limits that are not set', () => {
    expect(tokensFrom([settings], [], secretKey).find('sk-case', now)).toStrictEqual({
      kind: 'token',
      id: 'config:ci',
      name: 'ci',
      owner: 'ci',
      policy: { maxConcurrent: 100 },
    })
  })

  test('keeps the models of a restricted token', () => {
    expect(tokensFrom([{ ...settings, models: ['m-*'] }], [], secretKey).find('sk-case', now)?.policy.models).toEqual(['m-*'])
  })

  test.each(['', 'sk-cas', 'sk-case ', 'SK-CASE', '__proto__', 'constructor'])('finds nothing for %j', (key) => {
    expect(tokensFrom([settings], [], secretKey).find(key, now)).toBeUndefined()
  })

  test('an expired token is as good as none, from the very millisecond', () => {
    const tokens = tokensFrom([{ ...settings, expires_at: '2026-01-01T00:00:00Z' }], [], secretKey)
    expect(tokens.find('sk-case', now - 1)?.name).toBe('ci')
    expect(tokens.find('sk-case', now)).toBeUndefined()
  })

  test('an issued token is found, taken back, and gives way to one of the same name in the file', () => {
    const issued = (name: string): IssuedToken => ({
      hash: hashTokenKey(`key-${name}`, secretKey),
      caller: { kind: 'token', id: `tok_${name}`, name, owner: name, policy: { maxConcurrent: 100 } },
    })
    const tokens = tokensFrom([settings], [issued('first'), issued('ci')], secretKey)
    expect(tokens.find('key-first', now)?.id).toBe('tok_first')
    expect(tokens.find('key-ci', now)).toBeUndefined()
    tokens.remove('tok_first')
    expect(tokens.find('key-first', now)).toBeUndefined()
    expect(tokens.find('sk-case', now)?.id).toBe('config:ci')
  })
})
