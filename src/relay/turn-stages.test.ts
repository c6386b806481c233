import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { beginStage, isBusy, replyStage, writeStage, type Stage } from './turn-stages.js'

/** The answer to the last of as many questions as are needed for a look at the event loop. */
function after128Questions(): boolean {
  let busy = false
  for (let count = 0; count < 128; count++) busy = isBusy()
  return busy
}

test('a process is busy while its event loop works without a pause, and only then', async () => {
  after128Questions()
  await sleep(50)
  expect(after128Questions()).toBe(false)
  for (const until = performance.now() + 50; performance.now() < until;) await turn()
  expect(after128Questions()).toBe(true)
  await sleep(50)
  expect(after128Questions()).toBe(false)
})

function adding<Name>(stage: Stage, names: readonly Name[], done: Name[]): void {
  for (const name of names) stage.add({ runStage: () => done.push(name) })
}

test('what waits is done in order when the turn ends', async () => {
  const done: number[] = []
  adding(writeStage, [0, 1, 2], done)
  expect(done).toEqual([])
  await turn()
  expect(done).toEqual([0, 1, 2])
})

test('sixteen writes are done at once, and those after them at the end', async () => {
  const all = Array.from({ length: 18 }, (_, number) => number)
  const done: number[] = []
  adding(writeStage, all, done)
  expect(done).toHaveLength(16)
  await turn()
  expect(done).toEqual(all)
})

test('stages follow each other, however they were filled, and promises go on between them', async () => {
  const done: string[] = []
  adding(writeStage, ['write'], done)
  adding(replyStage, ['reply'], done)
  beginStage.add({
    runStage: () => {
      done.push('begin')
      void Promise.resolve().then(() => {
        done.push('after begin')
        adding(writeStage, ['write of the same turn'], done)
      })
    },
  })
  await turn()
  expect(done).toEqual(['begin', 'after begin', 'reply', 'write', 'write of the same turn'])
})

test('what is added to the stage that runs goes with the next turn', async () => {
  const done: string[] = []
  writeStage.add({
    runStage: () => {
      done.push('first')
      adding(writeStage, ['second'], done)
    },
  })
  await turn()
  expect(done).toEqual(['first'])
  await turn()
  expect(done).toEqual(['first', 'second'])
})
