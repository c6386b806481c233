import { foldName, valuesNamed } from './folded.js'

test.each([
  ['model', 'model'],
  ['Model', 'model'],
  ['reque\u017ft', 'request'],
  ['to\u212aen', 'token'],
])('%s is read as %s', (name, folded) => {
  expect(foldName(name)).toBe(folded)
})

test('all members of a name, in any spelling', () => {
  expect(valuesNamed({ model: 1, MODEL: 2, other: 3 }, 'model')).toEqual([1, 2])
})
