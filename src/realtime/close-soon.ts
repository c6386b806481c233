import type { WebSocket } from 'ws'

const patienceMs = 1000

/** Says goodbye; a peer that does not answer is cut off after a second. */
export function closeSoon(socket: WebSocket, code: number, reason: string): void {
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
