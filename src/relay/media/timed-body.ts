import type { IncomingMessage } from 'node:http'
import type { TimeoutSettings } from '../../config/configuration.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Deadline, Deadlines } from '../deadlines.js'

/**
 * A request's body, read chunk by chunk on demand. Throws 408 where the client makes no progress while the gateway waits for it,
 * 400 where it disconnects.
 */
export async function* timedBody(
  request: IncomingMessage,
  options: { readonly timeouts: Pick<TimeoutSettings, 'body_idle_ms' | 'request_ms'>; readonly deadlines: Deadlines },
): AsyncGenerator<Buffer> {
  const { body_idle_ms: idleMs, request_ms: totalMs } = options.timeouts
  const iterator = (request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  // Only the time of waiting for the client counts: a slow upstream is not its fault.
  let waitedMs = 0
  for (;;) {
    const startedAt = performance.now()
    const next = await within(iterator.next(), Math.min(idleMs, totalMs - waitedMs), options.deadlines)
    waitedMs += performance.now() - startedAt
    if (next.done === true) return
    yield next.value
  }
}

function within<Value>(waiting: Promise<Value>, milliseconds: number, deadlines: Deadlines): Promise<Value> {
  return new Promise((resolve, reject) => {
    const deadline: Deadline = {
      dueAt: performance.now() + milliseconds,
      onDue: () => {
        deadlines.remove(deadline)
        reject(new GatewayFailure({ kind: 'request_timeout', message: 'The body made no progress for too long.' }))
      },
    }
    deadlines.add(deadline)
    waiting.then(
      (value) => {
        deadlines.remove(deadline)
        resolve(value)
      },
      () => {
        deadlines.remove(deadline)
        reject(new GatewayFailure({ kind: 'invalid_request', message: 'The body ended early.' }))
      },
    )
  })
}
