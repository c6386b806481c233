import { GatewayFailure } from '../../exchange/error.js'
import type { UpstreamRetries } from '../../config/configuration.js'
import type { Provider } from '../../providers/provider.js'
import type { Breaker } from '../../routing/breaker.js'
import type { RoutedTarget } from '../../routing/target.js'
import { maskOf } from '../../secrets/provider-secrets.js'
import type { WaitingRequest } from '../gateway-request.js'
import { RelayedFailure } from '../upstream/reply-failure.js'
import { backoffMs, retryChoice } from './retry.js'
import type { RelayServices } from '../services.js'
import { defined } from '../../json/object.js'

interface Candidate {
  readonly target: RoutedTarget
  readonly breaker: Breaker | undefined
  readonly retries: UpstreamRetries
  /** Attempts of this request. */
  attempts: number
  /** No attempt before this time: the provider asked to wait. */
  notBefore: number
  /** Whether it must not be tried again for this request. */
  spent: boolean
}

/** Chooses the next target of a request and when to try it: in order, without those whose breaker is open; the same one only after a pause. */
export class TargetSearch {
  readonly #candidates: Candidate[]
  #attempts = 0
  /** Most attempts in all: the largest number of any target. */
  readonly #mostAttempts: number
  #chosen: Candidate | undefined
  #probe = false
  #startedAt = 0
  /** When the search began, on the breakers' clock. */
  readonly #begunAt: number
  #last: GatewayFailure | undefined
  /** Whether it holds a slot of the retry budget. */
  #retrying = false

  constructor(
    private readonly services: RelayServices,
    private readonly request: WaitingRequest,
    targets: readonly RoutedTarget[],
  ) {
    const { breakers, budget, retries } = services
    budget.running++
    this.#begunAt = breakers.clock()
    const [only] = targets
    this.#candidates =
      targets.length === 1 && only !== undefined
        ? [candidateOf(only, breakers.find(only), retries)]
        : targets.map((target) => candidateOf(target, breakers.of(target), retries))
    this.#mostAttempts = this.#candidates.reduce((most, candidate) => Math.max(most, candidate.retries.attempts), 0)
  }

