import { readClientSecret, writeClientSecret } from './client-secret.js'

const key = 'k'.repeat(32)
const secret = { tokenId: 'tok_1', model: 'voice', until: 2000 }
const text = writeClientSecret(secret, key) ?? ''

test('a secret says what was written until it expires', () => {
  expect(text).toMatch(/^ek_[\w-]+\.[\w-]+$/)
  expect([readClientSecret(text, key, 1999), readClientSecret(text, key, 2000)]).toEqual([secret, undefined])
})

test.each([
  ['another key', text, 'o'.repeat(32)],
  ['another body', text.replace(/^ek_../, 'ek_xx'), key],
  ['another signature', `${text.slice(0, -2)}xx`, key],
  ['no signature', text.split('.')[0] ?? '', key],
  ['a token', 'sk-aw-0123456789', key],
  ['more behind it', `${text}.x`, key],
])('%s: no secret', (_, given, signedWith) => {
  expect(readClientSecret(given, signedWith, 0)).toBeUndefined()
})

test('names that no credential has room for make no secret', () => {
  expect(writeClientSecret({ ...secret, model: 'm'.repeat(600) }, key)).toBeUndefined()
})
