import {
  amountNames,
  type AmountName,
  type PriceAmounts,
  type PriceSettings,
  type ServicePrice,
  type TieredPrice,
} from './price-settings.js'
import { defined } from '../json/object.js'

/** An amount as people write it: `"1.00"` or 1. */
export type Amount = string | number

/** A price of the file with all its amounts as plain digits. */
export function completePrice({ changes, ...price }: PriceSettings<Amount>): PriceSettings {
  return defined({
    ...completeService(price),
    changes: changes?.map(({ from, ...change }) => ({ from, ...completeService(change) })),
  })
}

function completeService({ service_tiers: tiers, ...price }: ServicePrice<Amount>): ServicePrice {
  return defined({
    ...completeTiered(price),
    service_tiers:
      tiers === undefined ? undefined : Object.fromEntries(Object.entries(tiers).map(([name, tier]) => [name, completeTiered(tier)])),
  })
}

function completeTiered({ images, above, ...amounts }: TieredPrice<Amount>): TieredPrice {
  return defined({
    ...completeAmounts(amounts),
    images: images?.map(({ usd, ...kind }) => ({ ...kind, usd: decimal(usd) })),
    above: above?.map(({ input_tokens, ...longer }) => ({ input_tokens, ...completeAmounts(longer) })),
  })
}

function completeAmounts(amounts: PriceAmounts<Amount>): PriceAmounts {
  const complete: { [Name in AmountName]?: string } = {}
  for (const name of amountNames) {
    const amount = amounts[name]
    if (amount !== undefined) complete[name] = decimal(amount)
  }
  return complete
}

/** Plain digits of an amount; a number as it was written, never as 1e-7. */
export function decimal(amount: Amount): string {
  if (typeof amount === 'string') return amount
  const text = String(amount)
  return text.includes('e') ? amount.toFixed(18).replace(/\.?0+$/, '') : text
}
