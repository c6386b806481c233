import { countValues, membersOf, pointerAt, stringEnd, type JsonExcess } from './scan.js'

const limits = { depth: 3, values: 8, keys: 4 }
const deaf = { key: () => undefined }

test.each<[string, string, JsonExcess['limit'] | undefined, string]>([
  ['lists as deep as allowed', '[[[1]]]', undefined, ''],
  ['one level more', '[[[[', 'depth', '/0/0/0'],
  ['objects count as levels', '{"a":{"b":[{"c":1}]}}', 'depth', '/a/b/0'],
  ['brackets inside texts are text', '["[[[[{{{{,,,,::::"]', undefined, ''],
  ['so are those after an escaped quote', '["\\"[[[[,,,,,,,,,","\\\\"]', undefined, ''],
  ['as many values as allowed', '[1,2,3,4,5,6,7,8]', undefined, ''],
  ['one value more', '[1,2,3,4,5,6,7,8,9]', 'values', '/7'],
  ['a list or object counts twice', '[{},{},{},{},{}]', 'values', '/3'],
  ['as many keys as allowed', '{"a":1,"b":2,"c":{"d":4}}', undefined, ''],
  ['one key more', '{"a":1,"b":2,"c":{"d":4,"e~/":5}}', 'keys', '/c/d'],
  ['text that never ends', '["[[[[', undefined, ''],
])('counted: %s', (_, text, limit, at) => {
  const { excess } = countValues(text, limits, deaf)
  expect(excess?.limit).toBe(limit)
  if (excess !== undefined) expect(pointerAt(text, excess.at)).toBe(at)
})

test('only the keys of the outermost object are reported, without escapes', () => {
  const keys: string[] = []
  countValues(' {"mod\\u0065l":1,"x":{"y":[{"z":2}]},"é\\\\":3} ', { depth: 9, values: 99, keys: 99 }, { key: (key) => keys.push(key) })
  expect(keys).toEqual(['model', 'x', 'é\\'])
})

test.each([
  ['equal names, each time', '{"a":1,"b":{"a":2},"a":[3]}', ['1', '[3]']],
  ['white space anywhere', ' {\n"x" : 0 ,\t"a" :\r"}" } ', ['"}"']],
  ['escapes undone', '{"\\u0061":1}', ['1']],
  ['nothing in a list', '[{"a":1}]', []],
  ['nothing in an empty object', '{ }', []],
  ['up to the first syntax error', '{"x" 1,"a":1}', []],
])('members: %s', (_, text, values) => {
  expect(membersOf(text, 0, (key) => key === 'a').map(({ start, end }) => text.slice(start, end))).toEqual(values)
})

test.each([
  '',
  '\\',
  '"',
  '\\"',
  '"'.repeat(60),
  '\\'.repeat(60),
  '"\\'.repeat(30),
  `"${'x'.repeat(30)}"${'y'.repeat(20)}\\"`,
  `"${'x'.repeat(22)}\\`,
])('a text ends at its own quote: %j', (value) => {
  const text = JSON.stringify(value)
  expect(stringEnd(`:${text},"b":"c"`, 1)).toBe(1 + text.length)
})
