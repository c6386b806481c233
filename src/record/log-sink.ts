import { formatMoney } from '../accounting/money.js'
import { SharedFields, structured, type Log, type LogFields } from '../observability/log.js'
import type { Attempt, FinishedRecord, RecordSink } from './request-record.js'

const mostOfPath = 200
const quiet = new Set(['/healthz', '/readyz'])

/** Logs one line for each finished request: caller, model, attempts, losses, outcome. Health checks are not logged. */
export class LogSink implements RecordSink {
  #shared: SharedFields | undefined
  /** The whole path of its request. */
  #sharedPath = ''

  /** `showUser` returns what the log shows of an end user; `undefined`: nothing. */
  constructor(
    private readonly log: Log,
    private readonly showUser: (endUser: string) => string | undefined,
  ) {}

  take(record: FinishedRecord): void {
    if (quiet.has(record.path)) return
    const shared = this.#sharedOf(record)
    if (isUsual(record) && !this.log.isPretty) this.log.infoRendered('request', shared, membersOfUsual(record))
    else this.log.info('request', this.#fieldsOf(record), shared)
  }

  #fieldsOf(record: FinishedRecord): LogFields {
    const { client, endUser, attempts, conversion, ending } = record
    const failure = 'error' in ending ? ending : undefined
    return {
      request_id: record.id,
      user: endUser === undefined ? undefined : this.showUser(endUser),
      tags: record.tags.length === 0 ? undefined : record.tags,
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
      client_request_id: client.requestId,
      traceparent: client.traceparent,
    }
  }

  /** The fields that the requests of one client have in common, as they were for the last line where none differs. */
  #sharedOf({ method, path, caller, style, model, attempts, ending, client }: FinishedRecord): SharedFields {
    const last = attempts.at(-1)
    const known = this.#shared?.fields
    if (
      this.#shared !== undefined &&
      known !== undefined &&
      known.method === method &&
      known.token === caller?.name &&
      known.style === style &&
      known.model === model &&
      known.provider === last?.provider &&
      known.upstream_model === last?.model &&
      known.status === ending.status &&
      known.outcome === ending.outcome &&
      known.client_address === client.address &&
      known.user_agent === client.userAgent &&
      this.#sharedPath === path
    )
      return this.#shared
    this.#sharedPath = path
    return (this.#shared = new SharedFields({
      method,
      path: path.length > mostOfPath ? `${path.slice(0, mostOfPath)}…` : path,
      token: caller?.name,
      style,
      model,
      provider: last?.provider,
      upstream_model: last?.model,
      status: ending.status,
      outcome: ending.outcome,
      client_address: client.address,
      user_agent: client.userAgent,
    }))
  }
}

/** Whether the line has none but the fields of {@link membersOfUsual}, as those of nearly all requests. */
function isUsual({ endUser, tags, attempts, conversion, ending, client }: FinishedRecord): boolean {
  return (
    !('error' in ending) &&
    attempts.length < 2 &&
    endUser === undefined &&
    tags.length === 0 &&
    (conversion === undefined || conversion.losses.length === 0) &&
    client.requestId === undefined &&
    client.traceparent === undefined
  )
}

/** The fields as JSON: by hand this takes a third of the time of an object that is rendered. None of the texts needs an escape. */
function membersOfUsual({ id, durationMs, firstByteMs, usage, charge: { cost }, conversion }: FinishedRecord): string {
  const start = `,"request_id":"${id}","duration_ms":${durationMs}`
  const firstByte = firstByteMs === undefined ? '' : `,"first_byte_ms":${firstByteMs}`
  const used = usage === undefined ? '' : `,"usage":${structured('usage', usage)}`
  const costs = cost === 0n ? '' : `,"cost_usd":"${formatMoney(cost)}"`
  return `${start}${firstByte}${used}${costs}${conversion === undefined ? '' : `,"conversion":"${conversion.name}"`}`
}

/** Without the messages: that of the last attempt is the line's, the others may be long. */
function attemptFields(attempt: Attempt): object {
  const { provider, model, startedMs, durationMs, ...end } = attempt
  return { provider, model, started_ms: startedMs, duration_ms: durationMs, ...end, message: undefined }
}
