import { availableParallelism } from 'node:os'

/** Runs something for each item, as many at a time as there are cores, at most two. Resolves when all have ended. */
export async function sideBySide<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await run(item)
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane))
}
