import { argumentsObject, freeTextArguments, freeTextIn, freeTextOf, freeTextSchema, kindOfTool } from './custom-tool.js'

test.each<[string, string]>([
  [JSON.stringify(freeTextArguments('print("hi")\n')), 'print("hi")\n'],
  // The model wrote the input directly, or arguments of another schema.
  ['print("hi")', 'print("hi")'],
  ['{"input": 5}', '{"input": 5}'],
  ['{"text":"hi"}', '{"text":"hi"}'],
  ['"hi"', '"hi"'],
  ['', ''],
])('arguments %j have the free text %j', (args, text) => {
  expect(freeTextOf(args)).toBe(text)
})

test('the free text of arguments that are an object', () => {
  expect(freeTextIn({ input: 'hi', other: 1 })).toBe('hi')
  expect(freeTextIn({ text: 'hi' })).toBe('{"text":"hi"}')
  expect(freeTextIn({})).toBe('{}')
})

test('the arguments match the declared schema', () => {
  expect(Object.keys(freeTextArguments('hi'))).toEqual(freeTextSchema().required)
})

test('only tools that the client declared as custom are custom', () => {
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
