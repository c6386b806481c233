import { EventEmitter } from 'node:events'
import { jest } from '@jest/globals'
import type { WebSocket } from 'ws'
import { Deadlines } from '../relay/deadlines.js'
import { keepAlive } from './keep-alive.js'

/** The members of a socket that are read. */
class Peer extends EventEmitter {
  isPaused = false
  pings = 0
  ping(): void {
    this.pings++
  }
}

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

function watched(options: { idleMs?: number; busy?: () => boolean } = {}): { peer: Peer; ends: string[]; pass: (seconds: number) => void } {
  const peer = new Peer()
  const ends: string[] = []
  keepAlive(peer as unknown as WebSocket, {
    deadlines: new Deadlines(),
    idleMs: options.idleMs ?? Infinity,
    busy: options.busy ?? (() => false),
    end: (reason) => ends.push(reason),
  })
  return { peer, ends, pass: (seconds) => jest.advanceTimersByTime(seconds * 1000) }
}

test('a ping every 30 seconds; a peer that answers stays connected', () => {
  const { peer, ends, pass } = watched()
  for (let minute = 0; minute < 5; minute++) {
    pass(31)
    peer.emit('pong')
  }
  expect(peer.pings).toBe(5)
  expect(ends).toEqual([])
})

test('no pong for 60 seconds ends the connection, once', () => {
  const { ends, pass } = watched()
  pass(59)
  expect(ends).toEqual([])
  pass(200)
  expect(ends).toEqual(['no pong'])
})

test('a paused peer is not ended', () => {
  const { peer, ends, pass } = watched()
  peer.isPaused = true
  pass(300)
  expect(ends).toEqual([])
  peer.isPaused = false
  pass(62)
  expect(ends).toEqual(['no pong'])
})

test('no message for too long ends the connection in spite of pongs, but not while a request runs', () => {
  let running = true
  const { peer, ends, pass } = watched({ idleMs: 45_000, busy: () => running })
  const timer = setInterval(() => peer.emit('pong'), 10_000)
  pass(120)
  expect(ends).toEqual([])
  running = false
  pass(40)
  peer.emit('message')
  pass(44)
  expect(ends).toEqual([])
  pass(2)
  expect(ends).toEqual(['idle'])
  clearInterval(timer)
})

test('a connection that closes is forgotten', () => {
  const { peer, ends, pass } = watched({ idleMs: 1000 })
  peer.emit('close')
  pass(100)
  expect([peer.pings, ends]).toEqual([0, []])
})
