import type { Usage } from '../exchange/usage.js'
import { parseMoney, type Money } from './money.js'
import { costOf, type Price } from './price.js'
import { count, isCount } from './rates.js'

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

/** More than any request costs: the sums of the books fit in 64 bits, whatever a provider reports. */
const mostCost = parseMoney('1000000')

/** What the provider reported, else an estimate of four bytes a token. A report whose totals are no counts is none. */
export function chargeFor(work: Work): Charge {
  return work.usage === undefined || hasCounts(work.usage) ? chargeOf(work) : chargeOf({ ...work, usage: undefined }, true)
}

function hasCounts({ inputTokens, outputTokens }: Usage): boolean {
  return (inputTokens === undefined || isCount(inputTokens)) && (outputTokens === undefined || isCount(outputTokens))
}

/** `misreported`: there was a report, of which nothing can be used. */
function chargeOf(work: Work, misreported = false): Charge {
  const { usage, units, contentBytes, end } = work
  const isFinal = usage !== undefined && (isWhole(usage) || (end === 'complete' && contentBytes === 0))
  if (isFinal) return charged('provider', units === undefined ? usage : { ...units, ...usage }, work)
  if (end === 'unpaid') return unpaid
  // Images and speech have no report of their usage.
  if (end === 'complete' && contentBytes === 0 && !misreported) return charged('none', units ?? {}, work)
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
  const stated = usage.costUsd === undefined ? undefined : parseMoney(usage.costUsd)
  if (stated !== undefined && stated <= mostCost) return { source, usage, cost: stated, costSource: 'provider' }
  if (price === undefined) return { source, usage, cost: 0n, costSource: 'none' }
  const cost = costOf(price, usage)
  return { source, usage, cost: cost < mostCost ? cost : mostCost, costSource: 'price' }
}

export function tokensIn(bytes: number): number {
  return Math.ceil(bytes / 4)
}
