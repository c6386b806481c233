import { tokenCaller } from './caller.js'
import { People, userWith } from './people.js'
import { hashTokenKey } from './token-key.js'
import { tokensFrom, type IssuedToken } from './tokens.js'

const secretKey = 's'.repeat(32)
const now = Date.parse('2026-01-01T00:00:00Z')
const settings = { name: 'ci', place: '', key: 'sk-case', models: ['*'], max_concurrent: 100 }

const issued = (name: string, keys: IssuedToken['keys'] = [{ hash: hashTokenKey(`key-${name}`, secretKey) }]): IssuedToken => ({
  keys,
  caller: tokenCaller({ id: `tok_${name}`, name, owner: name }, {}),
})

describe('the index of tokens', () => {
  test('finds a token of the configuration by its key, with its limits', () => {
    const limits = { models: ['m-*'], requests_per_minute: 60, tokens_per_day: 7, expires_at: '2030-01-01T00:00:00Z' }
    expect(tokensFrom([{ ...settings, ...limits }], [], secretKey).find('sk-case', now)).toMatchObject({
      kind: 'token',
      id: 'config:ci',
      name: 'ci',
      owner: 'ci',
      limits,
      policy: { models: ['m-*'], maxConcurrent: 100, rates: { requestsPerMinute: 60, tokensPerDay: 7 } },
      expiresAt: Date.parse('2030-01-01T00:00:00Z'),
    })
  })

  test('says nothing of limits that are not set', () => {
    const { policy } = tokensFrom([settings], [], secretKey).find('sk-case', now) ?? {}
    expect(policy).toEqual({ maxConcurrent: 100 })
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

  test('says of a refused key whether its time is over', () => {
    const tokens = tokensFrom([{ ...settings, expires_at: '2026-01-01T00:00:00Z' }], [], secretKey)
    const expired = (key: string, at: number): boolean => {
      tokens.find(key, at)
      return tokens.hasExpired(key, at)
    }
    expect([expired('sk-case', now - 1), expired('sk-case', now), expired('sk-cas', now)]).toEqual([false, true, false])
  })

  test('a key that another one has replaced is not known any more; its token has not expired', () => {
    const keys = [{ hash: hashTokenKey('new', secretKey) }, { hash: hashTokenKey('old', secretKey), until: now + 1000 }]
    const tokens = tokensFrom([], [issued('ci', keys)], secretKey)
    const refusedAndExpired = (key: string, at: number) => [tokens.find(key, at) === undefined, tokens.hasExpired(key, at)]
    expect(refusedAndExpired('old', now + 1000)).toEqual([true, false])
    tokens.change(tokenCaller({ id: 'tok_ci', name: 'ci', owner: 'ci' }, { expires_at: '2026-01-01T00:00:00Z' }))
    expect([refusedAndExpired('old', now), refusedAndExpired('new', now)]).toEqual([
      [true, true],
      [true, true],
    ])
    expect(refusedAndExpired('old', now + 1000)).toEqual([true, false])
  })

  test('a token that was found before is valid no more when its user is disabled, and again when enabled', () => {
    const user = (disabled: boolean) =>
      userWith({ id: 'usr_1', name: 'ada', role: 'member', disabled, createdAt: now, settings: {}, version: 1 })
    const people = new People([user(false)])
    const tokens = tokensFrom([{ ...settings, user: 'ada' }], [], secretKey, people)
    const found = tokens.find('sk-case', now)
    if (found === undefined) throw new Error('no token')
    const states = [false, true, false].map((disabled) => {
      people.putUser(user(disabled))
      tokens.follow(people)
      return [tokens.isValid(found, now), tokens.find('sk-case', now) !== undefined]
    })
    expect(states).toEqual([
      [true, true],
      [false, false],
      [true, true],
    ])
  })

  test('an issued token is found, taken back, and gives way to one of the same name in the file', () => {
    const tokens = tokensFrom([settings], [issued('first'), issued('ci')], secretKey)
    expect(tokens.find('key-first', now)?.id).toBe('tok_first')
    expect(tokens.find('key-ci', now)).toBeUndefined()
    tokens.remove('tok_first')
    expect(tokens.find('key-first', now)).toBeUndefined()
    expect(tokens.find('sk-case', now)?.id).toBe('config:ci')
  })

  test('the key before works until its time, the new one goes on', () => {
    const keys = [{ hash: hashTokenKey('new', secretKey) }, { hash: hashTokenKey('old', secretKey), until: now + 1000 }]
    const tokens = tokensFrom([], [issued('ci', keys)], secretKey)
    expect([tokens.find('old', now + 999)?.id, tokens.find('old', now + 1000), tokens.find('new', now + 1000)?.id]).toEqual([
      'tok_ci',
      undefined,
      'tok_ci',
    ])
  })

  test('a token that is added again has its new keys alone', () => {
    const tokens = tokensFrom([], [issued('ci')], secretKey)
    tokens.find('key-ci', now)
    tokens.add([{ hash: hashTokenKey('other', secretKey) }], issued('ci').caller)
    expect([tokens.find('key-ci', now), tokens.find('other', now)?.name, tokens.size]).toEqual([undefined, 'ci', 1])
  })

  test('changes count for keys that were seen before', () => {
    const tokens = tokensFrom([], [issued('ci')], secretKey)
    tokens.find('key-ci', now)
    tokens.change(tokenCaller({ id: 'tok_ci', name: 'ci', owner: 'ci' }, { expires_at: '2025-01-01T00:00:00Z' }))
    expect(tokens.find('key-ci', now)).toBeUndefined()
  })

  test('knows when a token was used last', () => {
    const tokens = tokensFrom([], [issued('ci')], secretKey)
    expect(tokens.usedAt('tok_ci')).toBeUndefined()
    tokens.find('key-ci', now)
    tokens.find('key-wrong', now + 1)
    expect(tokens.usedAt('tok_ci')).toBe(now)
  })

  test('keeps the time of the last use where a token gets new keys', () => {
    const tokens = tokensFrom([], [issued('ci')], secretKey)
    tokens.find('key-ci', now)
    tokens.add([{ hash: hashTokenKey('other', secretKey) }], issued('ci').caller)
    expect(tokens.usedAt('tok_ci')).toBe(now)
  })

  test('says whether a caller may go on: not one that expired or was taken back', () => {
    const { caller, keys } = issued('ci')
    const tokens = tokensFrom([], [{ caller, keys }], secretKey)
    expect(tokens.isValid(caller, now)).toBe(true)
    tokens.change(tokenCaller({ id: caller.id, name: 'ci', owner: 'ci' }, { expires_at: '2026-01-01T00:00:00Z' }))
    expect([tokens.isValid(caller, now - 1), tokens.isValid(caller, now)]).toEqual([true, false])
    tokens.remove(caller.id)
    expect(tokens.isValid(caller, now - 1)).toBe(false)
  })

  test('has a token by its name, and its keys by its id, until it is taken back', () => {
    const { caller, keys } = issued('ci')
    const tokens = tokensFrom([], [{ caller, keys }], secretKey)
    expect([tokens.named('ci')?.id, tokens.keysOf(caller.id), tokens.all().length]).toEqual([caller.id, keys, 1])
    tokens.remove(caller.id)
    expect([tokens.named('ci'), tokens.keysOf(caller.id), tokens.all().length]).toEqual([undefined, [], 0])
  })

  test('a name belongs to the token that was added last', () => {
    const tokens = tokensFrom([], [issued('ci')], secretKey)
    tokens.add([], tokenCaller({ id: 'tok_2', name: 'ci', owner: 'ci' }, {}))
    tokens.remove('tok_ci')
    expect(tokens.named('ci')?.id).toBe('tok_2')
  })
})
