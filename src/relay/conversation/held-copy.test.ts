import type { GatewayRequest } from '../gateway-request.js'
import { holdCopy } from './held-copy.js'

const body = { bytes: Buffer.alloc(300_000), json: {} }

test.each<[string, Buffer | string, number]>([
  ['a large copy takes its bytes', Buffer.alloc(300_000), 300_000],
  ['the same for a text', 'x'.repeat(300_000), 300_000],
  ['a small one does not count', Buffer.alloc(1000), 0],
  ["the client's own bytes are held already", body.bytes, 0],
])('%s', (_, outgoing, bytes) => {
  const taken: number[] = []
  const lease: Pick<GatewayRequest['lease'], 'hold'> = { hold: (held) => taken.push(held) }
  expect(holdCopy({ lease: lease as GatewayRequest['lease'], body } as GatewayRequest, outgoing)).toBe(bytes)
  expect(taken).toEqual(bytes === 0 ? [] : [bytes])
})
