import type { GatewayError } from '../../exchange/error.js'
import { brokenOff, clientLeft, completed } from '../../record/ending.js'
import type { RequestRecord } from '../../record/request-record.js'
import type { AttemptResult } from './attempt.js'

/** An attempt that failed before anything was sent to the client: another one is possible. */
export interface OpenFailure {
  readonly error: GatewayError
  /** Whether no other attempt may follow: the time for all is over, or the gateway gave up the reply. */
  readonly final: boolean
  /** Whether the provider may have processed the request. */
  readonly sent: boolean
}

/** Records the end of an attempt without a whole reply. Returns a failure where another attempt is possible. */
export function recordEnd(record: RequestRecord, result: Exclude<AttemptResult, { type: 'reply' }>): OpenFailure | undefined {
  if (result.type === 'failed') return { error: result.error, final: result.final === true, sent: result.sent }
  const end = result.type === 'streamed' ? result.end : result
  if (end.type === 'client-left') record.ends(clientLeft)
  else if (end.type === 'complete') record.ends(completed(200))
  else if (end.committed) record.ends(brokenOff(end.error))
  else return { error: end.error, final: end.final === true, sent: isUncertain(end.error) }
  return undefined
}

/** For a reply that has begun: whether the provider may still have produced something. Its own errors are certain. */
function isUncertain({ kind }: GatewayError): boolean {
  return kind === 'upstream_timeout' || kind === 'upstream_disconnected'
}
