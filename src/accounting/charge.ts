import type { Usage } from '../exchange/usage.js'
import { parseMoney, type Money } from './money.js'
import { costOf, type Price } from './price.js'
import { count } from './rates.js'

/** What a request is booked with. `estimated`: at least one of the counts is. */
export interface Charge {
  readonly source: 'provider' | 'estimated' | 'none'
  readonly usage: Usage
  readonly cost: Money
  /** `provider`: it stated the cost. `price`: calculated from the target's price. `none`: the price is unknown, or nothing is owed. */
  readonly costSource: 'provider' | 'price' | 'none'
}

/** What is known of a request's work when it has ended. */
export interface Work {
  /** Of the target that served. Absent: unknown, which costs nothing. */
  readonly price: Price | undefined
  /** As the provider reported it; before the end of a stream only the input is certain. */
  readonly usage: Usage | undefined
  /** What the request itself says of its cost beside tokens: characters of text for speech, images to generate. */
  readonly units?: Usage | undefined
  /** UTF-8 bytes of text, reasoning and tool arguments that were passed on. */
  readonly contentBytes: number
  /** `unpaid`: no provider was reached, or it refused. `cut`: it may have worked, and did not get to the end. */
  readonly end: 'complete' | 'cut' | 'unpaid'
  /** UTF-8 bytes of the request's text; only asked for where an estimate needs it. */
  readonly textBytes: () => number
}

/** No provider was reached, or it refused. */
export const unpaid: Charge = { source: 'none', usage: {}, cost: 0n, costSource: 'none' }

/** What the provider reported, else an estimate of four bytes a token. */
export function chargeFor(work: Work): Charge {
  const { usage, units, contentBytes, end } = work
  const isFinal = usage !== undefined && (isWhole(usage) || (end === 'complete' && contentBytes === 0))
  if (isFinal) return charged('provider', units === undefined ? usage : { ...units, ...usage }, work)
  if (end === 'unpaid') return unpaid
  // Images and speech have no report of their usage.
  if (end === 'complete' && contentBytes === 0) return charged('none', units ?? {}, work)
  return charged(
    'estimated',
    {
      ...units,
      ...usage,
      inputTokens: usage?.inputTokens === undefined ? tokensIn(work.textBytes()) : count(usage.inputTokens),
      outputTokens: tokensIn(contentBytes),
    },
    work,
  )
}

/** Whether a report is complete: those at the start of a stream have the input only. */
function isWhole({ outputTokens, audioInputSeconds, images, costUsd }: Usage): boolean {
  return outputTokens !== undefined || audioInputSeconds !== undefined || images !== undefined || costUsd !== undefined
}

/** A cost that the provider states takes precedence over a calculated one. */
function charged(source: Charge['source'], usage: Usage, { price }: Work): Charge {
  if (usage.costUsd !== undefined) return { source, usage, cost: parseMoney(usage.costUsd), costSource: 'provider' }
  return price === undefined
    ? { source, usage, cost: 0n, costSource: 'none' }
    : { source, usage, cost: costOf(price, usage), costSource: 'price' }
}

export function tokensIn(bytes: number): number {
  return Math.ceil(bytes / 4)
}
