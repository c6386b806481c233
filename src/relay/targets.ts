import { GatewayFailure } from '../exchange/error.js'
import type { RoutedTarget } from '../routing/target.js'
import type { Call } from './call.js'
import { retryChoice, retryDelay } from './retry.js'
import type { RelayServices } from './services.js'

/** What is asked of a call here: where its attempts are booked, and whether anybody still waits. */
export type WaitingCall = Pick<Call, 'record' | 'left' | 'onLeave' | 'offLeave'>

/**
 * Tries targets in order until one answers, at most `retries.attempts` calls in all, only while nothing was sent to the client
 * (promises P34, P35). `run` resolves with the failure of an attempt that may be repeated, and throws what no target can mend.
 */
export async function sendToTargets(
  services: RelayServices,
  call: WaitingCall,
  targets: readonly RoutedTarget[],
  run: (target: RoutedTarget) => Promise<GatewayFailure | undefined>,
): Promise<void> {
  const candidates = [...targets]
  let index = 0
  let last: GatewayFailure | undefined
  for (let tried = 0; tried < services.retries.attempts; tried++) {
    const target = candidates[index % candidates.length]
    if (target === undefined || call.left) break
    const startedAt = performance.now()
    const failure = await run(target)
    book(call, target, performance.now() - startedAt, failure)
    if (failure === undefined) return
    last = failure
    const choice = retryChoice(failure.error)
    if (choice === 'never') break
    if (choice === 'other-target') candidates.splice(index % candidates.length, 1)
    else index++
    const next = candidates[index % Math.max(1, candidates.length)]
    if (next === undefined) break
    const seconds = failure.error.retryAfterSeconds
    const wait = retryDelay(
      {
        retry: tried,
        sameTarget: next === target,
        retryAfterMs: seconds === undefined ? undefined : seconds * 1000,
        random: services.random,
      },
      services.retries,
    )
    if (wait === undefined) break
    if (wait > 0 && tried + 1 < services.retries.attempts) await delay(wait, call)
  }
  if (call.left) {
    call.record.outcome = 'client_aborted'
    call.record.status = 499
    return
  }
  throw last ?? new GatewayFailure({ kind: 'internal', message: 'No target was tried.' })
}

function book(call: WaitingCall, target: RoutedTarget, durationMs: number, failure: GatewayFailure | undefined): void {
  call.record.provider = target.provider.settings.name
  call.record.upstream_model = target.model
  call.record.attempts.push({
    provider: target.provider.settings.name,
    model: target.model,
    duration_ms: Math.round(durationMs),
    ...(failure === undefined
      ? { status: call.record.status ?? 200 }
      : { error: failure.error.kind, ...(failure.error.native?.status === undefined ? {} : { status: failure.error.native.status }) }),
  })
}

/** Ends early when the client leaves (promises P26). */
function delay(milliseconds: number, call: WaitingCall): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer)
      call.offLeave(finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    call.onLeave(finish)
  })
}
