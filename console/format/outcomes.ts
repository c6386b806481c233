import type { PlatformRequest } from '../../generated/platform/model/index.js'

export type Outcome = PlatformRequest['outcome']

/** How a request ended, for people. */
export const outcomeTitles: Readonly<Record<Outcome, string>> = {
  ok: 'Completed',
  client_error: 'Client’s error',
  rejected: 'Refused',
  upstream_error: 'Provider failed',
  truncated: 'Cut off',
  timeout: 'Timed out',
  client_aborted: 'Client left',
  interrupted: 'Interrupted',
}
