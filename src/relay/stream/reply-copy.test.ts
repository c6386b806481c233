import { GatewayFailure } from '../../exchange/error.js'
import { ReplyCopy } from './reply-copy.js'

function copy({ mostBytes = 8, memory = 100 } = {}) {
  const kept: string[] = []
  const lease = {
    held: 0,
    tryHold(bytes: number) {
      if (this.held + bytes > memory) return new GatewayFailure({ kind: 'overloaded', message: 'no memory' })
      this.held += bytes
      return undefined
    },
    free(bytes: number) {
      this.held -= bytes
    },
  }
  const keeper = { mostBytes, keep: (status: number, type: string, body: Buffer) => kept.push(`${status} ${type} ${body.toString()}`) }
  return { kept, lease, copy: new ReplyCopy(keeper, 'audio/wav', lease) }
}

test('what has passed is kept when it is complete', () => {
  const { kept, lease, copy: bytes } = copy()
  for (const piece of ['abcd', 'efgh']) bytes.push(Buffer.from(piece))
  expect(kept).toEqual([])
  bytes.end()
  expect([kept, lease.held]).toEqual([['200 audio/wav abcdefgh'], 8])
})

test.each([
  ['is larger than what is kept', { mostBytes: 7 }],
  ['gets no memory', { memory: 7 }],
])('nothing is kept of a reply that %s, and its memory is free at once', (_, limits) => {
  const { kept, lease, copy: bytes } = copy(limits)
  for (const piece of ['abcd', 'efgh', 'i']) bytes.push(Buffer.from(piece))
  expect(lease.held).toBe(0)
  bytes.end()
  expect(kept).toEqual([])
})
