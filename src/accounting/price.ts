import type { PriceSettings, ServicePrice, TieredPrice } from '../config/price-settings.js'
import type { Usage } from '../exchange/usage.js'
import type { Money } from './money.js'
import { costAt, count, ratesOf, type Rates } from './rates.js'

/** The rates of a request by the length of its prompt. */
export interface TieredRates {
  readonly rates: Rates
  /** Rates of whole requests with longer prompts, the longest first. */
  readonly above: readonly { readonly inputTokens: number; readonly rates: Rates }[]
}

/** What the requests of one target cost. */
export interface Price extends TieredRates {
  readonly serviceTiers: ReadonlyMap<string, TieredRates>
  /** Later prices, the latest first. `from`: milliseconds since the epoch. */
  readonly changes: readonly { readonly from: number; readonly price: Price }[]
}

const noChanges: Price['changes'] = []

export function priceOf({ changes = [], ...settings }: PriceSettings): Price {
  const price = undatedPrice(settings)
  if (changes.length === 0) return price
  const later: { from: number; price: Price }[] = []
  let before: ServicePrice = settings
  for (const { from, ...change } of changes.toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from))) {
    before = { ...before, ...change }
    later.unshift({ from: Date.parse(from), price: undatedPrice(before) })
  }
  return { ...price, changes: later }
}

function undatedPrice({ service_tiers: tiers = {}, ...settings }: ServicePrice): Price {
  return {
    ...tieredRates(settings),
    serviceTiers: new Map(Object.entries(tiers).map(([name, tier]) => [name, tieredRates({ ...settings, ...tier })])),
    changes: noChanges,
  }
}

function tieredRates({ above = [], ...amounts }: TieredPrice): TieredRates {
  return {
    rates: ratesOf(amounts),
    above: above
      .map(({ input_tokens: inputTokens, ...longer }) => ({ inputTokens, rates: ratesOf({ ...amounts, ...longer }) }))
      .sort((one, other) => other.inputTokens - one.inputTokens),
  }
}

/** The price of this moment. `now`: milliseconds since the epoch. */
export function priceAt(price: Price, now: number): Price {
  return price.changes.find(({ from }) => now >= from)?.price ?? price
}

/** What this usage costs, at the rates of its service tier and of the length of its prompt. */
export function costOf(price: Price, usage: Usage): Money {
  const { rates, above } = tierOf(price, usage)
  const input = count(usage.inputTokens)
  for (const longer of above) if (input > longer.inputTokens) return costAt(longer.rates, usage)
  return costAt(rates, usage)
}

/** A tier without a price of its own costs what the usual one does. */
function tierOf(price: Price, { speed, serviceTier }: Usage): TieredRates {
  if (price.serviceTiers.size === 0) return price
  return price.serviceTiers.get(speed ?? '') ?? price.serviceTiers.get(serviceTier ?? '') ?? price
}
