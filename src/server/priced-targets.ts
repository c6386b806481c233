import type { Configuration } from '../config/configuration.js'
import type { Log } from '../observability/log.js'
import { onlyPriced, unpricedForFree, type PricedTargets } from '../routing/priced-targets.js'

/** What `accounting.unknown_price` says now. */
export function pricedTargets({ accounting }: Configuration, log: Log): PricedTargets {
  const free = unpricedForFree(({ provider, model }) => {
    log.warn('the price of a model is not known: it costs nothing (accounting.unknown_price)', { provider: provider.settings.name, model })
  })
  return {
    among: (targets, model) => (accounting.unknown_price === 'refuse' ? onlyPriced : free).among(targets, model),
  }
}
