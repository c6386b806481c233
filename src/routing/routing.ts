import type { Provider } from '../providers/provider.js'
import type { RoutedModel, RoutedTarget } from './target.js'

export interface PassthroughProvider extends Pick<RoutedTarget, 'provider' | 'times' | 'retries'> {
  readonly prefixes: readonly string[]
}

export interface RoutingOptions {
  readonly models: readonly RoutedModel[]
  /** Providers whose models need no entry: `NAME/model` goes to the provider NAME, a bare name to the first one with a matching prefix. */
  readonly passthrough: readonly PassthroughProvider[]
  readonly random: () => number
}

/** Model name → ordered targets. Pure but for the random number. */
export class Routing {
  readonly #models: Map<string, RoutedModel>

  constructor(private readonly options: RoutingOptions) {
    this.#models = new Map(options.models.map((model) => [model.name, model]))
  }

  /** Targets in the order to try; `undefined` for a model that is unknown. */
  resolve(name: string): readonly RoutedTarget[] | undefined {
    const model = this.#models.get(name)
    return model === undefined ? this.#passedThrough(name) : this.#ordered(model.targets)
  }

  /** The models that have an entry. */
  get models(): readonly RoutedModel[] {
    return this.options.models
  }

  find(name: string): RoutedModel | undefined {
    return this.#models.get(name)
  }

  /** All targets of all models, each once. */
  get targets(): readonly RoutedTarget[] {
    return this.options.models.flatMap((model) => model.targets)
  }

  /** A provider by its name in the configuration. */
  provider(name: string): Provider | undefined {
    return (
      this.options.passthrough.find(({ provider }) => provider.settings.name === name)?.provider ??
      this.targets.find(({ provider }) => provider.settings.name === name)?.provider
    )
  }

  #passedThrough(name: string): readonly RoutedTarget[] | undefined {
    const slash = name.indexOf('/')
    const named = slash > 0 ? this.options.passthrough.find(({ provider }) => provider.settings.name === name.slice(0, slash)) : undefined
    if (named !== undefined) return [targetOf(named, name.slice(slash + 1))]
    const matching = this.options.passthrough.find(({ prefixes }) => prefixes.some((prefix) => name.startsWith(prefix)))
    return matching === undefined ? undefined : [targetOf(matching, name)]
  }

  /** Without weights the order is the file's. With weights the first is drawn, the others follow as they stand. */
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

function targetOf({ prefixes: _prefixes, ...provider }: PassthroughProvider, model: string): RoutedTarget {
  return { ...provider, model }
}
