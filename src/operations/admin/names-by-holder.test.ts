import { namesByHolder } from './names-by-holder.js'

test('names by holder, sorted; what has none is left out', () => {
  const items = [
    { name: 'b', user: { id: 'one' } },
    { name: 'c', user: undefined },
    { name: 'd', user: { id: 'two' } },
    { name: 'a', user: { id: 'one' } },
  ]
  expect([...namesByHolder(items, ({ user }) => user)]).toEqual([
    ['one', ['a', 'b']],
    ['two', ['d']],
  ])
})
