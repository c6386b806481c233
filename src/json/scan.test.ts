import { countValues, type JsonExcess } from './count-values.js'
import { membersOf, pointerAt, PointerSearch, stringEnd } from './scan.js'

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

test.each([
  ['white space', ' ', undefined],
  ['digits', '9', 5],
  ['letters', 'e', undefined],
])('megabytes of %s between marks take less time than a look at each character', (_, character, outOfRange) => {
  const text = `{"a":${character.repeat(30_000_000)},"b":[1e999,2]}`
  const each = quickest(() => {
    let marks = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === 0x22 || code === 0x2c || code === 0x3a || code === 0x7b || code === 0x7d || code === 0x5b || code === 0x5d) marks++
    }
    expect(marks).toBe(12)
  })
  const counted = quickest(() => {
    const found = countValues(text, { depth: 9, values: 99, keys: 99 }, deaf)
    expect([found.values, found.outOfRange]).toEqual([4, outOfRange ?? text.indexOf('1e999')])
  })
  expect(counted).toBeLessThan(each)
})

function quickest(work: () => void): number {
  const took = [1, 2, 3].map(() => {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  })
  return Math.min(...took)
}

test.each([
  ['1'.padEnd(308, '0'), false],
  ['1'.padEnd(310, '0'), true],
  [`0.${'0'.repeat(400)}1`, false],
  [`${' '.repeat(100)}1e400`, true],
  [`${' '.repeat(100)}12${' '.repeat(5000)}`, false],
  [`-1${'0'.repeat(5000)}`, true],
])('numbers and spaces of many characters', (number, infinite) => {
  expect(countValues(`[${number}]`, limits, deaf).outOfRange !== undefined).toBe(infinite)
})

test.each([
  ['9007199254740991', false],
  ['-9007199254740991', false],
  ['9007199254740993', true],
  ['100000000000000000000', false],
  ['1.0000000000000000000', false],
  ['0.30000000000000004', false],
  ['0.3000000000000000444', true],
  ['1234567890.1234567890e10', true],
  [`${' '.repeat(40)}5`, false],
  [`1${'0'.repeat(200)}`, false],
  [`0.${'0'.repeat(5000)}`, true],
])('a number that loses digits when parsed, or is too long to tell: %s: %s', (number, loses) => {
  expect(countValues(`{"a":[1,${number}]}`, { depth: 9, values: 99, keys: 99 }, deaf).longNumber).toBe(loses)
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

test('the pointer of a value is found in steps of any length, within keys too', () => {
  const text = '{"a":{"b":[1,{"c\\"":[2,3]}]}}'
  const offset = text.indexOf('3')
  for (let length = 1; length <= text.length; length++) {
    const search = new PointerSearch(text, offset)
    while (!search.goTo(search.at + length));
    expect(search.pointer).toBe('/a/b/1/c"/1')
  }
})
