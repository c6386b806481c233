import { OneByOne } from './one-by-one.js'
import { ownTurn } from './own-turn.js'

test('one by one, also after one that fails', async () => {
  const line = new OneByOne()
  const log: string[] = []
  const work = (name: string, fails = false) =>
    line.run(async () => {
      log.push(`${name} begins`)
      await ownTurn()
      log.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  const results = await Promise.allSettled([work('a'), work('b', true), work('c')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})
