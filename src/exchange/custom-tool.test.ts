import { argumentsObject, freeTextArguments, freeTextIn, freeTextOf, freeTextSchema, kindOfTool } from './custom-tool.js'

test.each<[string, string]>([
  [JSON.stringify(freeTextArguments('print("hi")\n')), 'print("hi")\n'],
  // A model that wrote the text itself, or arguments of its own making.
  ['print("hi")', 'print("hi")'],
  ['{"input": 5}', '{"input": 5}'],
  ['{"text":"hi"}', '{"text":"hi"}'],
  ['"hi"', '"hi"'],
  ['', ''],
])('arguments %j hold the free text %j', (args, text) => {
  expect(freeTextOf(args)).toBe(text)
})

test('the same of arguments that came as an object', () => {
  expect(freeTextIn({ input: 'hi', other: 1 })).toBe('hi')
  expect(freeTextIn({ text: 'hi' })).toBe('{"text":"hi"}')
  expect(freeTextIn({})).toBe('{}')
})

test('what is written fits the schema that was declared', () => {
  expect(Object.keys(freeTextArguments('hi'))).toEqual(freeTextSchema().required)
})

test('a tool is free text where the client declared it so', () => {
  const tools = [
    { type: 'custom', name: 'note', at: '' },
    { type: 'function', name: 'look', at: '' },
  ] as const
  expect(['note', 'look', 'unknown'].map((name) => kindOfTool(name, tools))).toEqual(['custom', 'function', 'function'])
})

test.each<[string, object | undefined]>([
  ['{"a":1}', { a: 1 }],
  ['', {}],
  [' ', {}],
  ['null', {}],
  ['""', {}],
  ['"{\\"a\\":1}"', { a: 1 }],
  ['[1]', undefined],
  ['5', undefined],
  ['"text"', undefined],
  ['{"a":', undefined],
])('the arguments %j as an object: %j', (text, object) => {
  expect(argumentsObject(text)).toEqual(object)
})
