import { hashedText } from './hashed-text.js'

test('a text stands for itself, a very long one its length, its beginning and its end', () => {
  const [longest, longer] = ['a'.repeat(8192), 'a'.repeat(8193)]
  expect(hashedText('')).toBe('')
  expect(hashedText(longest)).toBe(longest)
  expect(hashedText(longer)).toHaveLength(8198)
  expect(hashedText(`${longer}b`)).toBe(`8194\n${'a'.repeat(4096)}\n${'a'.repeat(4095)}b`)
  expect(hashedText(`b${longer}`)).toBe(`8194\nb${'a'.repeat(4095)}\n${'a'.repeat(4096)}`)
})
