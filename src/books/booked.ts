import { formatMoney } from '../accounting/money.js'
import { count } from '../accounting/rates.js'
import type { FinishedRecord } from '../record/request-record.js'
import type { BookedRequest } from '../store/request-repository.js'

/** A record as the books have it. `startedAt`: milliseconds since the epoch. `undefined` where no token has sent the request. */
export function bookedOf(record: FinishedRecord, startedAt: number): BookedRequest | undefined {
  const { caller, attempts, charge, conversion, ending } = record
  if (caller === undefined) return undefined
  const last = attempts.at(-1)
  const cost = formatMoney(charge.cost)
  return {
    id: record.id,
    token_id: caller.id,
    token: caller.name,
    style: record.style ?? null,
    model: shortened(record.model),
    provider: last?.provider ?? null,
    upstream_model: shortened(last?.model),
    started_at: new Date(startedAt).toISOString(),
    duration_ms: record.durationMs,
    first_byte_ms: record.firstByteMs ?? null,
    status: ending.status,
    outcome: ending.outcome,
    input_tokens: count(charge.usage.inputTokens),
    output_tokens: count(charge.usage.outputTokens),
    cached_input_tokens: count(charge.usage.cachedInputTokens),
    usage_source: charge.source,
    cost_usd: cost,
    attempts: JSON.stringify(
      attempts.map((attempt, index) => ({
        provider: attempt.provider,
        model: attempt.model,
        ...(attempt.status === undefined ? {} : { status: attempt.status }),
        ...('error' in attempt ? { error: attempt.error } : {}),
        duration_ms: attempt.durationMs,
        // Only the target that served is paid; one that failed before is not known to have been.
        cost_usd: index === attempts.length - 1 ? cost : '0',
      })),
    ),
    losses: conversion === undefined || conversion.losses.length === 0 ? null : JSON.stringify(conversion.losses.slice(0, mostLosses)),
  }
}

const mostLosses = 200

/** Clients name models as they like. */
function shortened(model: string | undefined): string | null {
  if (model === undefined) return null
  return model.length <= 500 ? model : model.slice(0, 500).toWellFormed()
}
