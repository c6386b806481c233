import type { BreakerSettings } from '../config/configuration.js'
import { Breaker, type BreakerEvent, type BreakerState } from './breaker.js'
import type { RoutedTarget } from './target.js'

/** A breaker's event, and whose it is. */
export interface TargetEvent {
  readonly provider: string
  readonly model: string
  readonly event: BreakerEvent
}

/** The breakers of all targets that are one of several: a model's only target has none. */
export class Breakers {
  readonly #byProvider = new Map<string, Map<string, Breaker>>()

  constructor(
    private readonly settings: BreakerSettings,
    /** Monotonic milliseconds. */
    readonly clock: () => number,
  ) {}

  /** Called with what happens to them in this process. */
  onEvent: ((event: TargetEvent) => void) | undefined

  /** The same happened in another process. */
  follow({ provider, model, event }: TargetEvent): void {
    this.#of(provider, model).follow(event, this.clock())
  }

  /** How those stand that are not as new ones, for a process that has just begun. */
  *all(): IterableIterator<TargetEvent> {
    const now = this.clock()
    for (const [provider, ofProvider] of this.#byProvider)
      for (const [model, breaker] of ofProvider) {
        const event = breaker.asFound(now)
        if (event !== undefined) yield { provider, model, event }
      }
  }

  /** The breaker of a target, made at the first use. Only for targets of the configuration: names that clients invent would fill the memory. */
  of({ provider, model: ownModel, pattern: model = ownModel }: RoutedTarget): Breaker {
    return this.#of(provider.settings.name, model)
  }

  #of(provider: string, model: string): Breaker {
    let ofProvider = this.#byProvider.get(provider)
    if (ofProvider === undefined) {
      ofProvider = new Map()
      this.#byProvider.set(provider, ofProvider)
    }
    let breaker = ofProvider.get(model)
    if (breaker === undefined) {
      breaker = new Breaker(this.settings, (event) => this.onEvent?.({ provider, model, event }))
      ofProvider.set(model, breaker)
    }
    return breaker
  }

  /** The breaker of a target if it has one. */
  find({ provider, model, pattern = model }: RoutedTarget): Breaker | undefined {
    return this.#byProvider.get(provider.settings.name)?.get(pattern)
  }

  /** The provider has changed, or is gone: what its targets did before counts no longer. */
  forget(provider: string): void {
    this.#byProvider.delete(provider)
  }

  /** The state for health pages and metrics: a target without a breaker counts as closed. */
  state(target: RoutedTarget): BreakerState {
    return this.find(target)?.state(this.clock()) ?? 'closed'
  }
}
