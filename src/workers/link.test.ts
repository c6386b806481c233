import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Link } from './link.js'

function link(): { link: Link<number>; sent: (readonly number[])[] } {
  const sent: (readonly number[])[] = []
  return { link: new Link<number>({ send: (messages) => sent.push(messages) }), sent }
}

test('what is said in one turn goes together', async () => {
  const { link: one, sent } = link()
  one.say(1)
  one.say(2)
  await nextTurn()
  one.say(3)
  await nextTurn()
  expect(sent).toEqual([[1, 2], [3]])
})

test('what nobody waits for goes with what somebody waits for, in its order', async () => {
  const { link: one, sent } = link()
  one.sayLater(1)
  one.sayLater(2)
  await nextTurn()
  expect(sent).toEqual([])
  one.say(3)
  await nextTurn()
  await sleep(40)
  expect(sent).toEqual([[1, 2, 3]])
})

test('or after a while, or with many of its own', async () => {
  const { link: one, sent } = link()
  one.sayLater(1)
  await sleep(40)
  expect(sent).toEqual([[1]])
  for (let count = 0; count < 64; count++) one.sayLater(count)
  await nextTurn()
  expect(sent[1]).toHaveLength(64)
})

test('nothing is sent twice', async () => {
  const { link: one, sent } = link()
  one.sayLater(1)
  one.flush()
  await sleep(40)
  expect(sent).toEqual([[1]])
})
