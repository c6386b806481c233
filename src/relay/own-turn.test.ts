import { oneByOne, ownTurn } from './own-turn.js'

test('each resolves in a turn of its own, in order', async () => {
  let turn = 0
  const count = (): void => {
    turn++
    if (turn < 20) setImmediate(count)
  }
  setImmediate(count)
  const turns: number[] = []
  const work = async (): Promise<void> => {
    await ownTurn()
    turns.push(turn)
    await ownTurn()
    turns.push(turn)
  }
  await Promise.all([work(), work(), work()])
  expect(new Set(turns).size).toBe(6)
  expect(turns).toEqual(turns.toSorted((one, other) => one - other))
})

test('one by one, also after one that fails', async () => {
  const log: string[] = []
  const work = (name: string, fails = false) =>
    oneByOne(async () => {
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
