import { defined, isObject, listOf, numberOf, objectsOf, parseJson, parseObject, textOf, textOrEmpty } from './object.js'

test.each([
  [{}, true],
  [Object.create(null), true],
  [[], false],
  [null, false],
  [undefined, false],
  ['{}', false],
])('isObject(%j) is %s', (value, is) => {
  expect(isObject(value)).toBe(is)
})

test('values that are not lists are empty lists', () => {
  expect(objectsOf([{ a: 1 }, null, [], 'b'])).toEqual([{ a: 1 }])
  expect(objectsOf({ 0: {} })).toEqual([])
  expect(listOf('text')).toEqual([])
  expect(listOf([null, 1])).toEqual([null, 1])
})

test('text and numbers of another type are absent', () => {
  expect([textOf('a'), textOf(''), textOf(1)]).toEqual(['a', undefined, undefined])
  expect([textOrEmpty('a'), textOrEmpty(''), textOrEmpty(null)]).toEqual(['a', '', ''])
  expect([numberOf(0), numberOf(Number.NaN), numberOf('1')]).toEqual([0, undefined, undefined])
})

test('text that is not JSON, or not an object, is undefined', () => {
  expect([parseJson('[1]'), parseJson('[1')]).toEqual([[1], undefined])
  expect([parseObject('{"a":1}'), parseObject('[1]'), parseObject('null'), parseObject('{')]).toEqual([
    { a: 1 },
    undefined,
    undefined,
    undefined,
  ])
})

test('defined leaves out undefined members and keeps null', () => {
  const result = defined<{ a?: number; b?: null; c?: string }>({ a: undefined, b: null, c: '' })
  expect(Object.entries(result)).toEqual([
    ['b', null],
    ['c', ''],
  ])
})
