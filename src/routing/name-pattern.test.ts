import { capture, nameFor, targetModel } from './name-pattern.js'

test.each([
  ['gpt-*', 'gpt-5', '5'],
  ['gpt-*', 'gpt-', ''],
  ['gpt-*', 'claude', undefined],
  ['*-latest', 'gpt-latest', 'gpt'],
  // Neither end of a pattern may be matched by the characters of the other.
  ['ab*ba', 'aba', undefined],
  ['ab*ba', 'abba', ''],
])('%s captures of %s: %p', (pattern, name, captured) => {
  expect(capture(pattern, name)).toBe(captured)
})

test.each([
  ['*', 'gpt-5', '5', 'gpt-5'],
  ['up-*', 'gpt-5', '5', 'up-5'],
  ['up-*', 'gpt-$&', '$&', 'up-$&'],
  ['fixed', 'gpt-5', '5', 'fixed'],
])('the target %s of %s is %s', (model, name, captured, result) => {
  expect(targetModel(model, name, captured)).toBe(result)
})

test.each([
  ['gpt-*', 'up-*', 'up-5', 'gpt-5'],
  ['gpt-*', '*', 'gpt-5', 'gpt-5'],
  ['gpt-*', '*', 'other', undefined],
  ['gpt-*', 'fixed', 'fixed', undefined],
])('by %s to %s the model %s is called %p', (pattern, model, providersName, name) => {
  expect(nameFor(pattern, model, providersName)).toBe(name)
})
