import { formatMoney } from '../accounting/money.js'
import type { Log } from '../observability/log.js'
import type { Attempt, FinishedRecord, RecordSink } from './request-record.js'

const quiet = new Set(['/healthz', '/readyz'])

/** Logs one line for each finished request: caller, model, attempts, losses, outcome. Health checks are not logged. */
export class LogSink implements RecordSink {
  /** `showUser` returns what the log shows of an end user; `undefined`: nothing. */
  constructor(
    private readonly log: Log,
    private readonly showUser: (endUser: string) => string | undefined,
  ) {}

  take(record: FinishedRecord): void {
    const { path, client, endUser, attempts, conversion, ending } = record
    if (quiet.has(path)) return
    const last = attempts.at(-1)
    const failure = 'error' in ending ? ending : undefined
    this.log.info('request', {
      request_id: record.id,
      method: record.method,
      path: path.length > 200 ? `${path.slice(0, 200)}…` : path,
      token: record.caller?.name,
      user: endUser === undefined ? undefined : this.showUser(endUser),
      tags: record.tags.length === 0 ? undefined : record.tags,
      style: record.style,
      model: record.model,
      provider: last?.provider,
      upstream_model: last?.model,
      status: ending.status,
      outcome: ending.outcome,
      duration_ms: record.durationMs,
      first_byte_ms: record.firstByteMs,
      usage: record.usage,
      cost_usd: record.charge.cost === 0n ? undefined : formatMoney(record.charge.cost),
      conversion: conversion?.name,
      losses: conversion !== undefined && conversion.losses.length > 0 ? conversion.losses : undefined,
      attempts: attempts.length > 1 ? attempts.map(attemptFields) : undefined,
      error: failure?.error,
      error_message: failure?.message,
      error_detail: failure?.detail,
      client_address: client.address,
      user_agent: client.userAgent,
      client_request_id: client.requestId,
      traceparent: client.traceparent,
    })
  }
}

function attemptFields(attempt: Attempt): object {
  const { provider, model, durationMs, ...end } = attempt
  return { provider, model, duration_ms: durationMs, ...end }
}
