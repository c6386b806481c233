import { withoutNulls } from './without-nulls.js'

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
test.each(cases)('%s', (_, value, expected) => expect(withoutNulls(value)).toEqual(expected))

test('without null members: the same value', () => {
  const value = { model: 'm', messages: [{ role: 'user' }] }
  expect(withoutNulls(value)).toBe(value)
})
