import { SecretMask } from './mask.js'

const key = 'sk-proj-Aa9_bC-dE/fG+hI0123456789tail'
const mask = new SecretMask([key, 'pass/word?'], ['team-header-value'])
const escaped = (text: string, write: (code: number) => string): string =>
  Array.from(text)
    .map((one) => write(one.charCodeAt(0)))
    .join('')
const unicode = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`

/** However it is spelled, nothing of it is left. */
test.each([
  ['as it is', key],
  ['in other case', key.toUpperCase()],
  ['in JSON escapes', escaped(key, unicode)],
  ['with one escape', key.replace('p', '\\u0070')],
  ['with an escaped slash', key.replace('/', '\\/')],
  ['in JSON inside JSON', JSON.stringify(escaped(key, unicode)).slice(1, -1)],
  ['in hexadecimal escapes', escaped(key, (code) => `\\x${code.toString(16)}`)],
  ['percent-encoded', encodeURIComponent(key)],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(key))],
  ['percent-encoded throughout', escaped(key, (code) => `%${code.toString(16)}`)],
  ['as character references', escaped(key, (code) => `&#${code};`)],
  ['as hexadecimal references', escaped(key, (code) => `&#x${code.toString(16)};`)],
  ['in base64', Buffer.from(key).toString('base64')],
  ['in base64url', Buffer.from(key).toString('base64url')],
  ['in base64 behind one character', Buffer.from(`:${key}`).toString('base64')],
  ['in base64 inside a header', Buffer.from(`Bearer ${key} and more`).toString('base64')],
  ['in base64 in JSON escapes', escaped(Buffer.from(key).toString('base64'), unicode)],
  ['in hex', Buffer.from(key).toString('hex')],
  ['broken over lines', `${key.slice(0, 9)}\n${key.slice(9)}`],
  ['broken over escaped lines', `${key.slice(0, 9)}\\r\\n${key.slice(9)}`],
  ['behind a percent sign', `%${key}`],
])('%s', (_, spelled) => {
  const clean = mask.clean(`before ${spelled} after`)
  expect(clean).toMatch(/^before %?(?:[A-Za-z0-9+=]{0,10}|[\w+/=]{0,3})\[removed\][\w+/=]{0,12} after$/)
  expect(clean).not.toContain(spelled)
})

test('the first and the last eight characters of a long credential are enough, with what hides its middle', () => {
  expect(mask.clean('Incorrect API key provided: sk-proj-********tail.')).toBe('Incorrect API key provided: [removed].')
  expect(mask.clean('key sk-proj-… or …6789tail')).toBe('key [removed] or [removed]')
  expect(mask.clean('ends in 789tail, 6789TAIL')).toBe('ends in 789tail, [removed]')
  expect(mask.clean('https://host/v1/SK-PROJ-x/y')).toBe('https://host/v1/[removed]/y')
})

test('a value that is no credential is looked for whole', () => {
  expect(mask.clean('team-header-value, team-hea')).toBe('[removed], team-hea')
  expect(mask.clean(Buffer.from('team-header-value').toString('base64'))).toBe('[removed]')
})

test('a text that is full of a part of the key, or of escapes beside it, is cleaned in no time', () => {
  const part = key.slice(0, 8)
  for (const text of [part.repeat(32_000), `${key}\\n`.repeat(8_000), `${encodeURIComponent(key)}\\n`.repeat(6_000)]) {
    const startedAt = performance.now()
    expect(mask.clean(text)).not.toContain(part)
    expect(performance.now() - startedAt).toBeLessThan(2000)
  }
})

test('what was JSON stays JSON', () => {
  for (const text of [JSON.stringify({ a: `é${key}\n`, b: key }), `{"a":"${escaped(`x${key}"`, unicode)}","b":"\\u00e9"}`]) {
    const clean = mask.clean(text)
    expect(JSON.parse(clean)).toMatchObject({ a: expect.stringContaining('[removed]') })
  }
  // The secret begins with what the escape ends with.
  expect(JSON.parse(new SecretMask(['e9abcdef']).clean('{"a":"\\u00e9abcdef"}'))).toEqual({ a: '[removed]' })
})

test('short and empty secrets are not looked for, nor is anything else touched', () => {
  const text = '{"error":{"message":"100%, \\u00e9 & a/b_c-D"}}'
  expect(new SecretMask(['', 'abc']).clean('abc')).toBe('abc')
  expect(mask.clean(text)).toBe(text)
})

test('every text of a value is cleaned, names too, to a depth that an error can have', () => {
  expect(mask.cleanValue({ message: `a ${key}`, status: 400, [key]: [{ b: key }], none: null })).toEqual({
    message: 'a [removed]',
    status: 400,
    '[removed]': [{ b: '[removed]' }],
    none: null,
  })
  const deep: unknown = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000))
  expect(JSON.stringify(mask.cleanValue({ deep })).length).toBeLessThan(100)
})

test('a text of a quarter of a megabyte takes little time', () => {
  const text = '\\u0041%41'.repeat(20_000)
  const startedAt = performance.now()
  expect(mask.clean(text)).toBe(text)
  expect(performance.now() - startedAt).toBeLessThan(500)
})
