import { nameText } from './names.js'

test.each([
  ['outcome', 'upstream_error', 'Provider failed'],
  ['outcome', 'of_tomorrow', 'of_tomorrow'],
  ['style', 'generate-content', 'Generate content'],
  ['model', 'ok', 'ok'],
] as const)('the %s %s is shown as %s', (dimension, name, text) => {
  expect(nameText(dimension, name)).toBe(text)
})
