import { exactNumber } from './exact-numbers.js'
import { RepeatedTexts } from './repeated-texts.js'
import { resultOf } from './steps.js'

const long = 'Use "quotes" and\nä€ lines. '.repeat(100)
const item = (more: object = {}): object => ({ role: 'user', content: [{ type: 'text', text: long }], ...more })

test.each<[string, object]>([
  ['what has no list', { model: 'm', n: 1, empty: [], stop: null, none: undefined }],
  ['nothing', {}],
  ['only what JSON does not have', { none: undefined }],
  ['lists of anything', { a: [1, 'x', null, undefined, [], {}, [1, [2]], -0, true], b: [undefined] }],
  ['the same again', { messages: [item(), item()], tools: [item({ a: 1 })] }],
  ['one more', { messages: [item(), item(), item()], tools: [item({ a: 1 })] }],
  ['one less', { messages: [item()], tools: [item({ a: 1 })] }],
  ['another in the middle', { messages: [item(), item({ name: 'n' }), item()] }],
  ['another order of members', { messages: [{ content: [{ text: long, type: 'text' }], role: 'user' }] }],
  ['a member of another value', { messages: [item({ n: 1 })] }],
  ['the same value as text', { messages: [item({ n: '1' })] }],
  ['a member that is not written', { messages: [item({ n: undefined })] }],
  ['null for an object', { messages: [item({ n: null }), item({ n: {} }), item({ n: [] })] }],
  ['a list for an object with the same members', { messages: [item({ n: { 0: 'a' } }), item({ n: ['a'] })] }],
  ['a number that keeps its digits', { messages: [item({ n: exactNumber('12345678901234567890') })] }],
  ['another such number', { messages: [item({ n: exactNumber('12345678901234567891') })] }],
  ['an object that looks like one', { messages: [item({ n: { rawJSON: '12345678901234567891' } })] }],
  ['its own prototype', { messages: [JSON.parse('{"__proto__":{"a":1},"b":2}') as object] }],
])('the text of JSON.stringify, after others: %s', (_, object) => {
  const written = new RepeatedTexts({ limitBytes: 1e9 })
  for (const list of [[item(), item()], [item({ n: 1 })], [item({ n: { 0: 'a' } })], [item({ n: exactNumber('1') })]])
    written.write('a', 'chat', { messages: list, tools: [item({ a: 1 })] })
  for (let count = 0; count < 3; count++) expect(written.write('a', 'chat', structured(object)).toString()).toBe(JSON.stringify(object))
  expect(resultOf(written.writing('a', 'steps', structured(object))).toString()).toBe(JSON.stringify(object))
})

test('a large object is written in steps; two of the same kind at the same time, and one whose texts are forgotten', () => {
  const written = new RepeatedTexts({ limitBytes: 1e9 })
  const object = (more: object): object => ({
    system: long.repeat(100),
    messages: [...Array.from({ length: 200 }, () => item(more)), { role: 'user', content: Array.from({ length: 300 }, () => item()) }],
  })
  const [one, another] = [object({ n: 1 }), object({ n: 2 })]
  for (let round = 0; round < 3; round++) {
    const running = [one, another].map((value) => ({ value, steps: written.writing('a', 'chat', value), count: 0, text: '' }))
    while (running.some(({ text }) => text === ''))
      for (const each of running.filter(({ text }) => text === '')) {
        const step = each.steps.next()
        each.count++
        if (step.done === true) each.text = step.value.toString()
        if (round === 1 && each.count === 4) written.forget('a')
      }
    for (const { value, text, count } of running) {
      expect(text).toBe(JSON.stringify(value))
      expect(count).toBeGreaterThan(10)
    }
  }
  written.forget('a')
  expect(written.bytes).toBe(0)
})

/** A copy; numbers that keep their digits and their likes are the same objects. */
function structured(value: object): object {
  const copy = (inner: unknown): unknown =>
    Array.isArray(inner)
      ? inner.map(copy)
      : typeof inner !== 'object' || inner === null || JSON.isRawJSON(inner)
        ? inner
        : Object.fromEntries(Object.entries(inner).map(([name, member]) => [name, copy(member)]))
  return copy(value) as object
}

test('memory is bounded and given back', () => {
  const written = new RepeatedTexts({ limitBytes: 120_000 })
  for (let owner = 0; owner < 40; owner++)
    for (let count = 1; count < 9; count++) {
      const object = { messages: Array.from({ length: count }, (_, index) => item({ owner, index })) }
      expect(written.write(`owner${owner}`, 'chat', object).toString()).toBe(JSON.stringify(object))
      expect(written.bytes).toBeLessThanOrEqual(120_000)
    }
  expect(written.bytes).toBeGreaterThan(0)
  for (let owner = 0; owner < 40; owner++) written.forget(`owner${owner}`)
  expect(written.bytes).toBe(0)
})

test('memory is counted alike when a long text comes and when another takes its place', () => {
  const written = new RepeatedTexts({ limitBytes: 1e9 })
  const same = { role: 'user', content: 'hello' }
  for (let n = 1; n <= 1000; n++) {
    const other = { role: 'user', content: '€'.repeat(2000), n }
    written.write('a', 'chat', { messages: [same, other] })
    const held = Buffer.byteLength(JSON.stringify(same)) + Buffer.byteLength(JSON.stringify(other))
    expect(written.bytes).toBe(held * 2)
  }
  written.forget('a')
  expect(written.bytes).toBe(0)
})
