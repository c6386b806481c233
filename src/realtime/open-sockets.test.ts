import { EventEmitter } from 'node:events'
import type { WebSocket } from 'ws'
import { OpenSockets, type OpenSocket } from './open-sockets.js'

class Socket extends EventEmitter {
  readonly OPEN = 1
  readonly CLOSED = 3
  readyState = 1
  readonly codes: unknown[] = []

  close(code: number): void {
    this.codes.push(code)
  }

  resume(): void {
    // There is nothing to read.
  }

  terminate(): void {
    this.emit('close')
  }
}

function opened(idle: () => boolean, tokenId = 't'): { readonly socket: Socket; readonly open: OpenSocket } {
  const socket = new Socket()
  return { socket, open: { socket: socket as unknown as WebSocket, tokenId, idle } }
}

test('a connection that becomes idle stays open until the gateway stops', () => {
  const sockets = new OpenSockets()
  let busy = true
  const { socket, open } = opened(() => !busy)
  sockets.add(open)
  sockets.settled(open)
  sockets.drain()
  expect(socket.codes).toEqual([])
  busy = false
  sockets.settled(open)
  expect(socket.codes).toEqual([1001])
  socket.emit('close')
})

test('an idle connection stays open while the gateway runs', () => {
  const sockets = new OpenSockets()
  const { socket, open } = opened(() => true)
  sockets.add(open)
  sockets.settled(open)
  expect(socket.codes).toEqual([])
})

test('connections are counted for each token until they close', () => {
  const sockets = new OpenSockets()
  const [one, other] = [opened(() => true, 'a'), opened(() => true, 'b')]
  sockets.add(one.open)
  sockets.add(other.open)
  one.socket.emit('close')
  expect([sockets.countOf('a'), sockets.countOf('b'), sockets.size]).toEqual([0, 1, 1])
})
