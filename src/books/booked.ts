import { formatMoney } from '../accounting/money.js'
import { count } from '../accounting/rates.js'
import { timestamp } from '../observability/timestamp.js'
import type { Attempt, FinishedRecord } from '../record/request-record.js'
import type { BookedRequest } from '../store/booking/staged-request.js'

/**
 * A record as the books have it. `startedAt`: milliseconds since the epoch. `showUser` returns what the books show of an end user.
 * `undefined` where no token has sent the request.
 */
export function bookedOf(
  record: FinishedRecord,
  startedAt: number,
  showUser: (endUser: string) => string | undefined,
): BookedRequest | undefined {
  const { caller, attempts, charge, conversion, ending, endUser } = record
  if (caller === undefined) return undefined
  const last = attempts.at(-1)
  const cost = formatMoney(charge.cost)
  return {
    id: record.id,
    token_id: caller.id,
    token: caller.name,
    user_id: caller.user?.id ?? null,
    team_id: caller.team?.id ?? null,
    owner: caller.user?.name ?? null,
    team: caller.team?.name ?? null,
    end_user: endUser === undefined ? null : storable(showUser(endUser)),
    tags: record.tags.length === 0 ? null : record.tags.join(','),
    style: record.style ?? null,
    model: storable(record.model),
    provider: last?.provider ?? null,
    upstream_model: storable(last?.model),
    started_at: timestamp(startedAt),
    duration_ms: record.durationMs,
    first_byte_ms: record.firstByteMs ?? null,
    status: ending.status,
    outcome: ending.outcome,
    error: 'error' in ending ? ending.error : null,
    input_tokens: count(charge.usage.inputTokens),
    output_tokens: count(charge.usage.outputTokens),
    cached_input_tokens: count(charge.usage.cachedInputTokens),
    cache_write_input_tokens: count(charge.usage.cacheWriteInputTokens),
    reasoning_output_tokens: count(charge.usage.reasoningOutputTokens),
    usage_source: charge.source,
    cost_usd: cost,
    cost_source: charge.costSource,
    attempts: attemptsText(attempts, cost),
    losses: conversion === undefined || conversion.losses.length === 0 ? null : JSON.stringify(conversion.losses.slice(0, mostLosses)),
  }
}

function attemptsText(attempts: readonly Attempt[], cost: string): string {
  let text = '['
  let index = 0
  for (const attempt of attempts) {
    const status = attempt.status === undefined ? '' : `"status":${attempt.status},`
    const error = 'error' in attempt ? `"error":"${attempt.error}",` : ''
    // Only the target that served is paid; one that failed before is not known to have been.
    const paid = ++index === attempts.length ? cost : '0'
    text += `${index === 1 ? '' : ','}{${namesOf(attempt)},${status}${error}"started_ms":${attempt.startedMs},"duration_ms":${attempt.durationMs},"cost_usd":"${paid}"}`
  }
  return `${text}]`
}

let lastProvider = ''
let lastModel = ''
let lastNames = namesText('', '')

/** Most attempts are at the target of the one before. */
function namesOf({ provider, model }: Attempt): string {
  if (provider !== lastProvider || model !== lastModel) {
    lastNames = namesText(provider, model)
    lastProvider = provider
    lastModel = model
  }
  return lastNames
}

function namesText(provider: string, model: string): string {
  return `"provider":${JSON.stringify(provider)},"model":${JSON.stringify(model)}`
}

const mostLosses = 200
const mostCharacters = 500
const notPlain = /[^\x20-\x7e]/

/** A name as the client wrote it, as every database takes it: bounded, without NUL, without halves of characters. */
function storable(name: string | undefined): string | null {
  if (name === undefined) return null
  const short = name.length <= mostCharacters ? name : name.slice(0, mostCharacters)
  return notPlain.test(short) ? short.toWellFormed().replaceAll('\0', '\ufffd') : short
}
