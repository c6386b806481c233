import type { WebSocket } from 'ws'

/** Time for the peer's close frame, and for a slow peer to read what was sent before. */
const [patienceMs, slowReaderMs] = [1000, 10_000]

/** For the constructors of `ws`, whose type definitions lack it: how long to wait for the peer's close frame. */
export const closingTime: object = { closeTimeout: patienceMs }

/** Sends a close frame, without a code where none is given; a peer that does not answer is terminated after a second. */
export function closeSoon(socket: WebSocket, code?: number, reason?: string): void {
  if (socket.readyState === socket.CLOSED) return
  socket.close(code, reason)
  // A paused socket would not see the peer's close frame.
  socket.resume()
  const timer = setTimeout(() => {
    socket.terminate()
  }, patienceMs)
  socket.once('close', () => {
    clearTimeout(timer)
  })
}

/** Closes without reading what the peer still sends. */
export function closeUnread(socket: WebSocket, code: number, reason: string): void {
  closeSoon(socket, code, reason)
  socket.pause()
}

/** Closes when the peer has read what was sent to it; a slow one gets more time. */
export function closeWhenRead(socket: WebSocket, code?: number, reason?: string): void {
  if (socket.bufferedAmount === 0 || socket.readyState !== socket.OPEN) {
    closeSoon(socket, code, reason)
    return
  }
  const timer = setTimeout(() => {
    socket.terminate()
  }, slowReaderMs)
  // Called back when everything written before has been sent.
  socket.ping(undefined, undefined, () => {
    clearTimeout(timer)
    closeSoon(socket, code, reason)
  })
}

/** A close frame to pass on. 1005 means that it had no code, and it is passed on without one; a reason may have 123 bytes. */
export function closeFrame(code: number, reason: string): [code?: number, reason?: string] {
  if (code === 1005) return []
  const bytes = Buffer.from(reason)
  if (bytes.length <= 123) return [code, reason]
  return [code, `${new TextDecoder().decode(bytes.subarray(0, 120)).replace(/\uFFFD+$/, '')}…`]
}
