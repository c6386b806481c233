import type { WebSocket } from 'ws'
import type { Deadline, Deadlines } from '../relay/deadlines.js'
import { closeSoon } from './close-soon.js'

const pingMs = 30_000
const silentMs = 60_000

export interface KeepAliveOptions {
  readonly deadlines: Deadlines
  /** Longest time without a message of the peer while no request is running. */
  readonly idleMs: number
  /** Whether a request is running: then no message is expected. */
  readonly busy: () => boolean
  /** Ends the connection; left out: it is closed with 1001. */
  readonly end?: (reason: string) => void
}

export interface KeepAlive {
  /** Restarts the idle time. */
  touch(): void
}

/** Pings the peer, and closes with 1001 where no pong arrives or the connection is idle for too long. */
export function keepAlive(socket: WebSocket, { deadlines, idleMs, busy, end }: KeepAliveOptions): KeepAlive {
  let heardAt = performance.now()
  let usedAt = heardAt
  let pingedAt = heardAt
  const plan = (): number => Math.min(pingedAt + pingMs, heardAt + silentMs, usedAt + idleMs)
  const close = (reason: string): void => {
    deadlines.remove(deadline)
    if (end === undefined) closeSoon(socket, 1001, reason)
    else end(reason)
  }
  const deadline: Deadline = {
    dueAt: plan(),
    onDue(now) {
      if (busy()) usedAt = now
      // A paused peer is not read: its pongs may wait in the socket.
      if (socket.isPaused) heardAt = now
      if (now - heardAt >= silentMs) close('no pong')
      else if (now - usedAt >= idleMs) close('idle')
      else {
        if (now - pingedAt >= pingMs) {
          pingedAt = now
          socket.ping()
        }
        deadline.dueAt = plan()
      }
    },
    interrupt() {
      // The running request sends its own error first.
      setImmediate(close, 'the gateway is shutting down')
    },
  }
  const touch = (): void => {
    usedAt = performance.now()
    heardAt = usedAt
    deadline.dueAt = plan()
  }
  const heard = (): void => {
    heardAt = performance.now()
  }
  socket.on('pong', heard)
  socket.on('ping', heard)
  socket.on('message', touch)
  socket.once('close', () => {
    deadlines.remove(deadline)
  })
  deadlines.add(deadline)
  return { touch }
}
