import { isWithin, jsonLines } from './json-lines.js'

test('each line has the pointer of its value', () => {
  expect(jsonLines('{"a":1,"b/c":[{"d":null},[]],"e":{}}')).toEqual([
    { text: '{', pointer: '' },
    { text: '  "a": 1,', pointer: '/a' },
    { text: '  "b/c": [', pointer: '/b~1c' },
    { text: '    {', pointer: '/b~1c/0' },
    { text: '      "d": null', pointer: '/b~1c/0/d' },
    { text: '    },', pointer: '/b~1c/0' },
    { text: '    []', pointer: '/b~1c/1' },
    { text: '  ],', pointer: '/b~1c' },
    { text: '  "e": {}', pointer: '/e' },
    { text: '}', pointer: '' },
  ])
})

test('text that is no JSON is shown as it is', () => {
  expect(jsonLines('<html>\n502')).toEqual([
    { text: '<html>', pointer: '' },
    { text: '502', pointer: '' },
  ])
})

test('a long value is shortened', () => {
  expect(jsonLines(JSON.stringify({ data: 'A'.repeat(5000) }))[1]?.text).toMatch(/^ {2}"data": "A{1999} … \(5,002 characters\)$/)
})

test.each([
  ['/a/b', '/a', true],
  ['/a', '/a', true],
  ['/ab', '/a', false],
  ['/a', '', false],
])('%s within %j: %s', (pointer, container, within) => {
  expect(isWithin(pointer, container)).toBe(within)
})
