import { hashTokenKey, isTokenKey, tokenKey, tokenPrefix } from './token-key.js'

const zero = tokenKey(new Uint8Array(32))
const full = tokenKey(new Uint8Array(32).fill(255))

describe('a token key', () => {
  test.each([
    ['of the smallest secret', zero],
    ['of the largest secret', full],
  ])('%s has its mark, 256 bits and a checksum that agrees', (_name, key) => {
    expect(key).toMatch(/^sk-aw-[0-9A-Za-z]{49}$/)
    expect(isTokenKey(key)).toBe(true)
  })

  test('differs where one bit of the secret differs', () => {
    const one = new Uint8Array(32)
    one[31] = 1
    expect(tokenKey(one)).not.toBe(zero)
  })

  test.each([
    ['a letter changed', `${zero.slice(0, 10)}x${zero.slice(11)}`],
    ['a letter lost', zero.slice(0, -1)],
    ['a letter more', `${zero}0`],
    ['another mark', zero.replace('sk-aw-', 'sk-xx-')],
    ['nothing', ''],
  ])('is told from one with %s', (_name, text) => {
    expect(isTokenKey(text)).toBe(false)
  })

  test('is never made of fewer bits', () => {
    expect(() => tokenKey(new Uint8Array(31))).toThrow(RangeError)
  })

  test('is kept as a hash that depends on the secret key and shows nothing of it', () => {
    const hash = hashTokenKey(full, 'a'.repeat(32))
    expect(hash).toMatch(/^[A-Za-z0-9+/]{43}=$/)
    expect(hash).not.toBe(hashTokenKey(full, 'b'.repeat(32)))
  })

  test('shows at most its first 12 characters, and half of a short one', () => {
    expect(tokenPrefix(full)).toBe(full.slice(0, 12))
    expect(tokenPrefix('sk-case')).toBe('sk-')
  })
})
