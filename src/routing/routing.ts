import type { Provider } from '../providers/provider.js'
import { capture, isPattern, nameFor, targetModel } from './name-pattern.js'
import type { ShippedPrices } from './shipped-prices.js'
import type { RoutedModel, RoutedTarget } from './target.js'

export interface PassthroughProvider extends Pick<RoutedTarget, 'provider' | 'times' | 'retries'> {
  readonly prefixes: readonly string[]
}

export interface RoutingOptions {
  /** All of the configuration, also those that no model leads to. */
  readonly providers: readonly Provider[]
  readonly models: readonly RoutedModel[]
  /** Providers whose models need no entry: `NAME/model` goes to the provider NAME, a bare name to the first one with a matching prefix. */
  readonly passthrough: readonly PassthroughProvider[]
  /** Of targets whose model a client names. */
  readonly prices: ShippedPrices
  readonly random: () => number
  /** `created` of the models in lists, in seconds since the epoch. */
  readonly created: number
}

/** Model name → ordered targets. Pure but for the random number. */
export class Routing {
  /** The models that have an entry of their own. */
  readonly models: readonly RoutedModel[]
  readonly #models: ReadonlyMap<string, RoutedModel>
  readonly #patterns: readonly RoutedModel[]
  /** The providers' models that are targets of an entry. */
  readonly #entered = new Map<Provider, Set<string>>()

  constructor(private readonly options: RoutingOptions) {
    this.models = options.models.filter(({ name }) => !isPattern(name))
    this.#models = new Map(this.models.map((model) => [model.name, model]))
    this.#patterns = options.models.filter(({ name }) => isPattern(name))
    for (const { provider, model } of this.models.flatMap(({ targets }) => targets))
      this.#entered.set(provider, (this.#entered.get(provider) ?? new Set()).add(model))
  }

  /** Targets in the order to try; `undefined` for a model that is unknown. */
  resolve(name: string): readonly RoutedTarget[] | undefined {
    const model = this.#models.get(name)
    if (model !== undefined) return this.#ordered(model.targets)
    for (const pattern of this.#patterns) {
      const captured = capture(pattern.name, name)
      if (captured !== undefined) return this.#ordered(pattern.targets.map((target) => this.#fit(target, name, captured)))
    }
    return this.#passedThrough(name)
  }

  /** A model that exists without asking a provider: one with an entry, or of a pattern whose targets are the same for all names. */
  find(name: string): RoutedModel | undefined {
    const model = this.#models.get(name)
    if (model !== undefined) return model
    const pattern = this.#patterns.find((candidate) => capture(candidate.name, name) !== undefined)
    return pattern?.targets.some((target) => isPattern(target.model)) === false ? this.modelOf(name, pattern.targets) : undefined
  }

  /** How many tokens fit; `undefined` where nobody knows. */
  contextWindow({ contextWindow, provider, model }: RoutedTarget): number | undefined {
    return contextWindow ?? this.options.prices.contextWindowOf(provider, model)
  }

  /** Providers whose models need no entry: those of patterns and of passthrough. */
  get openProviders(): readonly Provider[] {
    const ofPatterns = this.#patterns.flatMap(({ targets }) => targets.filter(({ model }) => isPattern(model)))
    return [...new Set([...ofPatterns, ...this.options.passthrough].map(({ provider }) => provider))]
  }

  /** The names by which clients can request such a model, the best first; none where it is a target of an entry. */
  namesOf(provider: Provider, model: string): string[] {
    if (this.#entered.get(provider)?.has(model) === true) return []
    const fitting = this.#patterns.flatMap(({ name, targets }) =>
      targets.flatMap((target) => (target.provider === provider ? (nameFor(name, target.model, model) ?? []) : [])),
    )
    return [...fitting, model, `${provider.settings.name}/${model}`].filter(
      (name, index, names) => names.indexOf(name) === index && this.#leadsTo(name, provider, model),
    )
  }

  /** A model as the lists of models show it. */
  modelOf(name: string, targets: readonly RoutedTarget[]): RoutedModel {
    return { name, targets, created: this.options.created }
  }

  #leadsTo(name: string, provider: Provider, model: string): boolean {
    return !this.#models.has(name) && this.resolve(name)?.some((target) => target.provider === provider && target.model === model) === true
  }

  /** All targets of all models, each once. */
  get targets(): readonly RoutedTarget[] {
    return this.options.models.flatMap((model) => model.targets)
  }

  get providers(): readonly Provider[] {
    return this.options.providers
  }

  /** A provider by its name in the configuration. */
  provider(name: string): Provider | undefined {
    return this.options.providers.find(({ settings }) => settings.name === name)
  }

  #passedThrough(name: string): readonly RoutedTarget[] | undefined {
    const slash = name.indexOf('/')
    const named = slash > 0 ? this.options.passthrough.find(({ provider }) => provider.settings.name === name.slice(0, slash)) : undefined
    if (named !== undefined) return [this.#target(named, name.slice(slash + 1))]
    const matching = this.options.passthrough.find(({ prefixes }) => prefixes.some((prefix) => name.startsWith(prefix)))
    return matching === undefined ? undefined : [this.#target(matching, name)]
  }

  #fit(target: RoutedTarget, name: string, captured: string): RoutedTarget {
    if (!isPattern(target.model)) return target
    return this.#priced({ ...target, model: targetModel(target.model, name, captured), pattern: target.model })
  }

  #target({ prefixes: _prefixes, ...provider }: PassthroughProvider, model: string): RoutedTarget {
    return this.#priced({ ...provider, model })
  }

  #priced(target: RoutedTarget): RoutedTarget {
    const price = target.price ?? this.options.prices.priceOf(target.provider, target.model)
    return price === undefined ? target : { ...target, price }
  }

  /** Without weights the order is the file's. With weights the first is drawn, the others follow in the file's order. */
  #ordered(targets: readonly RoutedTarget[]): readonly RoutedTarget[] {
    if (targets.length < 2 || targets.every((target) => target.weight === undefined)) return targets
    const total = targets.reduce((sum, target) => sum + (target.weight ?? 1), 0)
    let drawn = this.options.random() * total
    for (const target of targets) {
      drawn -= target.weight ?? 1
      if (drawn < 0) return [target, ...targets.filter((other) => other !== target)]
    }
    return targets
  }
}
