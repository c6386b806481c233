import { tokensIn } from './charge.js'
import type { Money } from './money.js'
import { count, dearest, type Price } from './price.js'

/** What a request asks a model to do, as far as its cost goes. */
export interface Asked {
  /** UTF-8 bytes of the request's text. */
  readonly textBytes: number
  /** The longest answer; 0 for embeddings and the like. */
  readonly outputTokens: number
  readonly choices: number
}

/** What is reserved for a request (promises P30): two bytes a token of the prompt, and the longest answer, at the dearest target. */
export function worstCase(asked: Asked, prices: readonly (Price | undefined)[]): Money {
  const input = BigInt(Math.ceil(asked.textBytes / 2))
  const output = BigInt(asked.outputTokens * asked.choices)
  let most = 0n
  for (const price of prices) {
    if (price === undefined) continue
    const token = dearest(price)
    const cost = price.request + input * token.input + output * token.output
    if (cost > most) most = cost
  }
  return most
}

/** The tokens of the minute that a request is thought to take: those of its text, and the client's own limit for the answer. */
export function expectedTokens(textBytes: number, wire: Readonly<Record<string, unknown>>): number {
  return tokensIn(textBytes) + (ownOutputLimit(wire) ?? 0) * choicesOf(wire)
}

/** The client's own limit for one answer, in any style. */
export function ownOutputLimit(wire: Readonly<Record<string, unknown>>): number | undefined {
  const limits = [wire['max_completion_tokens'], wire['max_tokens'], wire['max_output_tokens'], generation(wire)['maxOutputTokens']]
  const limit = limits.find((value) => typeof value === 'number' && count(value) > 0)
  return typeof limit === 'number' ? Math.min(limit, mostTokens) : undefined
}

/** How many answers the client asks for, in any style. */
export function choicesOf(wire: Readonly<Record<string, unknown>>): number {
  const choices = wire['n'] ?? generation(wire)['candidateCount']
  return typeof choices === 'number' ? Math.min(Math.max(1, count(choices)), mostChoices) : 1
}

/** No model writes more; beyond it products would not be exact. */
const mostTokens = 1_000_000_000
const mostChoices = 1_000_000

function generation(wire: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const settings = wire['generationConfig'] ?? wire['generation_config']
  return typeof settings === 'object' && settings !== null ? { ...settings } : {}
}
