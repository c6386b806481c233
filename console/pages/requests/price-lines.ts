import type { PlatformConsoleModel, PlatformConsolePrice, PlatformRequest } from '../../../generated/platform/model/index.js'
import { addMoney, compareMoney, costOfMillion } from '../../format/money.js'

/** One line of the arithmetic: so many tokens at so much for a million. */
export interface PriceLine {
  readonly what: string
  readonly tokens: number
  readonly perMillion: string
  readonly cost: string
}

export interface PriceArithmetic {
  readonly lines: readonly PriceLine[]
  readonly total: string
  /** Whether the total is what the record says; it is not where the price has changed since, or depends on more than these numbers. */
  readonly agrees: boolean
}

type Counted = Pick<PlatformRequest, 'input_tokens' | 'output_tokens' | 'cached_input_tokens' | 'cost_usd'>

/** How the cost of a record comes from its tokens at these prices. Cached tokens are a part of the input, as in the books. */
export function priceArithmetic(request: Counted, price: PlatformConsolePrice): PriceArithmetic {
  const input = price.input_usd_per_million ?? '0'
  const lines = [
    line('Input', request.input_tokens - request.cached_input_tokens, input),
    line('Input from the cache', request.cached_input_tokens, price.cached_input_usd_per_million ?? input),
    line('Output', request.output_tokens, price.output_usd_per_million ?? '0'),
  ].filter(({ tokens }) => tokens > 0)
  const total = addMoney(...lines.map(({ cost }) => cost))
  return { lines, total, agrees: compareMoney(total, request.cost_usd) === 0 }
}

/** The price of the target that answered, as it is now. */
export function presentPrice(
  { model, provider, upstream_model: upstream }: Pick<PlatformRequest, 'model' | 'provider' | 'upstream_model'>,
  models: readonly PlatformConsoleModel[],
): PlatformConsolePrice | undefined {
  const named = models.filter(({ name }) => name === model)
  const target = [...named, ...models].flatMap(({ targets }) => targets).find((one) => one.provider === provider && one.model === upstream)
  return target?.price ?? undefined
}

function line(what: string, tokens: number, perMillion: string): PriceLine {
  return { what, tokens, perMillion, cost: costOfMillion(perMillion, Math.max(0, tokens)) }
}
