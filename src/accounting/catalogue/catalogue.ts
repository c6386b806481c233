import { lists, source } from '../../../generated/prices/catalogue.js'
import type { PriceSettings } from '../../config/price-settings.js'
import type { Price } from '../price.js'
import { PriceList } from './price-list.js'

/** Where the shipped prices come from, and of which day they are. */
export const catalogueSource = source

const read = new Map<string, PriceList>()

/** The lists of the providers that are at this address. */
export function listsAt(address: string): string[] {
  return Object.entries(lists).flatMap(([name, list]) => (new RegExp(`^(?:${list.address})`).test(address) ? [name] : []))
}

/** The shipped price of a model, by the lists to look it up in. */
export function shippedPrice(names: readonly string[], model: string): Price | undefined {
  return found(names, model, (list, variant) => list.find(variant))
}

/** The same price as the configuration file would have it. */
export function shippedSettings(names: readonly string[], model: string): PriceSettings | undefined {
  return found(names, model, (list, variant) => list.settings(variant))
}

/** The tokens of a model's context window. */
export function shippedContextWindow(names: readonly string[], model: string): number | undefined {
  return found(names, model, (list, variant) => list.contextWindow(variant))
}

function found<Value>(
  names: readonly string[],
  model: string,
  find: (list: PriceList, variant: string) => Value | undefined,
): Value | undefined {
  for (const variant of variantsOf(model.toLowerCase()))
    for (const name of withOthers(names)) {
      const list = listOf(name)
      const value = list === undefined ? undefined : find(list, variant)
      if (value !== undefined) return value
    }
  return undefined
}

/** Providers that serve the models of others at the same prices have no entries of their own for these. */
function withOthers(names: readonly string[]): string[] {
  return [...names, ...names.flatMap((name) => lists[name]?.others ?? [])]
}

function listOf(name: string): PriceList | undefined {
  const list = lists[name]
  if (list === undefined) return undefined
  let found = read.get(name)
  if (found === undefined) read.set(name, (found = new PriceList(list.text)))
  return found
}

/** The name; without a path (`publishers/google/models/…`, `openai/…`); both without the day of the version. */
function variantsOf(model: string): Set<string> {
  const last = model.slice(model.lastIndexOf('/') + 1)
  return new Set([model, last, withoutDay(model), withoutDay(last)])
}

function withoutDay(model: string): string {
  return model.replace(/[-@]20\d\d-?[01]\d-?[0-3]\d$/, '')
}
