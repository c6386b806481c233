import { PassThrough } from 'node:stream'
import { WaitingPeer } from './waiting-peer.js'

test('what a client sends before the handshake is answered is kept for its reader', () => {
  const socket = new PassThrough()
  const peer = new WaitingPeer(socket, Buffer.from('a'))
  socket.emit('data', Buffer.from('b'))
  expect(peer.release().toString()).toBe('ab')
  expect([socket.isPaused(), socket.listenerCount('data')]).toEqual([true, 0])
})

test('a client that sends more than 64 KiB then is cut off', () => {
  const socket = new PassThrough()
  const peer = new WaitingPeer(socket, Buffer.alloc(1))
  let left = 0
  peer.onLeave(() => left++)
  socket.emit('data', Buffer.alloc(64 * 1024 - 1))
  expect(socket.destroyed).toBe(false)
  socket.emit('data', Buffer.alloc(1))
  expect(socket.destroyed).toBe(true)
  socket.emit('end')
  socket.emit('close')
  expect([peer.left, left]).toEqual([true, 1])
})
