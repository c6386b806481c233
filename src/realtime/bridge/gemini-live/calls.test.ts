import { Calls } from './calls.js'

const calls = (): Calls => new Calls((prefix) => `${prefix}1`)

test('a result of a tool call that the provider has cancelled is not sent, and told once', () => {
  const open = calls()
  open.begin({ id: 'a', name: 'read' })
  open.cancel(['a', 'unknown', 7])
  expect(open.answer('a', 'rain')).toBe(true)
  expect(open.answer('a', 'rain again')).toBe(false)
  expect([open.take(), open.take()]).toEqual([
    { results: [], cancelled: true },
    { results: [], cancelled: false },
  ])
})

test('beside other results it is not told', () => {
  const open = calls()
  open.begin({ id: 'a', name: 'read' })
  open.begin({ name: 'write' })
  open.cancel(['a'])
  expect([open.answer('a', ''), open.answer('call_1', 'done'), open.answer('call_1', 'done')]).toEqual([true, true, false])
  expect(open.take()).toEqual({ results: [{ name: 'write', response: { output: 'done' } }], cancelled: false })
})
