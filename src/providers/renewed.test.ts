import { Renewed } from './renewed.js'

function renewed(lifeMs: number) {
  let now = 0
  let fetched = 0
  const state = { fails: false }
  const keeper = new Renewed(
    () => {
      fetched++
      return state.fails ? Promise.reject(new Error('down')) : Promise.resolve({ name: `v${fetched}`, expiresAt: now + lifeMs })
    },
    () => now,
  )
  return {
    state,
    name: async () => (await keeper.get()).name,
    fetched: () => fetched,
    pass: (milliseconds: number): void => {
      now += milliseconds
    },
  }
}

const hour = 3_600_000

test('fetched once for all that wait, and kept', async () => {
  const { name, fetched } = renewed(hour)
  expect(await Promise.all([name(), name()])).toEqual(['v1', 'v1'])
  expect([await name(), fetched()]).toEqual(['v1', 1])
})

test('renewed in the background five minutes before its end', async () => {
  const { name, fetched, pass } = renewed(hour)
  await name()
  pass(hour - 300_001)
  expect([await name(), fetched()]).toEqual(['v1', 1])
  pass(1)
  expect(await name()).toBe('v1')
  expect([await name(), fetched()]).toEqual(['v2', 2])
})

test('a value that expires earlier than that is not fetched each time', async () => {
  const { name, fetched, pass } = renewed(120_000)
  await name()
  pass(60_000)
  expect([await name(), fetched()]).toEqual(['v1', 1])
})

test('after a failed renewal the old value is used while it is valid, and the next try is ten seconds later', async () => {
  const { name, fetched, pass, state } = renewed(hour)
  await name()
  pass(hour - 60_000)
  state.fails = true
  expect(await name()).toBe('v1')
  await Promise.resolve()
  expect([await name(), fetched()]).toEqual(['v1', 2])
  pass(10_000)
  expect([await name(), fetched()]).toEqual(['v1', 3])
  pass(45_000)
  await expect(name()).rejects.toThrow('down')
})

test('without a valid value a failure is repeated for ten seconds', async () => {
  const { name, fetched, pass, state } = renewed(hour)
  state.fails = true
  await expect(name()).rejects.toThrow('down')
  await expect(name()).rejects.toThrow('down')
  expect(fetched()).toBe(1)
  pass(10_000)
  state.fails = false
  expect(await name()).toBe('v2')
})
