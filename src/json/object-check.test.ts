import { expect, test } from '@jest/globals'
import { ObjectCheck, type ObjectState } from './object-check.js'

const texts: readonly (readonly [string, ObjectState])[] = [
  ['', 'none'],
  [' \n', 'none'],
  ['{', 'open'],
  ['{}', 'whole'],
  [' {} \n', 'whole'],
  ['{}{}', 'broken'],
  ['{"a":1}x', 'broken'],
  ['[]', 'broken'],
  ['"{}"', 'broken'],
  ['{"a":{"b":[1,-2.5e+3,0,true,false,null,"x\\u00e9\\n",[],{}]}}', 'whole'],
  ['{"room": hall}', 'broken'],
  ['{"a":1,}', 'broken'],
  ['{"a":[1,]}', 'broken'],
  ['{"a":01}', 'broken'],
  ['{"a":1.}', 'broken'],
  ['{"a":-}', 'broken'],
  ['{"a":1e}', 'broken'],
  ['{"a":"\n"}', 'broken'],
  ['{"a":"\\x"}', 'broken'],
  ['{"a":"\\u00g0"}', 'broken'],
  ['{"a" 1}', 'broken'],
  ['{"a":[}', 'broken'],
  ['{"a":nul', 'open'],
  ['{"a":12', 'open'],
  ['{"a":"b\\', 'open'],
  ['{"a":"b"', 'open'],
  ['{a:1}', 'broken'],
  [`{"a":${'['.repeat(2000)}`, 'broken'],
]

test.each(texts)('%j is %s', (text, state) => {
  const check = new ObjectCheck()
  check.push(text)
  expect(check.state).toBe(state)
})

test('is the same however the text is cut, and agrees with JSON.parse', () => {
  for (const [text, state] of texts) {
    const check = new ObjectCheck()
    for (const unit of text.split('')) check.push(unit)
    expect(check.state).toBe(state)
    let parses = true
    try {
      JSON.parse(text)
    } catch {
      parses = false
    }
    if (text.trimStart().startsWith('{')) expect(parses).toBe(state === 'whole')
  }
})
