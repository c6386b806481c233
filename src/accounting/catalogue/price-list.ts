import type { PriceSettings } from '../../config/price-settings.js'
import { priceOf, type Price } from '../price.js'

interface Entry {
  readonly settings: string
  readonly contextWindow: number | undefined
  price?: Price
}

/**
 * The prices of one provider's models. Nothing is read before the first question; a price is read when it is asked for.
 * `text`: a line for each model: its names, its price and perhaps its context window (`scripts/prices.mjs`).
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

  /** The tokens of its context window; `undefined` where they are not known. */
  contextWindow(name: string): number | undefined {
    return this.#entry(name)?.contextWindow
  }

  #entry(name: string): Entry | undefined {
    return this.#read().get(name) ?? this.#patterns.find(({ matches }) => matches(name))?.entry
  }

  #read(): ReadonlyMap<string, Entry> {
    if (this.#names !== undefined) return this.#names
    const names = new Map<string, Entry>()
    this.#patterns = this.text.split('\n').flatMap((line) => {
      const [named = '[]', settings = '{}', window] = line.split('\t')
      const entry: Entry = { settings, contextWindow: window === undefined ? undefined : Number(window) }
      return (JSON.parse(named) as string[]).flatMap((name) => {
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