  /** Chooses the next target: milliseconds to wait before the attempt, or `undefined` where there is none. */
  next(): number | undefined {
    const { breakers } = this.services
    this.#chosen = undefined
    if (this.#attempts >= this.#mostAttempts) return undefined
    const now = breakers.clock()
    const drawn = this.#attempts === 0 ? 0 : this.services.random()
    let best: Candidate | undefined
    let bestWait = 0
    for (const candidate of this.#candidates) {
      const { retries } = candidate
      if (candidate.spent || candidate.attempts >= retries.attempts) continue
      const asked = Math.max(candidate.notBefore - now, this.#gated ? (candidate.breaker?.waitMs(now) ?? 0) : 0)
      // The first attempt never waits: the client gets the error at once where every breaker is open.
      if (asked > (this.#attempts === 0 ? 0 : retries.max_wait_ms)) continue
      const pause = candidate.attempts === 0 || candidate.notBefore > 0 ? 0 : backoffMs(candidate.attempts - 1, drawn)
      const wait = Math.max(0, asked, pause)
      if (this.#attempts > 0 && wait >= this.#leftMs(candidate, now)) continue
      if (best !== undefined && (wait > bestWait || (wait === bestWait && candidate.attempts >= best.attempts))) continue
      best = candidate
      bestWait = wait
    }
    if (best === undefined || !this.#mayTry(best)) return undefined
    this.#chosen = best
    return bestWait
  }

  /** Begins an attempt at the chosen target; `undefined` where the client disconnected, or another request is probing this target. */
  enter(): RoutedTarget | undefined {
    const candidate = this.#chosen
    if (candidate === undefined || this.request.left) return undefined
    if (this.#gated) {
      const admitted = candidate.breaker?.admit(this.services.breakers.clock())
      if (admitted === undefined) {
        candidate.spent = true
        return undefined
      }
      if (admitted === 'probe') {
        this.#probe = true
        // A stream may last long: it counts as a success at its first content.
        this.request.onContent = () => {
          this.#probe = false
          candidate.breaker?.succeed(true)
        }
      }
    }
    this.request.record.tries(candidate.target)
    this.#attempts++
    candidate.attempts++
    this.#startedAt = performance.now()
    return candidate.target
  }

  /** The attempt ended, with this failure or with success. */
  leave(failure: GatewayFailure | undefined): void {
    const candidate = this.#chosen
    if (candidate === undefined) return
    this.request.onContent = undefined
    const shown = failure === undefined ? undefined : cleaned(failure, candidate.target.provider)
    this.#recordResult(candidate, shown)
    if (candidate.breaker !== undefined) this.#judge(candidate.breaker, failure)
    if (failure === undefined) return
    const choice = retryChoice(failure.error)
    const waitMs = waitOf(failure)
    // A 429 without a time to wait is not retried here: clients retry too, and the retries would multiply.
    candidate.spent = choice !== 'any-target' || (failure.error.kind === 'upstream_rate_limited' && waitMs === undefined)
    if (choice === 'never') for (const other of this.#candidates) other.spent = true
    candidate.notBefore = waitMs === undefined ? 0 : this.services.breakers.clock() + waitMs
    // The client gets the failure of another provider rather than a refused key of the gateway.
    if (failure.error.kind !== 'upstream_auth' || this.#last === undefined) this.#last = shown
  }

  /**
   * The attempt ended with an error that no target can help: of the provider, one before any provider was reached, or a reply that the gateway
   * gave up, whose provider has not failed.
   */
  giveUp(thrown: unknown): void {
    if (thrown instanceof GatewayFailure && thrown.error.kind.startsWith('upstream_')) {
      this.leave(thrown)
      return
    }
    if (thrown instanceof GatewayFailure && thrown.error.givenUp === true && this.#chosen !== undefined)
      this.#recordResult(this.#chosen, undefined)
    this.request.onContent = undefined
    this.#chosen?.breaker?.forget(this.#probe)
  }

  /** The error where no target is left. */
  failure(): GatewayFailure {
    if (this.#last !== undefined) return this.#last
    const now = this.services.breakers.clock()
    const waitMs = this.#candidates.reduce((least, { breaker }) => Math.min(least, breaker?.waitMs(now) ?? 0), Infinity)
    return new GatewayFailure({
      kind: 'no_healthy_target',
      message: 'All providers of this model have failed repeatedly. The gateway waits before it tries them again.',
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    })
  }

  close(): void {
    const { budget } = this.services
    budget.running--
    if (this.#retrying) budget.give()
  }

  /** A model's only target has no breaker. */
  get #gated(): boolean {
    return this.#candidates.length > 1
  }

  /** The time left for all attempts, if this target is tried next. */
  #leftMs({ target }: Candidate, now: number): number {
    return this.#begunAt + (target.times ?? this.services.timeouts).reply_ms - now
  }

  /** An attempt at a healthy target is free; every other repetition takes a slot of the retry budget. */
  #mayTry(candidate: Candidate): boolean {
    if (this.#attempts === 0 || this.#retrying || (candidate.attempts === 0 && candidate.breaker?.failures === 0)) return true
    this.#retrying = this.services.budget.take()
    return this.#retrying
  }

  #judge(breaker: Breaker, failure: GatewayFailure | undefined): void {
    const probe = this.#probe
    this.#probe = false
    const outcome = this.request.record.ending?.outcome
    if (failure === undefined) {
      if (this.request.left || outcome === 'client_aborted' || outcome === 'interrupted' || outcome === 'timeout') breaker.forget(probe)
      else if (outcome === 'truncated') breaker.fail(this.services.breakers.clock(), probe)
      else breaker.succeed(probe)
      return
    }
    const { kind, native, unreached } = failure.error
    // A time limit says nothing about the target's health, unless the connection was not accepted.
    if (kind === 'upstream_timeout' && unreached !== true) breaker.forget(probe)
    else if (retryChoice(failure.error) !== 'never')
      breaker.fail(this.services.breakers.clock(), probe, kind === 'upstream_rate_limited' ? waitOf(failure) : undefined)
    // A provider that refuses a request is healthy; a refusal by the gateway itself says nothing about it.
    else if (native?.status !== undefined) breaker.succeed(probe)
    else breaker.forget(probe)
  }

  #recordResult({ target }: Candidate, failure: GatewayFailure | undefined): void {
    const { record } = this.request
    const provider = target.provider.settings.name
    const startedMs = record.triedMs
    const durationMs = Math.round(performance.now() - this.#startedAt)
    if (failure === undefined) {
      record.tried({ provider, model: target.model, startedMs, durationMs, status: record.ending?.status ?? 200 })
      return
    }
    const { kind: error, native, detail, unreached, message } = failure.error
    record.tried(
      defined({
        provider,
        model: target.model,
        startedMs,
        durationMs,
        error,
        status: native?.status,
        detail,
        unreached: unreached === true ? unreached : undefined,
        message,
      }),
    )
  }
}

function candidateOf(target: RoutedTarget, breaker: Breaker | undefined, retries: UpstreamRetries): Candidate {
  return { target, breaker, retries: target.retries ?? retries, attempts: 0, notBefore: 0, spent: false }
}

function cleaned(failure: GatewayFailure, provider: Provider): GatewayFailure {
  if (failure instanceof RelayedFailure) return failure
  return new GatewayFailure(maskOf(provider).cleanValue(failure.error))
}

/** Milliseconds, as precise as the provider's header. */
function waitOf(failure: GatewayFailure): number | undefined {
  if (failure instanceof RelayedFailure && failure.retryAfterMs !== undefined) return failure.retryAfterMs
  const { retryAfterSeconds } = failure.error
  return retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000
}
