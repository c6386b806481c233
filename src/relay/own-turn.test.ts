import { ownTurn } from './own-turn.js'

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
