import { cutText } from './cut-text.js'

test.each([
  ['', ['']],
  ['abc', ['abc']],
  ['abcde', ['abc', 'de']],
  ['abcdef', ['abc', 'def']],
  ['ab😀c', ['ab', '😀c']],
])('%s', (text, pieces) => {
  expect([...cutText(text, 3)]).toEqual(pieces)
})
