import type { GatewayError } from '../../exchange/error.js'
import { brokenOff, clientLeft, completed } from '../../record/ending.js'
import type { RequestRecord } from '../../record/request-record.js'
import type { AttemptResult } from './attempt.js'

/** An attempt that failed before anything was sent to the client: another one is possible. */
export interface OpenFailure {
  readonly error: GatewayError
  /** The time for all of it is over: there is none for another attempt. */
  readonly final: boolean
  /** The provider may have done what it was asked. */
  readonly sent: boolean
}

/** Tells the record how an attempt ended that gave no whole reply. Nothing is decided yet where a failure comes back. */
export function recordEnd(record: RequestRecord, result: Exclude<AttemptResult, { type: 'reply' }>): OpenFailure | undefined {
  if (result.type === 'failed') return { error: result.error, final: result.final === true, sent: result.sent }
  const end = result.type === 'streamed' ? result.end : result
  if (end.type === 'client-left') record.ends(clientLeft)
  else if (end.type === 'complete') record.ends(completed(200))
  else if (end.committed) record.ends(brokenOff(end.error))
  else return { error: end.error, final: end.final === true, sent: isUncertain(end.error) }
  return undefined
}

/** It had begun to answer: only where the provider says itself that it failed is it certain that nothing was made. */
function isUncertain({ kind }: GatewayError): boolean {
  return kind === 'upstream_timeout' || kind === 'upstream_disconnected'
}
