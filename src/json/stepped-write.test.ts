import { isShort, SteppedWrite } from './stepped-write.js'

function write(value: unknown, pieceLength: number): string {
  const steps = new SteppedWrite(value, pieceLength)
  while (!steps.step());
  return steps.bytes.toString()
}

const values: readonly unknown[] = [
  {
    model: 'm',
    messages: [
      { role: 'user', content: 'a text that is longer than a piece' },
      { role: 'user', content: [] },
    ],
    n: 1,
    x: {},
  },
  [1, -2.5e10, true, false, null, undefined, '', [], {}, [[[[[['deep', { deeper: 'still' }]]]]]], 'x'.repeat(100)],
  { left: undefined, out: 'yes', 'a key that is longer than a piece': 'value', __proto__: null, '2': 1, '1': { undefined } },
  'é你🙂\ud83d alone, "quotes", \\, \n and \u0001'.repeat(5),
  [JSON.rawJSON('12345678901234567890'), { n: JSON.rawJSON('1.0') }, 'a longer text than the piece'],
  null,
  12,
  '',
]

describe.each([2, 3, 7, 16, 64, 10_000])('with pieces of %i characters', (pieceLength) => {
  test.each(values.map((value) => [value]))('the bytes are those of JSON.stringify: %j', (value) => {
    expect(write(value, pieceLength)).toBe(JSON.stringify(value))
  })
})

test('each step writes one piece', () => {
  const steps = new SteppedWrite({ list: Array.from({ length: 1000 }, () => ({ text: 'x'.repeat(100) })), long: 'y'.repeat(100_000) }, 1000)
  let count = 1
  while (!steps.step()) count++
  expect(count).toBeGreaterThan(100)
})

test('the length of a list is estimated without all of its indexes', () => {
  const ownKeys = (): never => {
    throw new Error('all indexes were asked for')
  }
  const list = (length: number): unknown =>
    new Proxy(
      Array.from({ length }, () => 1),
      { ownKeys },
    )
  expect([isShort(list(10), 1000), isShort(list(1_000_000), 1000)]).toEqual([true, false])
})
