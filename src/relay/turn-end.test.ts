import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { writeAtTurnEnd, writesWait } from './turn-end.js'

/** The answer to the last of as many writes as are needed for a look at the event loop. */
function after64Writes(): boolean {
  let waits = false
  for (let count = 0; count < 64; count++) waits = writesWait()
  return waits
}

test('writes wait while the event loop is busy, and only then', async () => {
  after64Writes()
  await sleep(50)
  expect(after64Writes()).toBe(false)
  // Work without a pause.
  for (const until = performance.now() + 50; performance.now() < until;) await turn()
  expect(after64Writes()).toBe(true)
  await sleep(50)
  expect(after64Writes()).toBe(false)
})

function writing(count: number): number[] {
  const written: number[] = []
  for (let number = 0; number < count; number++) writeAtTurnEnd({ writeNow: () => written.push(number) })
  return written
}

test('all that waits is written in order when the turn ends', async () => {
  const written = writing(3)
  expect(written).toEqual([])
  await turn()
  expect(written).toEqual([0, 1, 2])
})

test('sixteen are written at once, and what comes after them at the end', async () => {
  const written = writing(18)
  expect(written).toHaveLength(16)
  await turn()
  expect(written).toEqual(Array.from({ length: 18 }, (_, number) => number))
})

test('what is added while the others are written goes with the next turn', async () => {
  const written: string[] = []
  writeAtTurnEnd({
    writeNow: () => {
      written.push('first')
      writeAtTurnEnd({ writeNow: () => written.push('second') })
    },
  })
  await turn()
  await turn()
  expect(written).toEqual(['first', 'second'])
})
