import type { Usage } from '../exchange/usage.js'
import { tokensIn } from './charge.js'
import type { Money } from './money.js'
import type { Price } from './price.js'
import { costAt, type Rates } from './rates.js'

/** What determines the cost of a request before it is sent. */
export interface Asked {
  /** UTF-8 bytes of the request's text. */
  readonly textBytes: number
  /** The longest answer; 0 for embeddings and the like. */
  readonly outputTokens: number
  readonly choices: number
  /** The service tier that the client names. */
  readonly serviceTier?: string
  /** What the request says of its cost beside tokens: characters of text for speech, images to generate. */
  readonly units?: Usage
}

/** What is reserved for a request: two bytes a token of the prompt, and the longest answer, at the dearest target. */
export function worstCase(asked: Asked, prices: readonly (Price | undefined)[]): Money {
  let most = 0n
  for (const price of prices) {
    if (price === undefined) continue
    for (const rates of ratesFor(asked, price)) {
      const cost = costAtMost(asked, rates)
      if (cost > most) most = cost
    }
  }
  return most
}

function costAtMost({ textBytes, outputTokens, choices, units = {} }: Asked, rates: Rates): Money {
  return (
    costAt(rates, units) + BigInt(longestPrompt(textBytes)) * dearestInput(rates) + BigInt(outputTokens * choices) * dearestOutput(rates)
  )
}

/** The rates that may apply: of the usual tier and of the named one, up to the length of the prompt. */
function ratesFor({ textBytes, serviceTier }: Asked, price: Price): Rates[] {
  const tiers =
    serviceTier === 'auto' ? [...price.serviceTiers.values()] : serviceTier === undefined ? [] : [price.serviceTiers.get(serviceTier)]
  const tokens = longestPrompt(textBytes)
  return [price, ...tiers].flatMap((tier) =>
    tier === undefined ? [] : [tier.rates, ...tier.above.filter(({ inputTokens }) => tokens > inputTokens).map(({ rates }) => rates)],
  )
}

function longestPrompt(textBytes: number): number {
  return Math.ceil(textBytes / 2)
}

/** The most that one token of the prompt can cost. */
export function dearestInput(rates: Rates): Money {
  const { input, cachedInput, cacheWrite, cacheWrite1h, audioInput, cachedAudioInput, imageInput, cachedImageInput } = rates
  return dearest(input, cachedInput, cacheWrite, cacheWrite1h, audioInput, cachedAudioInput, imageInput, cachedImageInput)
}

/** The most that one token of the answer can cost. */
export function dearestOutput({ output, reasoning, audioOutput, imageOutput }: Rates): Money {
  return dearest(output, reasoning, audioOutput, imageOutput)
}

function dearest(...amounts: readonly Money[]): Money {
  return amounts.reduce((one, other) => (other > one ? other : one), 0n)
}

/** The service tier that the client names, in any style. */
export function askedTier(wire: Readonly<Record<string, unknown>>): string | undefined {
  const tier = wire['speed'] ?? wire['service_tier'] ?? wire['serviceTier']
  return typeof tier === 'string' ? tier : undefined
}

/** The tokens that a request is expected to use: those of its text, and the client's own limit for the answer. */
export function expectedTokens(textBytes: number, wire: Readonly<Record<string, unknown>>): number {
  return tokensIn(textBytes) + (ownOutputLimit(wire) ?? 0) * choicesOf(wire)
}

/** The client's own limit for one answer, in any style. */
export function ownOutputLimit(wire: Readonly<Record<string, unknown>>): number | undefined {
  const limits = [wire['max_completion_tokens'], wire['max_tokens'], wire['max_output_tokens'], generation(wire)['maxOutputTokens']]
  const limit = limits.find((value) => typeof value === 'number' && isWhole(value))
  return typeof limit === 'number' ? Math.min(limit, mostTokens) : undefined
}

/** How many answers the client asks for, in any style. */
export function choicesOf(wire: Readonly<Record<string, unknown>>): number {
  const choices = wire['n'] ?? generation(wire)['candidateCount']
  return typeof choices === 'number' && isWhole(choices) ? Math.min(choices, mostChoices) : 1
}

const isWhole = (number: number): boolean => number > 0 && Number.isSafeInteger(number)

/** An upper bound: no model writes more, and products stay exact. */
const mostTokens = 1_000_000_000
const mostChoices = 1_000_000

function generation(wire: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const settings = wire['generationConfig'] ?? wire['generation_config']
  return typeof settings === 'object' && settings !== null ? { ...settings } : {}
}
