import { GatewayFailure } from '../../exchange/error.js'
import { clientLeft } from '../../record/ending.js'
import type { RoutedTarget } from '../../routing/target.js'
import type { WaitingRequest } from '../gateway-request.js'
import type { Deadline, Deadlines } from '../deadlines.js'
import type { RelayServices } from '../services.js'
import { TargetSearch } from './target-search.js'

/**
 * Tries targets until one answers, at most `retries.attempts` times in all, only while nothing was sent to the client.
 * `run` resolves with the failure of an attempt that may be repeated, and throws errors that no target can help.
 */
export async function sendToTargets(
  services: RelayServices,
  request: WaitingRequest,
  targets: readonly RoutedTarget[],
  run: (target: RoutedTarget) => Promise<GatewayFailure | undefined>,
): Promise<void> {
  const search = new TargetSearch(services, request, targets)
  request.attemptsSince = performance.now()
  try {
    while (!request.left) {
      const waitMs = search.next()
      if (waitMs === undefined) throw search.failure()
      if (waitMs > 0) await pause(waitMs, request, services.deadlines)
      const target = search.enter()
      if (target === undefined) continue
      try {
        const failure = await run(target)
        search.leave(failure)
        if (failure === undefined) return
      } catch (thrown) {
        search.giveUp(thrown)
        throw thrown
      }
    }
  } finally {
    search.close()
  }
  request.record.ends(clientLeft)
}

/** Ends early when the client disconnects. Throws when the gateway stops. */
function pause(milliseconds: number, request: WaitingRequest, deadlines: Deadlines): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      deadlines.remove(deadline)
      request.offLeave(leave)
    }
    const deadline: Deadline = {
      dueAt: performance.now() + milliseconds,
      onDue: () => {
        end()
        resolve()
      },
      interrupt: (error) => {
        end()
        reject(new GatewayFailure(error))
      },
    }
    const leave = (): void => {
      end()
      resolve()
    }
    deadlines.add(deadline)
    request.onLeave(leave)
  })
}
