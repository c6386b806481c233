import { forgettingRepeated } from './forgetting-repeated.js'

test('many changes at once are followed once, when all are made; later ones again', async () => {
  const owners = new Set(['a', 'b', 'c'])
  const valid = new Set(owners)
  let looked = 0
  const repeated = {
    get owners() {
      looked++
      return new Set(owners)
    },
    forget: (owner: string) => void owners.delete(owner),
  }
  const changed = forgettingRepeated(repeated, (owner) => valid.has(owner))
  for (let count = 0; count < 10_000; count++) {
    valid.delete('a')
    changed()
    valid.add('a')
    changed()
  }
  valid.delete('b')
  expect(looked).toBe(0)
  await Promise.resolve()
  expect([looked, [...owners]]).toEqual([1, ['a', 'c']])
  valid.delete('c')
  changed()
  await Promise.resolve()
  expect([looked, [...owners]]).toEqual([2, ['a']])
})
