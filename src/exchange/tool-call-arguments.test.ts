import { expect, test } from '@jest/globals'
import { ToolCallArguments, objectText } from './tool-call-arguments.js'

test.each<[string, string[], (string | undefined)[]]>([
  ['pieces go on as they come', ['{"n":', '1}'], ['{"n":', '1}', '']],
  ['an empty object before the arguments is ignored', ['{}', '{"n":', '1}'], ['', '{"n":', '1}', '']],
  ['null before the arguments is ignored', ['null', '{"n":1}'], ['', '{"n":1}', '']],
  ['an empty object without more is the arguments', ['{}', ''], ['', '', '{}']],
  ['no arguments are an empty object', [], ['{}']],
  ['the text of an object inside a string', ['"{\\"n\\":', '9007199254740993}"'], ['', '', '{"n":9007199254740993}']],
  ['half an object', ['{"n":'], ['{"n":', undefined]],
  ['two objects', ['{"n":1}', '{"n":2}'], ['{"n":1}', undefined, undefined]],
  ['no JSON', ['{"n": ', 'hall}'], ['{"n": ', undefined, undefined]],
  ['no object', ['[1]'], ['', undefined]],
  ['white space around nothing', [' ', '{ ', ' }', '\n'], ['', '{ ', ' }', '\n', '']],
  ['an empty string, then the arguments', ['" "', ' ', '{"n":1}'], ['', '', '{"n":1}', '']],
])('%s', (_name, pieces, passed) => {
  const args = new ToolCallArguments()
  expect([...pieces.map((piece) => args.push(piece)), args.end()]).toEqual(passed)
})

test.each([
  ['', '{}'],
  ['null', '{}'],
  ['{"n":9007199254740993}', '{"n":9007199254740993}'],
  ['"{\\"n\\":1}"', '{"n":1}'],
  ['{"n":1', undefined],
  ['"n"', undefined],
])('%j as the text of an object is %j', (text, object) => {
  expect(objectText(text)).toBe(object)
})

test('white space without end is read in no time', () => {
  const spaces = ' '.repeat(200_000)
  const startedAt = performance.now()
  expect(objectText(`${spaces}x`)).toBeUndefined()
  const args = new ToolCallArguments()
  for (const piece of [spaces, spaces, 'x']) args.push(piece)
  expect(args.end()).toBeUndefined()
  // A regular expression takes a minute for it.
  expect(performance.now() - startedAt).toBeLessThan(1000)
})

test('a long text inside a string, in very many pieces, is held in no time', () => {
  const startedAt = performance.now()
  const args = new ToolCallArguments()
  args.push('"{\\"n\\":\\"')
  for (let count = 0; count < 400_000; count++) args.push('ab')
  args.push('\\"}"')
  expect(args.end()).toBe(`{"n":"${'ab'.repeat(400_000)}"}`)
  // To look at all of it with each piece takes a minute.
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
