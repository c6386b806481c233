import type { PriceSettings } from '../config/configuration.js'
import type { Usage } from '../exchange/usage.js'
import { parseMoney, type Money } from './money.js'

/** What one token, or one request, costs. A part without a price of its own costs what the whole does. */
export interface Price {
  readonly input: Money
  readonly cachedInput: Money
  readonly cacheWrite: Money
  readonly cacheWrite1h: Money
  readonly audioInput: Money
  readonly imageInput: Money
  readonly output: Money
  readonly reasoning: Money
  readonly audioOutput: Money
  readonly imageOutput: Money
  readonly request: Money
}

const million = 1_000_000n

export function priceOf(settings: PriceSettings): Price {
  const forOne = (amount: string): Money => parseMoney(amount) / million
  const input = forOne(settings.input_per_million_usd)
  const output = forOne(settings.output_per_million_usd)
  const own = (amount: string | undefined, otherwise: Money): Money => (amount === undefined ? otherwise : forOne(amount))
  const cacheWrite = own(settings.cache_write_per_million_usd, input)
  return {
    input,
    cachedInput: own(settings.cached_input_per_million_usd, input),
    cacheWrite,
    cacheWrite1h: own(settings.cache_write_1h_per_million_usd, cacheWrite),
    audioInput: own(settings.audio_input_per_million_usd, input),
    imageInput: own(settings.image_input_per_million_usd, input),
    output,
    reasoning: own(settings.reasoning_per_million_usd, output),
    audioOutput: own(settings.audio_output_per_million_usd, output),
    imageOutput: own(settings.image_output_per_million_usd, output),
    request: settings.request_usd === undefined ? 0n : parseMoney(settings.request_usd),
  }
}

/**
 * What this usage costs. Details are parts of their totals. Cached tokens are not split by kind in any provider's report: they cost
 * what cached ones do, be they text or sound.
 */
export function costOf(price: Price, usage: Usage): Money {
  const cached = count(usage.cachedInputTokens)
  const written = count(usage.cacheWriteInputTokens)
  const written1h = Math.min(count(usage.cacheWrite1hInputTokens), written)
  const [audioIn, imageIn] = [count(usage.audioInputTokens), count(usage.imageInputTokens)]
  const [reasoning, audioOut, imageOut] = [
    count(usage.reasoningOutputTokens),
    count(usage.audioOutputTokens),
    count(usage.imageOutputTokens),
  ]
  return (
    price.request +
    part(price.input, rest(usage.inputTokens, cached + written + audioIn + imageIn)) +
    part(price.cachedInput, cached) +
    part(price.cacheWrite, written - written1h) +
    part(price.cacheWrite1h, written1h) +
    part(price.audioInput, audioIn) +
    part(price.imageInput, imageIn) +
    part(price.output, rest(usage.outputTokens, reasoning + audioOut + imageOut)) +
    part(price.reasoning, reasoning) +
    part(price.audioOutput, audioOut) +
    part(price.imageOutput, imageOut)
  )
}

/** The most that one token of the prompt can cost, and one of the answer. */
export function dearest(price: Price): { readonly input: Money; readonly output: Money } {
  return {
    input: most(price.input, price.cachedInput, price.cacheWrite, price.cacheWrite1h, price.audioInput, price.imageInput),
    output: most(price.output, price.reasoning, price.audioOutput, price.imageOutput),
  }
}

const most = (...amounts: readonly Money[]): Money => amounts.reduce((one, other) => (other > one ? other : one), 0n)
const part = (price: Money, tokens: number): Money => (tokens === 0 || price === 0n ? 0n : price * BigInt(tokens))
const rest = (total: number | undefined, parts: number): number => Math.max(0, count(total) - parts)

/** Providers' numbers are taken at their word only where they are counts. */
export function count(tokens: number | undefined): number {
  return tokens !== undefined && tokens > 0 && Number.isSafeInteger(tokens) ? tokens : 0
}
