import type { PlatformRequest } from '../../../generated/platform/model/index.js'
import { Status, type StatusKind } from '../../components/status.js'
import { outcomeTitles, type Outcome } from '../../format/outcomes.js'

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
