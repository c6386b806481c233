import type { ServerResponse } from 'node:http'
import type { Deadline, Deadlines } from '../relay/deadlines.js'

/**
 * A reply that was written whole but not read by its client must not stay in memory for ever: the connection is cut after
 * `stallMs` in which nothing of it went out (promises P40).
 */
export function cutWhenUnread(response: ServerResponse, stallMs: number, deadlines: Deadlines): void {
  let left = response.writableLength
  const deadline: Deadline = {
    dueAt: performance.now() + stallMs,
    onDue: (now) => {
      if (response.writableLength >= left) {
        deadlines.remove(deadline)
        response.destroy()
        return
      }
      left = response.writableLength
      deadline.dueAt = now + stallMs
    },
  }
  deadlines.add(deadline)
  response.once('close', () => {
    deadlines.remove(deadline)
  })
}
