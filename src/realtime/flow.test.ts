import type { WebSocket } from 'ws'
import { Flow, Source } from './flow.js'

/** The members of a socket that are read. */
class Peer {
  read = true
  pause(): void {
    this.read = false
  }
  resume(): void {
    this.read = true
  }
}

function source() {
  const peer = new Peer()
  const taken: string[] = []
  const from = new Source(peer as unknown as WebSocket, (bytes) => taken.push(bytes.toString()))
  const receive = (...texts: string[]): void => {
    for (const text of texts) from.receive(Buffer.from(text), false)
  }
  return { peer, taken, from, receive }
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('is read again when the last of those that paused it resumes it', () => {
  const { peer, from } = source()
  from.pause()
  from.pause()
  from.resume()
  expect(peer.read).toBe(false)
  from.resume()
  expect(peer.read).toBe(true)
})

test('many queued messages are handled in several turns, in their order, before later ones', async () => {
  const { peer, taken, from, receive } = source()
  const queued = Array.from({ length: 100 }, (_, index) => `${index}`)
  from.pause()
  receive(...queued)
  expect(taken).toEqual([])
  from.resume()
  expect([taken.length, peer.read]).toEqual([64, false])
  receive('later')
  expect(taken).toHaveLength(64)
  await turn()
  expect([taken, peer.read]).toEqual([[...queued, 'later'], true])
})

test('at the end the queued messages are handled even while paused', () => {
  const { taken, from, receive } = source()
  from.pause()
  receive('a', 'b')
  from.finish()
  expect(taken).toEqual(['a', 'b'])
})

test.each([true, false])('another connection takes its place, without what waited of the one before; paused: %s', (paused) => {
  const { taken, from, receive } = source()
  const next = new Peer()
  next.read = paused
  if (paused) from.pause()
  if (paused) receive('old')
  from.replace(next as unknown as WebSocket)
  expect(next.read).toBe(!paused)
  if (paused) from.resume()
  receive('new')
  expect([next.read, taken]).toEqual([true, ['new']])
})

test('after its end a flow reports no waiting bytes', () => {
  const waiting: number[] = []
  let sent: () => void = () => undefined
  const to = {
    bufferedAmount: 10,
    send: (_message: string, _options: object, done: () => void) => {
      sent = done
    },
  }
  const flow = new Flow(to as unknown as WebSocket, [], (bytes) => waiting.push(bytes))
  flow.send('a', false)
  flow.stop()
  sent()
  expect(waiting).toEqual([10, 0])
})
