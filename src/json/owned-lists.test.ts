import { OwnedLists, type Owned } from './owned-lists.js'

function lists(limitBytes: number) {
  const owned = new OwnedLists<Owned>({ limitBytes })
  const add = (owner: string, key: string, size: number): Owned => {
    const entry = { owner, key, size }
    owned.add(entry)
    owned.shrink(owner)
    return entry
  }
  return { owned, add }
}

test('whoever always adds something new drops only what is its own, and has at most half', () => {
  const { owned, add } = lists(1000)
  const [one, another] = [add('a', 'x', 200), add('b', 'x', 300)]
  for (let count = 0; count < 500; count++) {
    add('c', `key${count}`, 1 + ((count * 37) % 400))
    expect(owned.bytes).toBeLessThanOrEqual(1000)
  }
  expect([owned.has(one), owned.has(another)]).toEqual([true, true])
  owned.forget('c')
  expect(owned.bytes).toBe(500)
})

test('an entry larger than its half is dropped at once, and takes nothing else with it', () => {
  const { owned, add } = lists(1000)
  const one = add('a', 'x', 400)
  const large = add('b', 'x', 501)
  expect([owned.has(one), owned.has(large)]).toEqual([true, false])
  expect([...owned.owners]).toEqual(['a'])
})

test('what was not used for the longest time goes first, of the owner and of all', () => {
  const { owned, add } = lists(1000)
  const [a, b, c] = [add('a', '1', 200), add('a', '2', 200), add('b', '1', 400)]
  owned.use(a)
  const d = add('a', '3', 200)
  expect([a, b, c, d].map((entry) => owned.has(entry))).toEqual([true, false, true, true])
  add('c', '1', 400)
  expect([a, c, d].map((entry) => owned.has(entry))).toEqual([true, false, true])
})

test('the size of an entry that was dropped does not count any more', () => {
  const { owned, add } = lists(1000)
  const one = add('a', '1', 100)
  const other = add('a', '2', 100)
  owned.drop(one)
  owned.resize(one, 400)
  owned.use(one)
  expect([owned.bytes, owned.has(one)]).toEqual([100, false])
  owned.resize(other, 150)
  expect(owned.bytes).toBe(150)
  owned.drop(other)
  expect([owned.bytes, [...owned.owners]]).toEqual([0, []])
})
