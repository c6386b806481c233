import { priceOf, type Price } from '../accounting/price.js'
import type { Configuration, ConfiguredProvider, OwnLimits, UpstreamRetries, UpstreamTimes } from '../config/configuration.js'
import { providerOf } from '../providers/kinds.js'
import type { Provider } from '../providers/provider.js'
import { isPattern } from '../routing/name-pattern.js'
import { Routing, type PassthroughProvider } from '../routing/routing.js'
import type { ShippedPrices } from '../routing/shipped-prices.js'
import type { RoutedModel, RoutedTarget } from '../routing/target.js'
import { defined } from '../json/object.js'

interface RoutingParts {
  readonly prices: ShippedPrices
  readonly random: () => number
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Providers that are made already, by their names. */
  readonly known?: ReadonlyMap<string, Provider>
}

/** Makes the routing tables from the configuration's providers and models. */
export function buildRouting(configuration: Configuration, { prices, random, now, known }: RoutingParts): Routing {
  const built = configuration.providers.map((settings) => ({ settings, provider: known?.get(settings.name) ?? providerOf(settings) }))
  const named = new Map(built.map((one) => [one.settings.name, one]))
  const created = Math.floor(now / 1000)
  const models = configuration.models.flatMap((model): RoutedModel[] => {
    const targets = model.targets.flatMap((target) => {
      const found = named.get(target.provider)
      if (found === undefined) return []
      const settings = target.price ?? model.price
      const price = settings === undefined ? shippedPrice(prices, found.provider, target.model) : priceOf(settings)
      return [
        defined<RoutedTarget>({
          provider: found.provider,
          model: target.model,
          maxOutputTokens: model.max_output_tokens,
          contextWindow: model.context_window,
          modalities: model.modalities,
          ...limitsOf(configuration, found.settings, model),
          price,
          weight: target.weight,
        }),
      ]
    })
    return [model.name, ...model.aliases].map((name) => ({ name, targets, created }))
  })
  return new Routing({
    providers: built.map(({ provider }) => provider),
    models,
    passthrough: built.flatMap(({ settings, provider }) => passthroughOf(configuration, settings, provider)),
    prices,
    random,
    created,
  })
}

/** The price of a pattern's target is that of the model which a client names. */
function shippedPrice(prices: ShippedPrices, provider: Provider, model: string): Price | undefined {
  return isPattern(model) ? undefined : prices.priceOf(provider, model)
}

/** The limits of one target: the model's, else its provider's, else the gateway's. Nothing where all are the gateway's. */
function limitsOf(
  { timeouts, retries }: Configuration,
  provider: OwnLimits,
  model: OwnLimits,
): { readonly times?: UpstreamTimes; readonly retries?: UpstreamRetries } {
  const ownTimes = provider.timeouts !== undefined || model.timeouts !== undefined
  const ownRetries = provider.retries !== undefined || model.retries !== undefined
  return defined({
    times: ownTimes ? { ...timeouts, ...provider.timeouts, ...model.timeouts } : undefined,
    retries: ownRetries ? { ...retries, ...provider.retries, ...model.retries } : undefined,
  })
}

function passthroughOf(configuration: Configuration, settings: ConfiguredProvider, provider: Provider): PassthroughProvider[] {
  return settings.passthrough === undefined
    ? []
    : [{ provider, prefixes: settings.passthrough.prefixes, ...limitsOf(configuration, settings, {}) }]
}
