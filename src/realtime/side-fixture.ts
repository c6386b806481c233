import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { parseObject } from '../json/object.js'
import type { CarriedSocket } from './socket-memory.js'

/** One side of a connection for tests: the members of a socket that are used, and what was done to it. */
export class Side extends EventEmitter {
  readonly OPEN = 1
  readonly CLOSED = 3
  readyState = 1
  bufferedAmount = 0
  isPaused = false
  readonly sent: string[] = []
  closedWith: (string | number | undefined)[] | undefined
  readonly connection = new EventEmitter()

  get carried(): CarriedSocket {
    return { socket: this as unknown as WebSocket, connection: this.connection as unknown as Duplex }
  }

  get events(): Record<string, unknown>[] {
    return this.sent.map((text) => parseObject(text) ?? {})
  }

  send(data: Buffer | string, _options?: object, done?: () => void): void {
    this.sent.push(data.toString())
    if (this.bufferedAmount === 0) done?.()
  }

  ping(_data?: unknown, _mask?: unknown, done?: () => void): void {
    done?.()
  }

  close(code?: number, reason?: string): void {
    this.closedWith ??= [code, reason]
    this.readyState = 2
  }

  terminate(): void {
    this.readyState = 3
  }

  pause(): void {
    this.isPaused = true
  }

  resume(): void {
    this.isPaused = false
  }

  says(event: object | string): void {
    this.emit('message', Buffer.from(typeof event === 'string' ? event : JSON.stringify(event)), false)
  }
}
