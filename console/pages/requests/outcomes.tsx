import type { PlatformRequest } from '../../../generated/platform/model/index.js'
import { Status, type StatusKind } from '../../components/status.js'

type Outcome = PlatformRequest['outcome']

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

const kinds: Readonly<Record<Outcome, StatusKind>> = {
  ok: 'good',
  client_error: 'warning',
  rejected: 'warning',
  upstream_error: 'bad',
  truncated: 'bad',
  timeout: 'bad',
  client_aborted: 'neutral',
  interrupted: 'warning',
}

export function OutcomeStatus({ request: { outcome, status } }: { readonly request: Pick<PlatformRequest, 'outcome' | 'status'> }) {
  return (
    <Status kind={kinds[outcome]}>
      {status} {outcomeTitles[outcome]}
    </Status>
  )
}
