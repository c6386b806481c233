import { CountedNames } from './counted-names.js'

test('so many names in a day, the others together; the next day anew', () => {
  const names = new CountedNames(2)
  const day = 86_400_000
  expect(['a', 'b', 'c', 'a', 'd'].map((name) => names.counted(name, 0))).toEqual(['a', 'b', '(other)', 'a', '(other)'])
  expect(names.counted('c', day - 1)).toBe('(other)')
  expect(names.counted('c', day)).toBe('c')
})
