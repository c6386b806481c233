import type { Usage } from '../exchange/usage.js'
import type { Money } from './money.js'
import { costOf, count, type Price } from './price.js'

/** What a request is booked with. `estimated`: at least one of the counts is. */
export interface Charge {
  readonly source: 'provider' | 'estimated' | 'none'
  readonly usage: Usage
  readonly cost: Money
}

/** What is known of a request's work when it has ended. */
export interface Work {
  /** Of the target that served. Absent: unknown, which costs nothing. */
  readonly price: Price | undefined
  /** As the provider reported it; before the end of a stream only the input is certain. */
  readonly usage: Usage | undefined
  /** UTF-8 bytes of text, reasoning and tool arguments that were passed on. */
  readonly contentBytes: number
  /** `unpaid`: no provider was reached, or it refused. `cut`: it may have worked, and did not get to the end. */
  readonly end: 'complete' | 'cut' | 'unpaid'
  /** UTF-8 bytes of the request's text; only asked for where an estimate needs it. */
  readonly textBytes: () => number
}

const nothing: Charge = { source: 'none', usage: {}, cost: 0n }

/** Promises P31, P32: what the provider reported, else an estimate of four bytes a token. */
export function chargeFor(work: Work): Charge {
  const { price, usage, contentBytes, end } = work
  const isFinal = usage !== undefined && (usage.outputTokens !== undefined || (end === 'complete' && contentBytes === 0))
  if (isFinal) return { source: 'provider', usage, cost: price === undefined ? 0n : costOf(price, usage) }
  if (end === 'unpaid') return nothing
  // Pictures, sound and the like come without any report.
  if (end === 'complete' && contentBytes === 0) return { ...nothing, cost: price?.request ?? 0n }
  const estimate: Usage = {
    ...usage,
    inputTokens: usage?.inputTokens === undefined ? tokensIn(work.textBytes()) : count(usage.inputTokens),
    outputTokens: tokensIn(contentBytes),
  }
  return { source: 'estimated', usage: estimate, cost: price === undefined ? 0n : costOf(price, estimate) }
}

export function tokensIn(bytes: number): number {
  return Math.ceil(bytes / 4)
}
