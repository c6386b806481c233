import type { WebSocket } from 'ws'

/** For the peer's own goodbye, and for reading what was sent before. */
const [patienceMs, slowReaderMs] = [1000, 10_000]

/** For the constructors of `ws`, whose type definitions lack it: how long a peer may take for its goodbye. */
export const closingTime: object = { closeTimeout: patienceMs }

/** Says goodbye, without a code where none is given; a peer that does not answer is cut off after a second. */
export function closeSoon(socket: WebSocket, code?: number, reason?: string): void {
  if (socket.readyState === socket.CLOSED) return
  socket.close(code, reason)
  // A paused socket would not see the peer's own goodbye.
  socket.resume()
  const timer = setTimeout(() => {
    socket.terminate()
  }, patienceMs)
  socket.once('close', () => {
    clearTimeout(timer)
  })
}

/** Says goodbye to a peer of which nothing more is wanted: what it still sends is not even read. */
export function closeUnheard(socket: WebSocket, code: number, reason: string): void {
  closeSoon(socket, code, reason)
  socket.pause()
}

/** The same to a peer that is still reading what was sent to it: it may take its time. */
export function closeWhenRead(socket: WebSocket, code?: number, reason?: string): void {
  if (socket.bufferedAmount === 0 || socket.readyState !== socket.OPEN) {
    closeSoon(socket, code, reason)
    return
  }
  const timer = setTimeout(() => {
    socket.terminate()
  }, slowReaderMs)
  // Called back when all that was written before has left.
  socket.ping(undefined, undefined, () => {
    clearTimeout(timer)
    closeSoon(socket, code, reason)
  })
}
