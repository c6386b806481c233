import { listsAt, shippedContextWindow, shippedPrice } from '../accounting/catalogue/catalogue.js'
import { priceOf, type Price } from '../accounting/price.js'
import type { Provider } from '../providers/provider.js'

/** What is known of targets where the configuration does not say it. Each price is looked up once. */
export interface ShippedPrices {
  priceOf(provider: Provider, model: string): Price | undefined
  /** Tokens. */
  contextWindowOf(provider: Provider, model: string): number | undefined
}

interface Options {
  /** Whether the catalogue that the program brings along is used; otherwise only models that run here have a price. */
  readonly catalogue: boolean
}

/** Clients name models as they like. */
const mostKept = 10_000

const free = priceOf({})

/** By the provider's kind, and for kinds of any provider by its address. */
export function shippedPrices({ catalogue }: Options): ShippedPrices {
  const lists = new Map<Provider, readonly string[]>()
  const known = new Map<Provider, Map<string, Price | undefined>>()
  let kept = 0

  function find(provider: Provider, model: string): Price | undefined {
    if (provider.kind.priceLists === 'free') return free
    if (!catalogue) return undefined
    let names = lists.get(provider)
    if (names === undefined) lists.set(provider, (names = listsOf(provider)))
    return shippedPrice(names, model)
  }

  return {
    priceOf(provider, model) {
      let ofProvider = known.get(provider)
      if (ofProvider === undefined) known.set(provider, (ofProvider = new Map<string, Price | undefined>()))
      if (ofProvider.has(model)) return ofProvider.get(model)
      const price = find(provider, model)
      if (kept < mostKept) {
        kept++
        ofProvider.set(model, price)
      }
      return price
    },
    contextWindowOf: (provider, model) => (catalogue ? shippedContextWindow(listsOf(provider), model) : undefined),
  }
}

/** The names of the price lists of a provider's models. */
export function listsOf({ kind, settings }: Provider): readonly string[] {
  const { priceLists } = kind
  if (priceLists !== undefined && priceLists !== 'free') return priceLists
  const address = kind.defaultBaseUrl ?? settings.base_url
  return address === undefined ? [] : listsAt(address)
}
