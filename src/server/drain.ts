import type { Server } from 'node:http'
import type { TimeoutSettings } from '../config/configuration.js'
import type { Gateway } from './gateway.js'
import type { OpenRequests } from './open-requests.js'
import type { Workers } from './workers.js'

interface DrainOptions {
  readonly gateway: Gateway
  readonly server: Server
  readonly timeouts: TimeoutSettings
  readonly workers?: Workers | undefined
}

/**
 * Stops the gateway: `/readyz` fails at once, new requests are served for a while longer, then the listener closes and running requests
 * continue until they end or `drain_ms` is over. A second call ends everything at once.
 */
export function drain({ gateway, server, timeouts, workers }: DrainOptions): () => Promise<void> {
  let ended: Promise<void> | undefined
  let hurry: () => void = () => undefined
  return () => {
    if (ended !== undefined) {
      hurry()
      return ended
    }
    const hurried = new Promise<void>((resolve) => {
      hurry = resolve
    })
    ended = run(hurried)
    return ended
  }

  async function run(hurried: Promise<void>): Promise<void> {
    gateway.draining = true
    // Requests that workers admit by themselves would not close their connections.
    void gateway.admission.recall?.(undefined)
    gateway.log.info('draining', { in_flight: gateway.admission.inFlight })
    const timers: NodeJS.Timeout[] = []
    const pause = (milliseconds: number): Promise<void> =>
      new Promise((resolve) => {
        timers.push(setTimeout(resolve, milliseconds))
      })
    await Promise.race([pause(timeouts.drain_delay_ms), hurried])
    gateway.sockets.drain()
    // What workers pass on is answered until they have ended.
    const closed =
      workers === undefined ? closeServer(server, gateway.requests) : workers.drain().then(() => closeServer(server, gateway.requests))
    await Promise.race([closed, pause(timeouts.drain_ms), hurried])
    gateway.relay.deadlines.interruptAll(shuttingDown)
    workers?.interrupt()
    await Promise.race([closed, pause(500)])
    server.closeAllConnections()
    gateway.sockets.terminate()
    await workers?.end()
    for (const timer of timers) clearTimeout(timer)
    await closed
    gateway.sharedIdentity.close()
    gateway.auditRetention.close()
    await gateway.books.close()
    await gateway.bodies.close()
    await gateway.operations.platform.lastUses.close()
    await gateway.idempotency.close()
    await gateway.operations.responses.close()
    await gateway.operations.objects.close()
    await gateway.operations.issuedIds.flush()
    await gateway.operations.tokenizer.close()
    await gateway.upstreamClient.close()
    gateway.log.info('stopped')
    gateway.log.flush()
  }
}

/** The error of requests that still run at the end. */
export const shuttingDown = { kind: 'shutting_down', message: 'The gateway is shutting down.', retryAfterSeconds: 1 } as const

/** Closes the listener, and connections as soon as nothing runs on them. Resolves when all have ended. */
export async function closeServer(server: Server, requests: OpenRequests): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve()
    })
  })
  // Node's server counts connections without a request yet as busy; they must not delay the end.
  requests.whenNone(() => {
    server.closeAllConnections()
  })
  const idle = setInterval(() => {
    server.closeIdleConnections()
  }, 100)
  await closed
  clearInterval(idle)
}
