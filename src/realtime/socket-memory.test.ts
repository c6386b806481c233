import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { Holding } from '../access/holding.js'
import { noneRunning } from '../access/lease.js'
import { SocketMemory } from './socket-memory.js'

const open = 1
/** A masked text frame with so many bytes. */
function frame(bytes: number): Buffer {
  const head = Buffer.from([0x81, 0xfe, bytes >> 8, bytes & 0xff, 0, 0, 0, 0])
  return Buffer.concat([head, Buffer.alloc(bytes)])
}

function connected(memoryBytes = 100_000) {
  const process = noneRunning()
  const socket = { readyState: open, OPEN: open }
  const connection = new EventEmitter()
  const refusals: string[] = []
  const holding = new Holding(process, noneRunning(), memoryBytes)
  const memory = new SocketMemory(
    { socket: socket as unknown as WebSocket, connection: connection as unknown as Duplex },
    holding,
    ({ error }) => refusals.push(error.kind),
  )
  return { process, socket, connection, memory, refusals }
}

test('a message counts from its first byte until it has been handled', () => {
  const { process, connection, memory } = connected()
  const message = frame(1000)
  connection.emit('data', message.subarray(0, 508))
  expect(process.bytes).toBeGreaterThanOrEqual(500)
  connection.emit('data', message.subarray(508))
  expect(process.bytes).toBe(1000)
  memory.taken(1000)
  expect(process.bytes).toBe(0)
})

test('bytes that wait to be sent to the other side count', () => {
  const { process, memory } = connected()
  memory.sending(700)
  memory.sending(300)
  expect(process.bytes).toBe(300)
})

test('without memory it is told once, and nothing more is counted', () => {
  const { process, connection, memory, refusals } = connected(4000)
  connection.emit('data', frame(1500))
  connection.emit('data', frame(1500))
  connection.emit('data', frame(1500))
  memory.taken(4500)
  expect([refusals, process.bytes]).toEqual([['overloaded'], 1500])
})

test('what comes after a close frame does not count, and the end gives all back', () => {
  const { process, socket, connection } = connected()
  connection.emit('data', frame(1000))
  socket.readyState = 2
  connection.emit('data', frame(1000))
  expect(process.bytes).toBe(1000)
  connection.emit('close')
  expect(process.bytes).toBe(0)
})
