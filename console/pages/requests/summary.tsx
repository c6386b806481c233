import type { PlatformRequestDetails } from '../../../generated/platform/model/index.js'
import { Facts } from '../../components/facts.js'
import { Link } from '../../components/link.js'
import { duration } from '../../format/numbers.js'
import { styleTitle } from '../../format/styles.js'
import { Utc } from '../../format/time.js'
import { Names } from '../../list/names.js'
import { tokenLink } from '../tokens/token-columns.js'
import { OutcomeStatus } from './outcomes.js'

export function Summary({ request }: { readonly request: PlatformRequestDetails }) {
  const filter = (name: string, value: string | null, text = value) => {
    if (value === null) return <span class="muted">–</span>
    return <Link href={`/console/requests?${new URLSearchParams({ [name]: value }).toString()}`}>{text}</Link>
  }
  return (
    <section class="panel" aria-label="Summary">
      <Facts
        facts={[
          ['Outcome', <OutcomeStatus request={request} />],
          ...(request.error === null ? [] : ([['Error', <code>{request.error}</code>]] as const)),
          ['Began', <Utc time={request.started_at} />],
          ['Duration', duration(request.duration_ms)],
          ['First byte', request.first_byte_ms === null ? <span class="muted">not recorded</span> : duration(request.first_byte_ms)],
          ['Token', <Link href={tokenLink(request.token)}>{request.token}</Link>],
          ['User', filter('owner', request.owner)],
          ['Team', filter('team', request.team)],
          ['End user', filter('end_user', request.end_user)],
          ['Tags', <Names names={request.tags} />],
          ['Style', filter('style', request.style, request.style === null ? null : styleTitle(request.style))],
          ['Model, as the client named it', filter('model', request.model)],
          ['Provider', filter('provider', request.provider)],
          ['Model at the provider', filter('upstream_model', request.upstream_model)],
        ]}
      />
    </section>
  )
}
