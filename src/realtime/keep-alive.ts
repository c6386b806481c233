import type { WebSocket } from 'ws'
import type { Deadline, Deadlines } from '../relay/deadlines.js'
import { closeSoon } from './close-soon.js'

const pingMs = 30_000
const silentMs = 60_000

export interface KeepAliveOptions {
  readonly deadlines: Deadlines
  /** Longest time without a message of the peer while nothing is going on. */
  readonly idleMs: number
  /** A request is running: no message is expected. */
  readonly busy: () => boolean
  /** Ends the connection; left out: it is closed with 1001. */
  readonly end?: (reason: string) => void
}

export interface KeepAlive {
  /** Something has happened: the time of idleness begins anew. */
  touch(): void
}

/** Pings the peer, and closes with 1001 where no pong comes back or nobody asks anything for too long (promises P59). */
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
      // A paused peer is not listened to: its pongs lie in the socket.
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
      // What is running says first why it ends.
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
