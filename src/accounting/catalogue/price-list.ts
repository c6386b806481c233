import type { PriceSettings } from '../../config/price-settings.js'
import { priceOf, type Price } from '../price.js'

interface Entry {
  readonly settings: string
  price?: Price
}

/**
 * The prices of one provider's models. Nothing is read before the first question; a price is read when it is asked for.
 * `text`: a line for each model, its names and its price, both JSON, with a tab between them (`scripts/prices.mjs`).
 */
export class PriceList {
  #names: ReadonlyMap<string, Entry> | undefined
  #patterns: readonly { readonly matches: (name: string) => boolean; readonly entry: Entry }[] = []

  constructor(private readonly text: string) {}

  /** The price of the model of this name, in lower case. */
  find(name: string): Price | undefined {
    const entry = this.#entry(name)
    return entry === undefined ? undefined : (entry.price ??= priceOf(settingsIn(entry)))
  }

  /** The same price as the configuration file would have it. */
  settings(name: string): PriceSettings | undefined {
    const entry = this.#entry(name)
    return entry === undefined ? undefined : settingsIn(entry)
  }

  #entry(name: string): Entry | undefined {
    return this.#read().get(name) ?? this.#patterns.find(({ matches }) => matches(name))?.entry
  }

  #read(): ReadonlyMap<string, Entry> {
    if (this.#names !== undefined) return this.#names
    const names = new Map<string, Entry>()
    this.#patterns = this.text.split('\n').flatMap((line) => {
      const tab = line.indexOf('\t')
      const entry = { settings: line.slice(tab + 1) }
      return (JSON.parse(line.slice(0, tab)) as string[]).flatMap((name) => {
        const matches = patternOf(name)
        if (matches !== undefined) return [{ matches, entry }]
        if (!names.has(name)) names.set(name, entry)
        return []
      })
    })
    return (this.#names = names)
  }
}

/** The text was made from prices that follow the schema. */
function settingsIn({ settings }: Entry): PriceSettings {
  return JSON.parse(settings) as PriceSettings
}

/** `undefined` for a name that stands for itself. */
function patternOf(name: string): ((model: string) => boolean) | undefined {
  if (name.startsWith('/')) {
    const expression = new RegExp(name.slice(1, -1))
    return (model) => expression.test(model)
  }
  const [before = '', middle, after] = name.split('*')
  if (middle === undefined) return undefined
  if (after !== undefined) return (model) => model.includes(middle)
  return before === '' ? (model) => model.endsWith(middle) : (model) => model.startsWith(before)
}
