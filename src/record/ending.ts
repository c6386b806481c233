import type { FailureKind, GatewayError } from '../exchange/error.js'
import { defined } from '../json/object.js'

export type Outcome = Ending['outcome']

/** How a request ended. `status` is what the client got: 499 where it disconnected, 101 for a realtime session. */
export type Ending =
  | { readonly outcome: 'ok' | 'client_aborted'; readonly status: number }
  | {
      readonly outcome: 'client_error' | 'rejected' | 'upstream_error' | 'truncated' | 'timeout' | 'interrupted'
      readonly status: number
      readonly error: FailureKind
      /** The error's message to the client. */
      readonly message: string
      /** For the log alone: code and host of a connection that could not be made. */
      readonly detail?: string
    }

type FailedOutcome = Exclude<Outcome, 'ok' | 'client_aborted'>

/** The client disconnected before its reply was complete. */
export const clientLeft: Ending = { outcome: 'client_aborted', status: 499 }

const answered: Ending = { outcome: 'ok', status: 200 }

/** The whole reply was written. */
export function completed(status: number): Ending {
  return status === 200 ? answered : { outcome: 'ok', status }
}

/** The gateway's process died during the request. */
export const gatewayDied = died('The gateway ended during this request.')

/** The process that answered the request died; the gateway went on. */
export const workerDied = died('The process that answered this request has ended.')

function died(message: string): Ending {
  return { outcome: 'interrupted', status: 500, error: 'internal', message }
}

/** The client got this error in place of a reply. */
export function refused(error: GatewayError, status: number): Ending {
  return failed(refusal(error), status, error)
}

/** The reply was cut off after a part of it was sent. */
export function brokenOff(error: GatewayError): Ending {
  return failed(cut(error) ?? 'truncated', 200, error)
}

/** A realtime session ended without a normal close: who ended it, and why. */
export function sessionCut(by: 'client' | 'gateway' | 'provider', error: GatewayError): Ending {
  return failed(sessionOutcome(by, error), 101, error)
}

function failed(outcome: FailedOutcome, status: number, { kind, message, detail }: GatewayError): Ending {
  return defined<Ending>({ outcome, status, error: kind, message, detail })
}

function refusal(error: GatewayError): FailedOutcome {
  if (error.kind === 'upstream_timeout') return 'timeout'
  // A provider's 4xx about the request is the client's error.
  const byProvider = error.kind.startsWith('upstream_') || (error.native !== undefined && error.kind !== 'invalid_request')
  return byProvider ? 'upstream_error' : 'rejected'
}

function sessionOutcome(by: 'client' | 'gateway' | 'provider', error: GatewayError): FailedOutcome {
  if (by === 'client') return 'client_error'
  if (error.kind === 'request_timeout') return 'timeout'
  return cut(error) ?? (by === 'provider' ? 'upstream_error' : 'rejected')
}

/** The outcome of a reply or session that this error interrupts. */
function cut({ kind, givenUp }: GatewayError): 'timeout' | 'interrupted' | undefined {
  if (kind === 'upstream_timeout') return 'timeout'
  return kind === 'shutting_down' || givenUp === true ? 'interrupted' : undefined
}

/** The same ending with its texts changed. */
export function withTexts(ending: Ending, change: (text: string) => string): Ending {
  if (!('error' in ending)) return ending
  const { message, detail } = ending
  return { ...ending, message: change(message), ...(detail === undefined ? {} : { detail: change(detail) }) }
}
