import { Lease, noneRunning } from '../access/lease.js'
import { loadConfiguration } from '../config/load.js'
import { Breakers } from '../routing/breakers.js'
import { readJson } from './json-body.js'
import { makeRelay } from './make-relay.js'

const plain = loadConfiguration({ env: {}, cwd: '/nowhere', checkOnly: true })
const memory = 4_000_000
const limits = { ...plain.limits, memory_bytes: memory }

function relaying() {
  const held = noneRunning()
  const client = {
    send: () => {
      throw new Error('nothing is sent')
    },
  }
  const breakers = new Breakers(plain.breaker, () => 0)
  const { repeated } = makeRelay({ ...plain, limits }, { client, breakers, now: () => 0, process: held })
  const enter = (caller = noneRunning()): Lease => new Lease(held, caller, memory, () => undefined)
  const read = (owner: string): boolean => {
    const lease = enter()
    const bytes = Buffer.from(JSON.stringify({ model: 'm', tools: [{ name: owner, description: 'x'.repeat(100_000) }] }))
    lease.hold(bytes.length)
    const { repeats } = readJson(bytes, limits, lease, repeated.values, owner)
    expect(held.bytes + repeated.bytes).toBeLessThanOrEqual(memory)
    lease.release()
    return repeats
  }
  return { held, repeated, enter, read }
}

test('what is kept of repeated requests counts in the memory of bodies, and takes none that they need', () => {
  const { held, repeated, enter, read } = relaying()
  for (let owner = 0; owner < 30; owner++) for (let count = 0; count < 3; count++) read(`owner${owner}`)
  expect(repeated.bytes).toBeGreaterThan(1_000_000)
  const [one, another] = [enter(), enter()]
  one.hold(memory / 2)
  expect(repeated.bytes).toBeGreaterThan(1_000_000)
  another.hold(memory / 2 - 100_000)
  expect(repeated.bytes).toBeLessThanOrEqual(100_000)
  one.release()
  another.release()
  expect(held.bytes).toBe(0)
  expect([read('later'), read('later'), read('later')]).toEqual([false, false, true])
})

test('nothing is kept while bodies have all memory but what a request needs', () => {
  const { repeated, enter, read } = relaying()
  const [one, another] = [enter(), enter()]
  one.hold(memory / 2)
  another.hold(memory / 2 - 250_000)
  expect([read('a'), read('a'), read('a')]).toEqual([false, false, false])
  another.release()
  one.release()
  expect([read('a'), read('a'), read('a')]).toEqual([false, false, true])
  expect(repeated.bytes).toBeGreaterThan(0)
})
