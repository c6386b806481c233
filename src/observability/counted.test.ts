import { counted } from './counted.js'

test.each([
  [0, '0 models'],
  [1, '1 model'],
  [2, '2 models'],
])('%i', (number, text) => {
  expect(counted(number, 'model')).toBe(text)
})

test('a plural of its own', () => {
  expect([counted(1, 'reply', 'replies'), counted(3, 'reply', 'replies')]).toEqual(['1 reply', '3 replies'])
})
