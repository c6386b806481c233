import type { PlatformRequest } from '../../../generated/platform/model/index.js'
import type { PriceAmounts } from '../../../src/config/price-settings.js'
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
  /** What is paid for the request itself. */
  readonly perRequest: string
  readonly total: string
  /** Whether the total is what the record says; it is not where the price has changed since, or depends on more than these numbers. */
  readonly agrees: boolean
}

type Counted = Pick<
  PlatformRequest,
  'input_tokens' | 'output_tokens' | 'cached_input_tokens' | 'cache_write_input_tokens' | 'reasoning_output_tokens' | 'cost_usd'
>

/** How the cost of a record comes from its tokens at these prices. Parts are taken out of their totals, as the gateway does. */
export function priceArithmetic(request: Counted, price: PriceAmounts): PriceArithmetic {
  const input = price.input_per_million_usd ?? '0'
  const output = price.output_per_million_usd ?? '0'
  const plainInput = request.input_tokens - request.cached_input_tokens - request.cache_write_input_tokens
  const lines = [
    line('Input', plainInput, input),
    line('Input from the cache', request.cached_input_tokens, price.cached_input_per_million_usd ?? input),
    line('Input written to the cache', request.cache_write_input_tokens, price.cache_write_per_million_usd ?? input),
    line('Output', request.output_tokens - request.reasoning_output_tokens, output),
    line('Reasoning', request.reasoning_output_tokens, price.reasoning_per_million_usd ?? output),
  ].filter(({ tokens }) => tokens > 0)
  const perRequest = price.request_usd ?? '0'
  const total = addMoney(perRequest, ...lines.map(({ cost }) => cost))
  return { lines, perRequest, total, agrees: compareMoney(total, request.cost_usd) === 0 }
}

function line(what: string, tokens: number, perMillion: string): PriceLine {
  return { what, tokens, perMillion, cost: costOfMillion(perMillion, Math.max(0, tokens)) }
}
