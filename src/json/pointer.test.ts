import { escapeStep, pointer, pointerOf, unescapeStep } from './pointer.js'

test.each<[string, string | number, string]>([
  ['', 'messages', '/messages'],
  ['/messages', 0, '/messages/0'],
  ['/tools', 'a/b', '/tools/a~1b'],
  ['/tools', 'a~b', '/tools/a~0b'],
  // The tilde first: else an escaped slash would be escaped again.
  ['/tools', '~1', '/tools/~01'],
  ['/tools', '/~', '/tools/~1~0'],
])('%j and %j are %j', (base, key, expected) => {
  expect(pointer(base, key)).toBe(expected)
})

test.each(['a', 'a/b', 'a~b', '~1', '~01', '/~'])('%j is read as it was written', (name) => {
  expect(unescapeStep(escapeStep(name))).toBe(name)
})

test('a path from the root', () => {
  expect(pointerOf([])).toBe('')
  expect(pointerOf(['a/b', 0, 'c~'])).toBe('/a~1b/0/c~0')
})
