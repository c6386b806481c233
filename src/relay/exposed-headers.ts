import { budgetHeader } from '../exchange/short-budget.js'
import { limitHeaderNames } from '../access/limit-headers.js'
import { clientDialects } from '../dialects/registry.js'

const dialectHeaders = Object.values(clientDialects).flatMap(({ facts: { limitHeaders, requestIdHeader } }) => [
  ...(requestIdHeader === undefined ? [] : [requestIdHeader]),
  ...(limitHeaders === undefined
    ? []
    : [limitHeaders.requests, limitHeaders.tokens].flatMap(({ limit, remaining, reset }) => [limit, remaining, reset])),
])

/** Reply headers that a page of another origin may read: the request's id, when to retry, limits, the budget that is spent, and losses of a translation. */
export const exposedHeaders = [
  'x-request-id',
  'retry-after',
  'x-should-retry',
  budgetHeader,
  ...limitHeaderNames,
  ...dialectHeaders,
  'x-anywire-conversion',
  'x-anywire-cost-usd',
  'x-anywire-tokenizer',
].join(', ')
