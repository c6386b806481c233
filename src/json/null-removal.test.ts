import { NullRemoval } from './null-removal.js'

function removeNulls(value: object): { readonly removed: boolean; readonly steps: number } {
  const removal = new NullRemoval(value)
  let steps = 1
  while (!removal.step()) steps++
  return { removed: removal.removed, steps }
}

const cases: [string, object, object][] = [
  ['members', { model: 'm', stop: null }, { model: 'm' }],
  ['members of what stands in lists', { messages: [{ role: 'tool', content: null }] }, { messages: [{ role: 'tool' }] }],
  ['items of lists stay', { stop: [null] }, { stop: [null] }],
  [
    "the client's own JSON stays",
    { tools: [{ input_schema: { default: null } }], messages: [{ content: [{ input: { a: null } }] }] },
    { tools: [{ input_schema: { default: null } }], messages: [{ content: [{ input: { a: null } }] }] },
  ],
  ['items of an input do not', { input: [{ id: null }] }, { input: [{}] }],
  ['own JSON that is null itself', { parameters: null, input: null }, {}],
]
test.each(cases)('%s', (_, value, expected) => {
  const before = JSON.stringify(value)
  const { removed } = removeNulls(value)
  expect(value).toEqual(expected)
  expect(removed).toBe(JSON.stringify(expected) !== before)
})

test('many values are looked at in many steps', () => {
  const value = Array.from({ length: 100_000 }, () => ({ a: null }))
  const { removed, steps } = removeNulls(value)
  expect(removed).toBe(true)
  expect(steps).toBeGreaterThan(3)
  expect(value[99_999]).toEqual({})
})
