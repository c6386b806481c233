import type { Usage } from '../exchange/usage.js'
import { objectOf, type JsonObject } from '../json/object.js'
import { tokensIn } from './charge.js'
import type { Money } from './money.js'
import type { Price, TieredRates } from './price.js'
import { costAt, type Rates } from './rates.js'

/** What determines the cost of a request before it is sent. */
export interface Asked {
  /** UTF-8 bytes of the request's text. */
  readonly textBytes: number
  /** The longest answer; 0 for embeddings and the like. */
  readonly outputTokens: number
  readonly choices: number
  /** The service tier that the client names. */
  readonly serviceTier?: string | undefined
  /** What the request says of its cost beside tokens: characters of text for speech, images to generate. */
  readonly units?: Usage | undefined
}

/** What is reserved for a request: two bytes a token of the prompt, and the longest answer, at the dearest target. */
export function worstCase(asked: Asked, prices: readonly (Price | undefined)[]): Money {
  const { serviceTier } = asked
  let most = 0n
  const hold = (tier: TieredRates | undefined): void => {
    if (tier === undefined) return
    const cost = costAtMost(asked, tier)
    if (cost > most) most = cost
  }
  for (const price of prices) {
    hold(price)
    if (price === undefined || serviceTier === undefined) continue
    if (serviceTier !== 'auto') hold(price.serviceTiers.get(serviceTier))
    else for (const tier of price.serviceTiers.values()) hold(tier)
  }
  return most
}

/** At the rates of any length up to that of the prompt. */
function costAtMost(asked: Asked, { rates, above }: TieredRates): Money {
  const tokens = longestPrompt(asked.textBytes)
  let most = costOfTokens(asked, tokens, rates)
  for (const tier of above) {
    if (tokens <= tier.inputTokens) continue
    const cost = costOfTokens(asked, tokens, tier.rates)
    if (cost > most) most = cost
  }
  return most
}

function costOfTokens({ outputTokens, choices, units }: Asked, promptTokens: number, rates: Rates): Money {
  const others = units === undefined ? rates.request : costAt(rates, units)
  return others + BigInt(promptTokens) * rates.dearestInput + BigInt(outputTokens * choices) * rates.dearestOutput
}

function longestPrompt(textBytes: number): number {
  return Math.ceil(textBytes / 2)
}

/** The service tier that the client names, in any style. */
export function askedTier(wire: JsonObject): string | undefined {
  const tier = wire['speed'] ?? wire['service_tier'] ?? wire['serviceTier']
  return typeof tier === 'string' ? tier : undefined
}

/** The tokens that a request is expected to use: those of its text, and the client's own limit for the answer. */
export function expectedTokens(textBytes: number, wire: JsonObject): number {
  return tokensIn(textBytes) + (ownOutputLimit(wire) ?? 0) * choicesOf(wire)
}

/** The client's own limit for one answer, in any style. */
export function ownOutputLimit(wire: JsonObject): number | undefined {
  const limit =
    tokenLimit(wire['max_completion_tokens']) ??
    tokenLimit(wire['max_tokens']) ??
    tokenLimit(wire['max_output_tokens']) ??
    tokenLimit(generation(wire)?.['maxOutputTokens'])
  return limit === undefined ? undefined : Math.min(limit, mostTokens)
}

const tokenLimit = (value: unknown): number | undefined => (typeof value === 'number' && isWhole(value) ? value : undefined)

/** How many answers the client asks for, in any style. */
export function choicesOf(wire: JsonObject): number {
  const choices = wire['n'] ?? generation(wire)?.['candidateCount']
  return typeof choices === 'number' && isWhole(choices) ? Math.min(choices, mostChoices) : 1
}

const isWhole = (number: number): boolean => number > 0 && Number.isSafeInteger(number)

/** An upper bound: no model writes more, and products stay exact. */
const mostTokens = 1_000_000_000
const mostChoices = 1_000_000

function generation(wire: JsonObject): JsonObject | undefined {
  return objectOf(wire['generationConfig'] ?? wire['generation_config'])
}
