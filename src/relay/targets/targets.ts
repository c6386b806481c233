import { GatewayFailure } from '../../exchange/error.js'
import type { RoutedTarget } from '../../routing/target.js'
import type { Call } from '../call.js'
import type { Deadline, Deadlines } from '../deadlines.js'
import type { RelayServices } from '../services.js'
import { TargetSearch } from './target-search.js'

/** What is asked of a call here: where its attempts are booked, and whether anybody still waits. */
export type WaitingCall = Pick<Call, 'record' | 'left' | 'onLeave' | 'offLeave' | 'onContent'>

/**
 * Tries targets until one answers, at most `retries.attempts` calls in all, only while nothing was sent to the client (promises
 * P34, P35). `run` resolves with the failure of an attempt that may be repeated, and throws what no target can mend.
 */
export async function sendToTargets(
  services: RelayServices,
  call: WaitingCall,
  targets: readonly RoutedTarget[],
  run: (target: RoutedTarget) => Promise<GatewayFailure | undefined>,
): Promise<void> {
  const search = new TargetSearch(services, call, targets)
  try {
    while (!call.left) {
      const waitMs = search.next()
      if (waitMs === undefined) throw search.failure()
      if (waitMs > 0) await pause(waitMs, call, services.deadlines)
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
  call.record.outcome = 'client_aborted'
  call.record.status = 499
}

/** Ends early when the client leaves (promises P26). Throws when the gateway stops. */
function pause(milliseconds: number, call: WaitingCall, deadlines: Deadlines): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      deadlines.remove(deadline)
      call.offLeave(leave)
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
    call.onLeave(leave)
  })
}
