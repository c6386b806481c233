import type { ImagePrice, TieredPrice } from '../config/price-settings.js'
import type { Usage } from '../exchange/usage.js'
import { parseMoney, type Money } from './money.js'

/** The price of one unit of each kind that a request may be charged for. A part without a price of its own costs what its whole does. */
export interface Rates {
  /** Per token. */
  readonly input: Money
  readonly cachedInput: Money
  readonly cacheWrite: Money
  readonly cacheWrite1h: Money
  readonly audioInput: Money
  readonly cachedAudioInput: Money
  readonly imageInput: Money
  readonly cachedImageInput: Money
  readonly output: Money
  readonly reasoning: Money
  readonly audioOutput: Money
  readonly imageOutput: Money
  /** A generated image: the first entry that fits, else this. */
  readonly image: Money
  readonly images: readonly ImageRate[]
  /** Per hour of audio: a price per second or minute becomes a whole number per hour; the reverse would mostly not. */
  readonly audioHour: Money
  readonly character: Money
  readonly search: Money
  readonly request: Money
  /** The most that one token of the prompt can cost. */
  readonly dearestInput: Money
  /** The most that one token of the answer can cost. */
  readonly dearestOutput: Money
}

interface ImageRate {
  readonly size: string | undefined
  readonly quality: string | undefined
  readonly image: Money
}

const million = 1_000_000n

export function ratesOf(amounts: TieredPrice): Rates {
  const ofMillion = (amount: string | undefined, otherwise: Money): Money =>
    amount === undefined ? otherwise : parseMoney(amount) / million
  const ofOne = (amount: string | undefined): Money => (amount === undefined ? 0n : parseMoney(amount))
  const input = ofMillion(amounts.input_per_million_usd, 0n)
  const output = ofMillion(amounts.output_per_million_usd, 0n)
  const cached = amounts.cached_input_per_million_usd
  const cacheWrite = ofMillion(amounts.cache_write_per_million_usd, input)
  const audioInput = ofMillion(amounts.audio_input_per_million_usd, input)
  const imageInput = ofMillion(amounts.image_input_per_million_usd, input)
  const tokens = {
    input,
    cachedInput: ofMillion(cached, input),
    cacheWrite,
    cacheWrite1h: ofMillion(amounts.cache_write_1h_per_million_usd, cacheWrite),
    audioInput,
    cachedAudioInput: ofMillion(amounts.cached_audio_input_per_million_usd ?? cached, audioInput),
    imageInput,
    cachedImageInput: ofMillion(amounts.cached_image_input_per_million_usd ?? cached, imageInput),
  }
  const answers = {
    output,
    reasoning: ofMillion(amounts.reasoning_per_million_usd, output),
    audioOutput: ofMillion(amounts.audio_output_per_million_usd, output),
    imageOutput: ofMillion(amounts.image_output_per_million_usd, output),
  }
  return {
    ...tokens,
    ...answers,
    image: ofOne(amounts.image_usd),
    images: (amounts.images ?? []).map(imageRate),
    audioHour: ofOne(amounts.audio_input_per_hour_usd),
    character: ofMillion(amounts.characters_per_million_usd, 0n),
    search: ofOne(amounts.search_usd),
    request: ofOne(amounts.request_usd),
    dearestInput: dearest(Object.values(tokens)),
    dearestOutput: dearest(Object.values(answers)),
  }
}

function dearest(amounts: readonly Money[]): Money {
  return amounts.reduce((one, other) => (other > one ? other : one), 0n)
}

function imageRate({ size, quality, usd }: ImagePrice): ImageRate {
  return { size, quality, image: parseMoney(usd) }
}

/** What this usage costs at these rates. Details are parts of their totals. */
export function costAt(rates: Rates, usage: Usage): Money {
  return rates.request + inputCost(rates, usage) + outputCost(rates, usage) + otherCost(rates, usage)
}

/** Cached tokens whose kind the provider does not tell cost what cached text does. */
function inputCost(rates: Rates, usage: Usage): Money {
  const cached = count(usage.cachedInputTokens)
  const written = count(usage.cacheWriteInputTokens)
  const written1h = Math.min(count(usage.cacheWrite1hInputTokens), written)
  const cachedAudio = Math.min(count(usage.cachedAudioInputTokens), cached)
  const cachedImage = Math.min(count(usage.cachedImageInputTokens), cached - cachedAudio)
  const audio = rest(usage.audioInputTokens, cachedAudio)
  const image = rest(usage.imageInputTokens, cachedImage)
  return (
    part(rates.input, rest(usage.inputTokens, cached + written + audio + image)) +
    part(rates.cachedInput, cached - cachedAudio - cachedImage) +
    part(rates.cachedAudioInput, cachedAudio) +
    part(rates.cachedImageInput, cachedImage) +
    part(rates.cacheWrite, written - written1h) +
    part(rates.cacheWrite1h, written1h) +
    part(rates.audioInput, audio) +
    part(rates.imageInput, image)
  )
}

function outputCost(rates: Rates, usage: Usage): Money {
  const reasoning = count(usage.reasoningOutputTokens)
  const audio = count(usage.audioOutputTokens)
  const image = count(usage.imageOutputTokens)
  return (
    part(rates.output, rest(usage.outputTokens, reasoning + audio + image)) +
    part(rates.reasoning, reasoning) +
    part(rates.audioOutput, audio) +
    part(rates.imageOutput, image)
  )
}

function otherCost(rates: Rates, usage: Usage): Money {
  return (
    (usage.images === undefined ? 0n : part(imageRateFor(rates, usage), count(usage.images))) +
    (usage.audioInputSeconds === undefined ? 0n : (rates.audioHour * microseconds(usage.audioInputSeconds)) / microsecondsOfAnHour) +
    part(rates.character, count(usage.characters)) +
    part(rates.search, count(usage.webSearchRequests) + count(usage.searchUnits))
  )
}

export function imageRateFor({ images, image }: Rates, { imageSize, imageQuality }: Usage): Money {
  for (const { size, quality, image: own } of images)
    if ((size === undefined || size === imageSize) && (quality === undefined || quality === imageQuality)) return own
  return image
}

const microsecondsOfAnHour = 3_600_000_000n
/** An upper bound: a year. */
const longestSeconds = 31_536_000

function microseconds(seconds: number): bigint {
  return seconds > 0 && seconds <= longestSeconds ? BigInt(Math.round(seconds * 1e6)) : 0n
}

const part = (price: Money, number: number): Money => (number === 0 || price === 0n ? 0n : price * BigInt(number))
const rest = (total: number | undefined, parts: number): number => Math.max(0, count(total) - parts)

/** More tokens than any request has. The sums of the books stay whole numbers, whatever a provider reports. */
const mostCounted = 1_000_000_000

/** A provider's number; 0 where it is not a count. */
export function count(tokens: number | undefined): number {
  return tokens !== undefined && isCount(tokens) ? tokens : 0
}

export function isCount(number: number): boolean {
  return number >= 0 && number <= mostCounted && Number.isSafeInteger(number)
}
