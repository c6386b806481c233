import { GatewayFailure } from '../exchange/error.js'
import type { RoutedTarget } from './target.js'

/** What becomes of requests for models whose price is unknown (`accounting.unknown_price`). */
export interface PricedTargets {
  /** The targets that may be asked. Throws where there is none. `model`: as the client named it. */
  among(targets: readonly RoutedTarget[], model: string): readonly RoutedTarget[]
}

/** Targets without a price are refused. */
export const onlyPriced: PricedTargets = {
  among(targets, model) {
    const priced = targets.filter(({ price }) => price !== undefined)
    if (priced.length > 0) return priced
    throw new GatewayFailure({
      kind: 'invalid_request',
      message: `The model ${JSON.stringify(model)} has no price, and models without one are refused here (accounting.unknown_price).`,
      code: 'unknown_price',
      param: 'model',
    })
  },
}

/** Clients name models as they like. */
const mostWarnings = 1000

/** Targets without a price cost nothing. `warn` gets each of them once. */
export function unpricedForFree(warn: (target: RoutedTarget) => void): PricedTargets {
  const told = new Set<string>()
  return {
    among(targets) {
      for (const target of targets) {
        if (target.price !== undefined || told.size >= mostWarnings) continue
        const name = `${target.provider.settings.name} ${target.model}`
        if (told.has(name)) continue
        told.add(name)
        warn(target)
      }
      return targets
    },
  }
}
