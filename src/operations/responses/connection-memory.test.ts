import { GatewayFailure } from '../../exchange/error.js'
import { ConnectionMemory } from './connection-memory.js'

const turn = (bytes: number) => ({ items: [], bytes })

function memory(mostBytes: number, budget = Infinity) {
  const held = { bytes: 0 }
  const memory = new ConnectionMemory(
    {
      tryHold: (bytes) => {
        if (held.bytes + bytes > budget) return new GatewayFailure({ kind: 'overloaded', message: 'full' })
        held.bytes += bytes
        return undefined
      },
      free: (bytes) => {
        held.bytes -= bytes
      },
    },
    mostBytes,
  )
  return {
    memory,
    held,
    ids: (ids: string) =>
      ids
        .split('')
        .filter((id) => memory.find(id) !== undefined)
        .join(''),
  }
}

test('the newest turns that fit are kept', () => {
  const { memory: one, ids, held } = memory(100)
  for (const id of 'abc') one.keep(id, turn(40))
  expect([ids('abc'), held.bytes]).toEqual(['bc', 80])
  one.keep('d', turn(100))
  expect([ids('abcd'), held.bytes]).toEqual(['d', 100])
})

test('older turns go where the process has no memory; a turn that still has no room is not kept', () => {
  const { memory: one, ids, held } = memory(100, 70)
  for (const id of 'ab') one.keep(id, turn(40))
  expect([ids('ab'), held.bytes]).toEqual(['b', 40])
  one.keep('c', turn(90))
  expect([ids('abc'), held.bytes]).toEqual(['', 0])
})

test('nothing is held once the connection is closed, also for a turn that ends later', () => {
  const { memory: one, ids, held } = memory(100)
  one.keep('a', turn(40))
  one.close()
  one.keep('b', turn(40))
  expect([ids('ab'), held.bytes]).toEqual(['', 0])
})

test('items of the turns that are kept are found by their ids', () => {
  const { memory: one } = memory(100)
  const item = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'read', arguments: '{}' } as const
  one.keep('a', { items: [{ role: 'user', content: 'Hi.' }, item], bytes: 40 })
  expect([...one.itemsById()]).toEqual([['fc_1', item]])
})
